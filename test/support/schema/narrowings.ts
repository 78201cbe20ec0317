/** What a change of the schema takes from programs that know only the schema of before. */
import type { Catalogue, Demand } from './catalogue.ts';

/**
 * Tables that new ones may refer to without `on delete cascade`. Every tenant's table refers to its organisation, which is
 * deleted by hand and so rarely that it can wait for the end of an upgrade.
 */
const FREELY_REFERRED = 'a delete from organisations must ';

/** Lists them as sentences; empty when the change only expands. */
export function listNarrowings(before: Catalogue, after: Catalogue): readonly string[] {
  const gone = [...before.offers].filter((offer) => !after.offers.has(offer));
  const known = new Set(before.demands.map(keyOf));
  const demanded = after.demands.filter(
    (demand) =>
      !known.has(keyOf(demand)) &&
      before.tables.has(demand.table) &&
      !concernsNewColumnsAlone(before, demand) &&
      !before.demands.some((old) => old.table === demand.table && isWidened(old.text, demand.text)) &&
      !demand.text.startsWith(FREELY_REFERRED),
  );
  return [
    ...gone.map((offer) => `gone or changed: ${offer}`),
    ...demanded.map(({ table, text }) => `new for ${table}: ${text}`),
  ];
}

const keyOf = ({ table, text }: Demand) => `${table}: ${text}`;

/** Older programs leave new columns to their defaults. */
function concernsNewColumnsAlone({ columns: known }: Catalogue, { table, columns }: Demand): boolean {
  return columns.length > 0 && columns.every((column) => !known.has(`${table}.${column}`));
}

/** Whether a check is an older one with more values in its list. */
function isWidened(old: string, current: string): boolean {
  const [before, after] = [valuesOf(old), valuesOf(current)];
  return (
    before !== null &&
    after !== null &&
    before.rest === after.rest &&
    before.values.every((value) => after.values.includes(value))
  );
}

/** The parts of `CHECK ((column = ANY (ARRAY['a'::text, 'b'::text])))`; null for any other demand. */
function valuesOf(text: string): { readonly rest: string; readonly values: readonly string[] } | null {
  const groups = /^(?<head>CHECK \(\(\w+ = ANY \(ARRAY\[)(?<list>[^\]]*)(?<tail>\]\)\)\))$/.exec(
    text,
  )?.groups;
  return groups === undefined
    ? null
    : { rest: `${groups.head}${groups.tail}`, values: groups.list!.split(', ') };
}
