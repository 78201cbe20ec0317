/** Changes of single rules for one run, over a preset or a built pack. */
import { describeCustomRule } from '../../analysis/custom-rules/compile-rule.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import type { BuiltEnvironment, BuiltPack } from '../built/built-pack.ts';
import { PolicyError, type PolicyProblem } from '../problems.ts';
import { BUILTIN_PRESETS, type PresetName } from '../source/pack-schema.ts';
import type { PackSource } from '../source/read-pack.ts';
import type { RuleLevel } from '../source/rule-levels.ts';
import { resolveEnvironment } from './resolve-environment.ts';

/** Policy that a run overrides. */
export interface OverriddenPolicy {
  readonly parent: { readonly preset: PresetName } | { readonly pack: BuiltPack };
  /** Null: a run that names none. */
  readonly environment: string | null;
  /** The catalogue. */
  readonly rules: readonly Rule[];
}

/** Place of the problems: the option of the command. */
const PLACE = '--rule';

/**
 * Resolves a policy as a pack would that extends it and sets levels of rules: locks hold.
 * @param levels by id of a rule, or by the beginning of ids with `*`
 * @throws PolicyError for unknown rules, rules about the analysis itself, and locked rules that would get milder
 */
export function overrideRules(
  { parent, environment, rules }: OverriddenPolicy,
  levels: ReadonlyMap<string, RuleLevel>,
): BuiltEnvironment {
  const custom = 'pack' in parent ? (parent.pack.custom ?? []).map(({ rule }) => rule) : [];
  const problems: PolicyProblem[] = [];
  const resolved = resolveEnvironment(
    {
      source: sourceOf(levels),
      parents: [{ index: 0, ...parent }],
      rules: [...rules, ...custom.map(describeCustomRule)],
      custom,
      places: new Map(),
      problems,
    },
    environment,
  );
  const own = problems.filter(({ file }) => file === PLACE);
  if (own.length > 0) throw new PolicyError(own);
  return { ...resolved, policy: { ...resolved.policy, name: nameOf(parent) } };
}

function nameOf(parent: OverriddenPolicy['parent']): string {
  if ('preset' in parent) return BUILTIN_PRESETS[parent.preset];
  return `${parent.pack.metadata.name}@${parent.pack.metadata.version}`;
}

/** Returns the overrides as the source of a pack. */
function sourceOf(levels: ReadonlyMap<string, RuleLevel>): PackSource {
  // Who overrides the severity of a hotspot has judged it.
  const entries = [...levels].map(([id, level]) => [
    id,
    level === 'on' || level === 'off' ? level : { severity: level, confirm: true },
  ]);
  return {
    folder: '',
    document: { file: PLACE, value: null, lineOf: () => 0 },
    pack: {
      apiVersion: 'flowarden/v1',
      kind: 'PolicyPack',
      metadata: { name: 'overrides', version: '1.0.0', revision: 1 },
      rules: Object.fromEntries(entries),
    },
  };
}
