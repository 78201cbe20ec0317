/** What a core needs to serve, part by part, and what its health service calls the parts. */

/**
 * `schema`: whether the database has what this program works with. `queue`: whether some jobs process lives. `files`:
 * whether the store of files answers.
 */
export const READY_PARTS = ['database', 'schema', 'queue', 'files'] as const;
export type ReadyPart = (typeof READY_PARTS)[number];

/** Whether each part is well; null: nobody can know, as a part that it stands on is away. */
export type Readiness = Readonly<Record<ReadyPart, boolean | null>>;

/**
 * The name under which the gRPC health service answers whether the core knows a gateway's token: a hash of it, for whoever
 * guesses.
 */
export function healthNameOfToken(tokenHash: string): string {
  return `flowarden.gateway.${tokenHash}`;
}

/** The name of a part in the gRPC health service. */
export function healthNameOf(part: ReadyPart): string {
  return `flowarden.${part}`;
}

/** Whether calls can be served. They can without the queue and the files: only what is done later needs them. */
export function canServe({ database, schema }: Readiness): boolean {
  return database === true && schema === true;
}
