/** What the operator's commands share: the owner's connection, which organisation is meant, and who the operator is. */
import { userInfo } from 'node:os';
import { type Config, requireSetting } from '../config.ts';
import type { AuditActor } from '../model/audit.ts';
import { StartError } from '../start-error.ts';
import type { Sql } from '../store/connections.ts';
import { connectOwner, disconnect } from '../store/database.ts';
import { listOrganisations } from '../store/organisations.ts';
import type { Transaction } from '../store/transaction.ts';

/** SQLSTATEs of a table or column that is not there. */
const NOT_MIGRATED = ['42P01', '42703'];

/** Runs the work over a connection of the database's owner, which sees every organisation. */
export async function asOwner<Result>(
  config: Config,
  work: (owner: Sql) => Promise<Result>,
): Promise<Result> {
  const owner = connectOwner(requireSetting(config, 'databaseUrl'), 1);
  try {
    return await work(owner);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && NOT_MIGRATED.includes(String(cause.code))))
      throw cause;
    throw new StartError('The database is not up to date. Run `flowarden migrate` first.', 1, { cause });
  } finally {
    await disconnect(owner);
  }
}

/** The id of the named organisation; without a name, of the only one. */
export async function knownOrganisation(sql: Transaction, org: string | undefined): Promise<string> {
  const known = await listOrganisations(sql);
  if (org === undefined && known.length === 1) return known[0]!.id;
  const found = known.find(({ id }) => id === org?.toLowerCase());
  if (found !== undefined) return found.id;
  const which = known.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  const what = org === undefined ? 'Say which organisation with --org.' : `There is no organisation ${org}.`;
  throw new StartError(known.length === 0 ? 'There is no organisation yet.' : `${what} Known:\n${which}`, 2);
}

/** The operator as the audit log names it: the account of this process. */
export function operatorActor(): AuditActor {
  const id = accountName();
  return { kind: 'operator', id, name: id, email: null };
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without an entry in the list of users, as containers have.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
