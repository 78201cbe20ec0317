/** Finds the owners of workflows by the patterns of the teams. */
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { readInForce } from './code-owners/in-force.ts';
import { createOwnerOf, type OwnerOf } from './owner-of.ts';
import {
  findPatternsVersion,
  listOwnedFiles,
  listPatterns,
  type OwnedFile,
  writeOwners,
} from './owners-store.ts';
import { settleRepositories } from './repositories-store.ts';
import { holdTeams } from './teams-store.ts';

/** Workflows of one transaction. */
const WORKFLOWS_AT_ONCE = 500;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Patterns as they were at one moment. */
interface Known {
  readonly version: string;
  readonly ownerOf: OwnerOf;
}

/** Assigns the owners of an organisation's repositories and workflows, piece by piece, always by the patterns of now. */
export const assignOwners: JobTask<'assign-owners'> = async ({ payload, sql, signal }) => {
  const { orgId, isForAll = false } = payload;
  await withOrganisation(sql, orgId, async (transaction) => {
    await holdTeams(transaction);
    // A change of the patterns has settled those that it knew.
    await settleRepositories(transaction, false);
  });
  let known = await readKnown(sql, orgId);
  for (let after = BEFORE_ALL; !signal.aborted; ) {
    const files = await withOrganisation(sql, orgId, (transaction) =>
      listOwnedFiles(transaction, after, isForAll, WORKFLOWS_AT_ONCE),
    );
    while (!(await assign(sql, orgId, files, known))) {
      signal.throwIfAborted();
      known = await readKnown(sql, orgId);
    }
    const last = files.at(-1);
    if (last === undefined || files.length < WORKFLOWS_AT_ONCE) return;
    after = last.id;
  }
  signal.throwIfAborted();
};

function readKnown(sql: Sql, orgId: string): Promise<Known> {
  return withOrganisation(sql, orgId, async (transaction) => {
    await holdTeams(transaction);
    const version = await findPatternsVersion(transaction);
    const codeOwnersOf = await readInForce(transaction);
    return { version, ownerOf: createOwnerOf(await listPatterns(transaction), codeOwnersOf) };
  });
}

/** Writes the owners of these workflows. Returns false, and writes nothing, when the patterns have changed meanwhile. */
async function assign(
  sql: Sql,
  orgId: string,
  files: readonly OwnedFile[],
  { version, ownerOf }: Known,
): Promise<boolean> {
  const owners: (readonly [id: string, teamId: string | null])[] = [];
  for (const { id, repository, filename } of files)
    owners.push([id, (await ownerOf(repository, filename)) ?? null]);
  return withOrganisation(sql, orgId, async (transaction) => {
    await holdTeams(transaction);
    if ((await findPatternsVersion(transaction)) !== version) return false;
    await writeOwners(transaction, owners);
    return true;
  });
}
