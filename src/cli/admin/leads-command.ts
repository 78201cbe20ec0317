/** `flowarden leads`: exports the addresses of the free scanner's visitors, directly from the database. */

import { comparableEmail } from '../../contract/member.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { uuidV7Floor } from '../../infra/database/uuid-v7.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import type { Config } from '../../infra/settings/config.ts';
import { deleteLeadsOf, listLeads } from '../../service/free-scans/leads-store.ts';
import { FREE_SCAN_LIMITS } from '../../service/free-scans/limits.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { asOwner, DATABASE_HINT, dayOf, readArguments, rejecting } from './operator.ts';

const USAGE = `flowarden leads list [--since DATE]
flowarden leads forget ADDRESS

  list      one line of JSON for each, the oldest first
  --since   only those of that day (2026-11-21) or later
  forget    deletes all leads of an address

Leads are deleted after ${FREE_SCAN_LIMITS.leadDaysMax} days.
${DATABASE_HINT}
`;

const OPTIONS = { since: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

const reject: (message: string) => never = rejecting(USAGE);

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function leadsCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  const [action, address, ...more] = positionals;
  if (values.help) {
    write(USAGE);
  } else if (action === 'list' && address === undefined) {
    const since = dayOf(values.since ?? '1970-01-01') ?? reject('The day must have the form 2026-11-21.');
    await asOwner(config, (owner) => printLeads(owner, since, write));
  } else if (
    action === 'forget' &&
    address !== undefined &&
    more.length === 0 &&
    values.since === undefined
  ) {
    const email = comparableEmail(address);
    const count = await asOwner(config, (owner) => inTransaction(owner, (sql) => deleteLeadsOf(sql, email)));
    write(`Deleted: ${count}\n`);
  } else {
    reject(action === undefined ? 'Missing subcommand.' : `Invalid arguments: \`leads ${argv.join(' ')}\`.`);
  }
  return 0;
}

/** Prints page by page, so that memory does not grow with their number. */
async function printLeads(owner: Sql, since: Date, write: (text: string) => void): Promise<void> {
  let after = uuidV7Floor(since);
  for (;;) {
    const leads = await inTransaction(owner, (sql) => listLeads(sql, after, INFRA_LIMITS.sweepRowsMax));
    for (const lead of leads) write(`${showControlCharacters(JSON.stringify(lead))}\n`);
    if (leads.length < INFRA_LIMITS.sweepRowsMax) return;
    after = leads.at(-1)!.id;
  }
}
