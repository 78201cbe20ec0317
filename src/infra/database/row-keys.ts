/** Many rows by their keys: `… in (select * from unnest(${orgIds}::text[]::uuid[], ${ids}::text[]::uuid[]))`. */

/** Anything that is kept for an organisation under an id. */
export interface RowKey {
  readonly orgId: string;
  readonly id: string;
}

/** The two halves of keys that this database has made, as array literals of the same length. */
export function rowKeys(rows: readonly RowKey[]): { readonly orgIds: string; readonly ids: string } {
  return {
    orgIds: `{${rows.map(({ orgId }) => orgId).join(',')}}`,
    ids: `{${rows.map(({ id }) => id).join(',')}}`,
  };
}

/** Each key once. */
export function distinctKeys(rows: readonly RowKey[]): readonly RowKey[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
