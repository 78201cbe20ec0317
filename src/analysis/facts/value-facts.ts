/** Texts that properties take, by the type of their activity. */
import { factsByType, rowsOf } from './package-facts.ts';
import { UIPATH_PACKAGES } from './uipath-packages.ts';

/** A row `Types: Property|Property expectation argument …; page`. */
export interface ValueFacts {
  readonly properties: readonly string[];
  /** Name of the form that the text has to have. */
  readonly expects: string;
  readonly args: readonly string[];
  readonly source: string;
}

function readRow(row: string): readonly (readonly [type: string, facts: ValueFacts])[] {
  const [rule, source] = row.split('; ');
  const [types, rest] = rule!.split(': ');
  const [properties, expects, ...args] = rest!.split(' ');
  const facts = { properties: properties!.split('|'), expects: expects!, args, source: source! };
  return types!.split(' ').map((type) => [type, facts]);
}

let byType: ReadonlyMap<string, readonly ValueFacts[]> | undefined;

/** Returns what is known of the texts that each activity type takes. */
export function valueFacts(): ReadonlyMap<string, readonly ValueFacts[]> {
  byType ??= factsByType(UIPATH_PACKAGES.flatMap(({ values }) => rowsOf(values)).flatMap(readRow));
  return byType;
}
