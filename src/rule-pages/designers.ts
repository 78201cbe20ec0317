/** Designers in which authors fix findings, and the files that they save. */
import type { Platform } from '../analysis/model/platform.ts';
import type { RuleFacts } from '../analysis/model/rule.ts';

interface Designer {
  readonly platform: Platform;
  /** Prefix of the ids of rules that read its files and no others of the platform. */
  readonly prefix: string;
}

/** Designers by their name for people. */
export const DESIGNERS = {
  'UiPath Studio': { platform: 'uipath', prefix: 'UIP' },
  'Power Automate (cloud flows)': { platform: 'power-automate', prefix: 'PAF' },
  'Power Automate for desktop': { platform: 'power-automate', prefix: 'PAD' },
  'Automation 360 (bot editor and Control Room)': { platform: 'automation-anywhere', prefix: 'AAB' },
  'Blue Prism Process Studio and Object Studio': { platform: 'blue-prism', prefix: 'BPR' },
} as const satisfies Record<string, Designer>;

export type DesignerName = keyof typeof DESIGNERS;

/** Returns whether a name is that of a designer. */
export function isDesigner(name: string): name is DesignerName {
  return Object.hasOwn(DESIGNERS, name);
}

/** Returns the designers in which findings of a rule can be fixed. */
export function designersFor({
  id,
  platforms,
}: Pick<RuleFacts, 'id' | 'platforms'>): readonly DesignerName[] {
  const prefix = id.slice(0, 3);
  const names = (Object.keys(DESIGNERS) as DesignerName[]).filter((name) =>
    platforms.includes(DESIGNERS[name].platform),
  );
  const own = names.filter((name) => DESIGNERS[name].prefix === prefix);
  return own.length > 0 ? own : names;
}
