/** Finds the owners of workflows by the patterns of the teams. */
import { withOrganisation } from '../../infra/database/database.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { createOwnerOf } from './owner-of.ts';
import { listOwnedFiles, listPatterns, writeOwners } from './owners-store.ts';

/** Workflows of one transaction. */
const WORKFLOWS_AT_ONCE = 500;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Assigns the owners of an organisation's workflows, piece by piece. What changes meanwhile has a job of its own. */
export const assignOwners: JobTask<'assign-owners'> = async ({ payload, sql, signal }) => {
  const { orgId, isForAll = false } = payload;
  const patterns = await withOrganisation(sql, orgId, (transaction) => listPatterns(transaction));
  const ownerOf = createOwnerOf(patterns);
  for (let after = BEFORE_ALL; !signal.aborted; ) {
    const files = await withOrganisation(sql, orgId, async (transaction) => {
      const found = await listOwnedFiles(transaction, after, isForAll, WORKFLOWS_AT_ONCE);
      await writeOwners(
        transaction,
        found.map(({ id, repository, filename }) => [id, ownerOf(repository, filename)]),
      );
      return found;
    });
    const last = files.at(-1);
    if (last === undefined || files.length < WORKFLOWS_AT_ONCE) return;
    after = last.id;
  }
  signal.throwIfAborted();
};
