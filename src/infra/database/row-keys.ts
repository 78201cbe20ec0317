/**
 * Queries of many rows by their keys: `… in (select * from unnest(${orgIds}::text[]::uuid[],
 * ${ids}::text[]::uuid[]))`.
 */

/** Key of any row that belongs to an organisation. */
export interface RowKey {
  readonly orgId: string;
  readonly id: string;
}

/** Splits keys from this database into two array literals of the same length. */
export function rowKeys(rows: readonly RowKey[]): { readonly orgIds: string; readonly ids: string } {
  return {
    orgIds: `{${rows.map(({ orgId }) => orgId).join(',')}}`,
    ids: `{${rows.map(({ id }) => id).join(',')}}`,
  };
}

/** Removes duplicate keys. */
export function distinctKeys(rows: readonly RowKey[]): readonly RowKey[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** First and last of some ids: with it, Postgres looks only into the partitions that can have them. Not for no ids. */
export function idRange(ids: readonly string[]): { readonly firstId: string; readonly lastId: string } {
  let [firstId, lastId] = [ids[0]!, ids[0]!];
  for (const id of ids) {
    if (id < firstId) firstId = id;
    if (id > lastId) lastId = id;
  }
  return { firstId, lastId };
}
