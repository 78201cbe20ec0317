/** `flowarden audit`: reads the audit log, and verifies that it is unchanged. */

import type { Config } from '../../infra/settings/config.ts';
import { checkAuditLog } from '../../service/audit/audit-log.ts';
import { LIST_OPTIONS, LIST_USAGE, listEntries, readListRequest } from './audit-list.ts';
import { asOwner, DATABASE_HINT, readArguments, rejecting } from './operator.ts';

const USAGE = `flowarden audit list [--since TIME] [--until TIME] [--action ACTION] [--actor ID] [--target KIND[:ID]]
                     [--limit N] [--org UUID]
flowarden audit verify [--expect HASH]…

list prints the newest entries first, each with the fields that it changed, old → new.

${LIST_USAGE}
verify checks the hash chain of every organisation's audit log, and prints the last hash of each: store it outside the
database, as only that reveals a log that was rewritten as a whole.

  --expect  a hash that was printed before: an entry must still have it
${DATABASE_HINT}

Exit code: 0 unchanged, 1 changed, 2 error.
`;

const OPTIONS = {
  ...LIST_OPTIONS,
  expect: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

const reject: (message: string) => never = rejecting(USAGE);

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function auditCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  if (values.help) {
    write(USAGE);
    return 0;
  }
  const [action, ...more] = positionals;
  const { expect, help: _help, ...filters } = values;
  if (more.length > 0) reject(`Unexpected argument: "${more[0]}".`);
  if (action === 'list' && expect === undefined) {
    const request = readListRequest(filters, reject);
    await asOwner(config, (owner) => listEntries(owner, request, write));
    return 0;
  }
  if (action === 'verify' && Object.keys(filters).length === 0) return verify(expect ?? [], config, write);
  return reject('Use `flowarden audit list` with its filters, or `flowarden audit verify` with --expect.');
}

async function verify(
  hashes: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const expected = new Set(hashes.map(hashOf));
  const checks = await asOwner(config, (owner) => checkAuditLog(owner, (hash) => void expected.delete(hash)));
  for (const { orgId, entries, hash, problem } of checks) {
    const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
    write(`${orgId}  ${problem === null ? 'unchanged' : `CHANGED: ${problem}`}  ${counted}  ${hash}\n`);
  }
  for (const hash of expected) write(`CHANGED: no entry has the hash ${hash} any more\n`);
  if (checks.length === 0) write('There is no organisation yet.\n');
  return expected.size === 0 && checks.every(({ problem }) => problem === null) ? 0 : 1;
}

function hashOf(text: string): string {
  return /^[\da-f]{64}$/i.test(text) ? text.toLowerCase() : reject('A hash has 64 hexadecimal digits.');
}
