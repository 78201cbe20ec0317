/**
 * Contents outside of the database that a transaction works with. They are read while it is not open: a transaction that
 * lacks some ends, and runs again with them, so that no connection waits for another server.
 */

/** Contents by id; null: lost or damaged. */
export type Contents = ReadonlyMap<string, Buffer | null>;

/** Source of the contents of an organisation. */
export interface ContentSource {
  /** Reads these contents; the answer has an entry for each. @throws AppError `file_store_unavailable` */
  read(orgId: string, ids: readonly string[]): Promise<Contents>;
}

export const NO_CONTENTS: Contents = new Map();

/** Interruption of a transaction that lacks contents. */
export class ContentsNeeded extends Error {
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super(`A transaction needs ${ids.length} contents`);
    this.ids = ids;
  }
}

/**
 * Returns these contents of the transaction. If it lacks some, it is interrupted: what it has done so far is undone and done
 * again with them, so call this before anything that is not part of the transaction.
 */
export function requireContents(
  { contents }: { readonly contents: Contents },
  ids: readonly string[],
): Contents {
  const lacking = ids.filter((id) => !contents.has(id));
  if (lacking.length > 0) throw new ContentsNeeded([...new Set(lacking)]);
  return contents;
}
