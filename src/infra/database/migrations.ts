/** Migration files of `sql/`, and the oldest program that can serve after each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRoot } from '../process/install-root.ts';

const FOLDER = join(installRoot(), 'sql');

/** File of `sql/`. */
export interface Migration {
  readonly version: number;
  /**
   * File name. One that ends with `.concurrently.sql` has a single `create index`, which is built without blocking
   * writes.
   */
  readonly name: string;
  readonly text: string;
}

/** Reads the migrations in their order. @throws Error for a gap or a duplicate number */
export function readMigrations(): readonly Migration[] {
  return migrationNames().map((name, index) => {
    const version = Number(/^(\d{4})_[a-z0-9_]+(?:\.concurrently)?\.sql$/.exec(name)?.[1]);
    if (version !== index + 1) throw new Error(`sql/${name}: expected number ${index + 1}`);
    return { version, name, text: readFileSync(join(FOLDER, name), 'utf8') };
  });
}

/** Returns the number of the newest migration of this program. */
export function newestMigration(): number {
  return migrationNames().length;
}

/**
 * Reads which migration a program must know to serve after this one; 0: it only expands, and any program can. A
 * contracting migration begins with `-- contracts: <why>; needs migration <number>`.
 * @throws Error when the line is incomplete, or names a later migration
 */
export function neededMigration({ version, text }: Migration): number {
  const line = text.split('\n', 1)[0]!;
  if (!line.startsWith('-- contracts')) return 0;
  const needed = Number(/^-- contracts: \S.*; needs migration (\d+)$/.exec(line)?.[1]);
  if (needed >= 1 && needed <= version) return needed;
  throw new Error(
    'its first line must be "-- contracts: <why>; needs migration <number of this one or an earlier one>"',
  );
}

function migrationNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}
