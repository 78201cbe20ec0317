/** What the PgBouncer of a machine can do. */
import { execFileSync } from 'node:child_process';

/** First version with `max_prepared_statements` (changelog of PgBouncer 1.21.0). */
const KEEPS_STATEMENTS = [1, 21] as const;

/** Returns whether it keeps statements prepared when a transaction gets another server connection. */
export function keepsStatements(program: string): boolean {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(
    execFileSync(program, ['--version'], { encoding: 'utf8' }),
  )!;
  return Number(major) > KEEPS_STATEMENTS[0] || Number(minor) >= KEEPS_STATEMENTS[1];
}
