/** `flowarden audit verify`: whether the audit log is as it was written. */
import { checkAuditLog } from '../audit-log.ts';
import type { Config } from '../config.ts';
import { asOwner, DATABASE_HINT, readArguments, refusing } from './operator.ts';

const USAGE = `flowarden audit verify [--expect HASH]…

Checks the chain of hashes of every organisation's audit log, and prints the last hash of each: keep it outside the
database, as only that shows a log that was rewritten as a whole.

  --expect  a hash that was printed before: some entry must still have it
${DATABASE_HINT}

Exit code: 0 unchanged, 1 changed, 2 error.
`;

const OPTIONS = {
  expect: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

const refuse: (message: string) => never = refusing(USAGE);

/** Runs the command; `write` gets what stands on the standard output. Returns the exit code. */
export async function auditCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, refuse);
  if (values.help) {
    write(USAGE);
    return 0;
  }
  const [action, ...more] = positionals;
  if (action !== 'verify' || more.length > 0) refuse('Say `flowarden audit verify`.');
  const expected = new Set((values.expect ?? []).map(hashOf));
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
  return /^[\da-f]{64}$/i.test(text) ? text.toLowerCase() : refuse('A hash has 64 hexadecimal digits.');
}
