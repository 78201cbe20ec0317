/** The operator's use case of deleting an organisation with everything that it has, for good. */

import type { AuditActor } from '../../contract/audit.ts';
import type { Blobs } from '../../infra/blobs/open-blobs.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { ofOrganisation } from '../../infra/database/transaction.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import { changePlan } from '../plans/change-plan.ts';
import { RETENTION_LIMITS } from './limits.ts';
import {
  beginDeletion,
  deleteRowsOf,
  endDeletion,
  listBlobsOf,
  type OrganisationTable,
  releaseAllOf,
  TABLES_OF_ORGANISATIONS,
} from './organisation-deletion-store.ts';

/** Dependencies of the deletion. */
export interface DeletionDeps {
  /** The owner's connections. */
  readonly sql: Sql;
  readonly blobs: Pick<Blobs, 'delete'>;
  /** Receives the number of rows of a table deleted so far. */
  onProgress(what: string, rows: number): void;
}

/**
 * Deletes an organisation batch by batch. It is suspended first, so that nothing new comes. An interrupted deletion
 * goes on where it stopped.
 * @throws AppError `file_store_unavailable`: what is left then goes with the next try
 */
export async function deleteOrganisation(
  { sql, blobs, onProgress }: DeletionDeps,
  { id: orgId, name }: { readonly id: string; readonly name: string },
  actor: AuditActor,
): Promise<void> {
  await inTransaction(sql, async (inner) => {
    await beginDeletion(inner, { orgId, name, requestedBy: actor.name });
    await changePlan(ofOrganisation(inner, orgId), { suspendedAt: new Date() }, actor);
  });
  for (;;) {
    await inTransaction(sql, (inner) => releaseAllOf(inner, orgId));
    onProgress('files', await deleteBlobs(sql, blobs, orgId));
    for (const table of TABLES_OF_ORGANISATIONS) {
      onProgress(table, await deleteRows(sql, orgId, table));
    }
    // A file that came meanwhile has another round.
    if (await inTransaction(sql, (inner) => endDeletion(inner, orgId))) return;
  }
}

async function deleteRows(sql: Sql, orgId: string, table: OrganisationTable): Promise<number> {
  const rowsMax: number = INFRA_LIMITS.sweepRowsMax;
  for (let total = 0; ; ) {
    const deleted = await inTransaction(sql, (inner) => deleteRowsOf(inner, orgId, table, rowsMax));
    total += deleted;
    if (deleted < rowsMax) return total;
  }
}

async function deleteBlobs(sql: Sql, blobs: DeletionDeps['blobs'], orgId: string): Promise<number> {
  for (let deleted = 0; ; ) {
    const ids = await inTransaction(sql, (inner) =>
      listBlobsOf(inner, orgId, RETENTION_LIMITS.blobSweepRowsMax),
    );
    if (ids.length === 0) return deleted;
    for (const id of ids) await blobs.delete(orgId, id);
    deleted += ids.length;
  }
}
