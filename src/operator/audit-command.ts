/** `flowarden audit verify`: whether the audit log is as it was written. */
import { checkAuditLog } from '../audit-log.ts';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';
import { asOwner, DATABASE_HINT } from './operator.ts';

const USAGE = `flowarden audit verify

Checks the chain of hashes of every organisation's audit log, and prints the last hash of each: keep it outside the
database, as only that shows a log that was rewritten as a whole.
${DATABASE_HINT}

Exit code: 0 unchanged, 1 changed, 2 error.
`;

/** Runs the command; `write` gets what stands on the standard output. Returns the exit code. */
export async function auditCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const [action, ...more] = argv;
  if (action === '--help' || action === '-h') {
    write(USAGE);
    return 0;
  }
  if (action !== 'verify' || more.length > 0)
    throw new StartError(`Say \`flowarden audit verify\`.\n\n${USAGE}`, 2);
  const checks = await asOwner(config, checkAuditLog);
  for (const { orgId, entries, hash, problem } of checks) {
    const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
    write(`${orgId}  ${problem === null ? 'unchanged' : `CHANGED: ${problem}`}  ${counted}  ${hash}\n`);
  }
  if (checks.length === 0) write('There is no organisation yet.\n');
  return checks.every(({ problem }) => problem === null) ? 0 : 1;
}
