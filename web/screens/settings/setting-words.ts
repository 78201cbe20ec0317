/** Words for settings: modes and rulesets. */
import type { EnforcementMode } from '../../../src/analysis/model/report.ts';

const MODES: Readonly<Record<EnforcementMode, string>> = {
  advisory: 'Advisory: never blocks',
  warning: 'Warning: never blocks, shows what would',
  blocking: 'Blocking: critical and high findings fail the job',
};

/** Modes as options. */
export const MODE_OPTIONS: readonly (readonly [string, string])[] = Object.entries(MODES);

/** Rulesets as options. */
export const RULESET_OPTIONS: readonly (readonly [string, string])[] = [
  ['default', 'Default: every recommended rule'],
  ['strict', 'Strict: and matters of style'],
  ['security', 'Security'],
];

/** Option of what an environment leaves to the organisation. */
export const INHERITED: readonly [string, string] = ['', 'As the organisation has it'];
