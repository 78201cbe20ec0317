/** Dependencies that a core needs to serve, and their names in its health service. */

/**
 * `schema`: whether the database has what this program works with. `queue`: whether some jobs process lives. `files`:
 * whether the store of files answers.
 */
export const READY_PARTS = ['database', 'schema', 'queue', 'files'] as const;
export type ReadyPart = (typeof READY_PARTS)[number];

/** Health of each part; null: unknown, as a part that it depends on is unavailable. */
export type Readiness = Readonly<Record<ReadyPart, boolean | null>>;

/**
 * Name under which the gRPC health service reports whether the core knows a gateway's token: a hash of it, so that the
 * name does not reveal the token.
 */
export function healthNameOfToken(tokenHash: string): string {
  return `flowarden.gateway.${tokenHash}`;
}

/** The name of a part in the gRPC health service. */
export function healthNameOf(part: ReadyPart): string {
  return `flowarden.${part}`;
}

/** Returns whether calls can be served. The queue and the files are not needed: only deferred work uses them. */
export function canServe({ database, schema }: Readiness): boolean {
  return database === true && schema === true;
}
