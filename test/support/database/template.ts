/** Data folder of a migrated Postgres, stored between test runs; its copy starts in a tenth of a second. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { migrateDatabase } from '../../../src/infra/database/migrate.ts';
import { readMigrations } from '../../../src/infra/database/migrations.ts';
import { embeddedUrl, startPostgres } from '../../../src/infra/embedded-postgres/embedded-postgres.ts';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import type { Running } from '../../../src/infra/process/restart-process.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import { until } from '../processes.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** No test needs data to survive a crash of the machine, and none lives long enough for a vacuum. */
const SETTINGS = [
  ...['fsync = off', 'full_page_writes = off', 'synchronous_commit = off', 'autovacuum = off'],
  // A copy of the template takes a third of the time where the kernel copies the files.
  ...(process.platform === 'linux' ? ['file_copy_method = clone'] : []),
  '',
];

/** Starts a Postgres on a copy of the template, and returns it once it answers. */
export async function startCopy(dataDir: string, port: number): Promise<Running> {
  copyFolder(await template(), dataDir);
  appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), SETTINGS.join('\n'));
  const running = await startPostgres(dataDir, port);
  await running.ready;
  return running;
}

/** A data folder whose Postgres is set up and migrated, and not running. Stored between test runs. */
export async function template(): Promise<string> {
  const cache = join(installRoot(), 'node_modules', '.cache', 'flowarden');
  const folder = join(cache, `data-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const fresh = join(temporaryFolder(), 'template');
  mkdirSync(fresh, { mode: 0o711 });
  const port = await freePort('127.0.0.1', 0, '');
  const running = await startPostgres(fresh, port);
  await running.ready;
  await migrateDatabase(embeddedUrl(fresh, port));
  await untilAlone(embeddedUrl(fresh, port));
  await running.stop();
  storeFolder(fresh, folder, cache);
  return folder;
}

/**
 * Waits until no other client is connected. The job queue's migration resolves before its connections have closed, and its
 * driver would end this process when Postgres stops under one of them.
 */
async function untilAlone(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, fetch_types: false });
  await until('all connections are closed', async () => {
    const [row] = await sql<{ others: number }[]>`
      select count(*)::int as others from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    return row?.others === 0;
  });
  await sql.end();
}

/** Puts the folder in its place in one step; another test process may be doing the same. */
function storeFolder(fresh: string, folder: string, cache: string): void {
  const near = mkdtempSync(join(cache, 'new-'));
  copyFolder(fresh, join(near, 'data'));
  try {
    renameSync(join(near, 'data'), folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(near, { recursive: true, force: true });
  }
}

/** Copies a data folder with owners and modes, which Postgres insists on. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(installRoot(), 'package-lock.json')));
  for (const { text } of readMigrations()) hash.update(text);
  // The owner of the files depends on who runs the tests.
  return hash.update(String(process.getuid?.())).digest('hex').slice(0, 16);
}
