/** Global setup of the test run: a folder for all, and one Postgres, in which each test file creates a database of its own. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { embeddedUrl } from '../../../src/infra/embedded-postgres/embedded-postgres.ts';
import type { Running } from '../../../src/infra/process/restart-process.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import { RUN_FOLDER } from '../run-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startCopy } from './template.ts';

/** Environment variable with the URL of the shared Postgres; unset if a test file runs alone. */
export const SHARED_POSTGRES = 'TEST_POSTGRES_URL';

/** Migrated database without connections: its copy is the database of a test file. */
export const TEMPLATE_DATABASE = 'flowarden_template';

let running: Running | null = null;
let dataDir = '';

/** Starts the shared Postgres and passes its URL to the test files. */
export async function globalSetup(): Promise<void> {
  const folder = temporaryFolder();
  process.env[RUN_FOLDER] = folder;
  dataDir = join(folder, 'data');
  const port = await freePort('127.0.0.1', 0, '');
  running = await startCopy(dataDir, port);
  // However the run ends, Postgres must not stay.
  process.once('exit', () => running?.hurry());
  const url = databaseUrl(embeddedUrl(dataDir, port), 'template1');
  await runStatement(url, `create database ${TEMPLATE_DATABASE} template postgres`);
  process.env[SHARED_POSTGRES] = url;
}

/** Stops the shared Postgres and deletes its data. */
export async function globalTeardown(): Promise<void> {
  await running?.stop();
  running = null;
  rmSync(dataDir, { recursive: true, force: true });
}

/** Returns the URL of another database of the same Postgres. */
export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Runs one statement outside a transaction, over a connection of its own. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, fetch_types: false });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
