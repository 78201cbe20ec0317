/** Settings that exclude or need each other, by the type of their activity. */
import { factsByType, rowsOf } from './package-facts.ts';
import { UIPATH_PACKAGES } from './uipath-packages.ts';

/**
 * A condition on one setting: `Name` (it is set), `!Name` (it is not), `Name=A,B` (one of these), `Name!=A,B` (set to
 * something else), `Name:kind` (a text of this kind), `Name{}` (a part that holds no activity). `project.` before the name
 * means a setting of project.json.
 */
export interface Condition {
  readonly name: string;
  readonly test: 'set' | 'unset' | 'one-of' | 'other' | 'kind' | 'empty';
  readonly values: readonly string[];
}

/** A row `Types: condition … -> condition|condition; [severity] consequence; page`; `-` needs nothing: it always fails. */
export interface SettingFacts {
  readonly when: readonly Condition[];
  /** One of these has to hold. */
  readonly needs: readonly Condition[];
  readonly severity: 'medium' | 'low' | undefined;
  readonly consequence: string;
  readonly source: string;
}

const CONDITION = /^(!?)([\w.]+)(?:(!?=|:|\{\})(.*))?$/;
const TESTS = { '=': 'one-of', '!=': 'other', ':': 'kind', '{}': 'empty' } as const;

/** Reads a condition. @throws TypeError for a text that is none, which a test of the tables finds */
export function readCondition(text: string): Condition {
  const [, not, name, sign, values] = CONDITION.exec(text)!;
  const test = sign === undefined ? (not === '' ? 'set' : 'unset') : TESTS[sign as keyof typeof TESTS];
  return { name: name!, test, values: values?.split(',') ?? [] };
}

function readRow(row: string): readonly (readonly [type: string, facts: SettingFacts])[] {
  const [rule, result, source] = row.split('; ');
  const [types, conditions] = rule!.split(': ');
  const [when, needs] = conditions!.split(' -> ');
  const [, severity, consequence] = /^(?:\[(medium|low)\] )?(.*)$/.exec(result!)!;
  const facts: SettingFacts = {
    when: when!.split(' ').map(readCondition),
    needs: needs === '-' ? [] : needs!.split('|').map(readCondition),
    severity: severity as SettingFacts['severity'],
    consequence: consequence!,
    source: source!,
  };
  return types!.split(' ').map((type) => [type, facts]);
}

let byType: ReadonlyMap<string, readonly SettingFacts[]> | undefined;

/** Returns what is known of the settings of each activity type. */
export function settingFacts(): ReadonlyMap<string, readonly SettingFacts[]> {
  byType ??= factsByType(UIPATH_PACKAGES.flatMap(({ settings }) => rowsOf(settings)).flatMap(readRow));
  return byType;
}
