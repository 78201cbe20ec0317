/** What a core needs to serve, part by part, and what its health service calls the parts. */

/** `schema`: whether the database has what this program works with. `queue`: whether some jobs process lives. */
export const READY_PARTS = ['database', 'schema', 'queue'] as const;
export type ReadyPart = (typeof READY_PARTS)[number];

/** Whether each part is well; null: nobody can know, as a part that it stands on is away. */
export type Readiness = Readonly<Record<ReadyPart, boolean | null>>;

/** The name of a part in the gRPC health service. */
export function healthNameOf(part: ReadyPart): string {
  return `flowarden.${part}`;
}

/** Whether calls can be served. They can without the queue: what is done later waits for it. */
export function canServe({ database, schema }: Readiness): boolean {
  return database === true && schema === true;
}
