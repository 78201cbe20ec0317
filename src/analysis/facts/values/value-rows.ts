/** Tables of the values that settings take, on every platform but UiPath: rows of text, read on first use. */

/**
 * A row `Type Type ?setting=value: Property|Property form argument …; page`. A property that ends in `*` stands for all that
 * begin so. With `?setting=value` the row holds where the setting has the value, in any letter case.
 */
export interface ValueRow {
  readonly types: readonly string[];
  readonly when: readonly [setting: string, value: string] | undefined;
  readonly properties: readonly string[];
  /** Name of the form that the value has to have. */
  readonly form: string;
  readonly args: readonly string[];
  /** Page that the vendor has published. */
  readonly source: string;
}

function readRow(row: string): ValueRow {
  const [rule, source] = row.split('; ');
  const [left, right] = rule!.split(': ');
  const words = left!.split(' ');
  const [setting, value] =
    words
      .find((word) => word.startsWith('?'))
      ?.slice(1)
      .split('=') ?? [];
  const [properties, form, ...args] = right!.split(' ');
  return {
    types: words.filter((word) => !word.startsWith('?')),
    when: setting === undefined ? undefined : [setting, value!],
    properties: properties!.split('|'),
    form: form!,
    args,
    source: source!,
  };
}

/** Reads a table, by the type of the step. */
export function readValueRows(table: string): ReadonlyMap<string, readonly ValueRow[]> {
  const rows = table.trim().split('\n').map(readRow);
  const pairs = rows.flatMap((row) => row.types.map((type) => ({ type, row })));
  const byType = Map.groupBy(pairs, ({ type }) => type);
  return new Map([...byType].map(([type, all]) => [type, all.map(({ row }) => row)]));
}
