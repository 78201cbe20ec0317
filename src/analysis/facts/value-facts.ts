/** Texts that properties take, by the type of their activity. */
import { rowsOf } from './package-facts.ts';
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
  if (byType === undefined) {
    const rows = UIPATH_PACKAGES.flatMap(({ values }) => rowsOf(values)).flatMap(readRow);
    const entries = Map.groupBy(rows, ([type]) => type);
    byType = new Map([...entries].map(([type, all]) => [type, all.map(([, facts]) => facts)]));
  }
  return byType;
}
