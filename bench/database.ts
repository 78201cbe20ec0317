/** A Postgres of its own for a group of figures, migrated. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedUrl, startPostgres } from '../src/serve/embedded-postgres.ts';
import { freePort } from '../src/serve/ports.ts';
import { migrateDatabase } from '../src/store/migrate.ts';
import { temporaryFolder } from './temporary.ts';

export interface BenchDatabase {
  /** Address for the owner. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts one; its files go when it is stopped. */
export async function benchDatabase(): Promise<BenchDatabase> {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const port = await freePort('127.0.0.1', 0, '');
  const postgres = await startPostgres(dataDir, port);
  await postgres.ready;
  const url = embeddedUrl(dataDir, port);
  await migrateDatabase(url);
  return {
    url,
    async stop() {
      await postgres.stop();
      folder[Symbol.dispose]();
    },
  };
}
