/** CODEOWNERS files in force, ready for the look-up of owners. */
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import type { CodeOwnersInForce } from '../owner-of.ts';
import { codeOwnersText, teamAmong, teamsByHandle } from './code-owners.ts';
import { listInForce } from './code-owners-store.ts';
import { matchingOwners } from './matching-owners.ts';
import { parseCodeOwners } from './parse.ts';

/** Reads the files in force. Each is parsed when the first file of its repository comes. */
export async function readInForce(
  sql: TenantTransaction,
): Promise<(repository: string) => CodeOwnersInForce | undefined> {
  const records = new Map((await listInForce(sql)).map((record) => [record.repository, record]));
  const teamOf = records.size === 0 ? new Map() : await teamsByHandle(sql);
  const ready = new Map<string, CodeOwnersInForce>();
  return (repository) => {
    const known = ready.get(repository);
    if (known !== undefined) return known;
    const record = records.get(repository);
    if (record === undefined) return undefined;
    const file = parseCodeOwners(codeOwnersText(record.content), record.grammar);
    const teams = new Map<readonly string[], string | undefined>();
    const made = {
      sections: matchingOwners(file, record.grammar),
      // A line may name very many owners, and many workflows may match it.
      teamAmong(owners: readonly string[]) {
        if (!teams.has(owners)) teams.set(owners, teamAmong(owners, teamOf));
        return teams.get(owners);
      },
    };
    ready.set(repository, made);
    return made;
  };
}
