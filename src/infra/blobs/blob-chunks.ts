/** Blob contents in the database, in chunks of one size; the last may be shorter. */
import type { TenantTransaction } from '../database/transaction.ts';

/** Adds a chunk. Fails when the blob has been deleted meanwhile. */
export async function insertChunk(
  sql: TenantTransaction,
  blobId: string,
  number: number,
  content: Buffer,
): Promise<void> {
  // The driver sends values as text. Its default, hexadecimal, takes half as much again in memory and CPU time.
  const text = content.toString('base64');
  await sql`
    insert into blob_chunks (org_id, blob_id, number, content)
    values (${sql.orgId}, ${blobId}, ${number}, decode(${text}, 'base64'))`;
}

/** Returns the existing chunks from `from` up to, but not including, `to`. */
export async function readChunks(
  sql: TenantTransaction,
  blobId: string,
  from: number,
  to: number,
): Promise<readonly Buffer[]> {
  const rows = await sql<{ content: Buffer }[]>`
    select content from blob_chunks
    where org_id = ${sql.orgId} and blob_id = ${blobId} and number >= ${from} and number < ${to}
    order by number`;
  return rows.map(({ content }) => content);
}
