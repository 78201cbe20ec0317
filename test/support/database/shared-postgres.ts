/** One Postgres for a run of test files; each file creates a database of its own in it. */
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import { embeddedUrl } from '../../../src/infra/embedded-postgres/embedded-postgres.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import { RUN_POSTGRES_PORT } from '../run-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startCopy } from './template.ts';

/** Migrated database without connections: its copy is the database of a test file. */
export const TEMPLATE_DATABASE = 'flowarden_template';

/** Running Postgres that the test files share. */
export interface SharedPostgres {
  readonly url: string;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** Starts the shared Postgres, with the template of the test files' databases. */
export async function startSharedPostgres(): Promise<SharedPostgres> {
  const dataDir = join(temporaryFolder(), 'data');
  const port = await freePort('127.0.0.1', 0, '');
  const running = await startCopy(dataDir, port);
  // However the run ends, Postgres must not stay.
  process.once('exit', () => running.hurry());
  const url = databaseUrl(embeddedUrl(dataDir, port), 'template1');
  await runStatement(url, `create database ${TEMPLATE_DATABASE} template postgres`);
  return {
    url,
    async stop() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the URL of the run's Postgres, which the first caller starts; null if a test file runs without the runner. */
export async function sharedPostgresUrl(): Promise<string | null> {
  const port = process.env[RUN_POSTGRES_PORT];
  if (port === undefined) return null;
  const answer = JSON.parse(await text(connect(Number(port), '127.0.0.1'))) as {
    readonly url?: string;
    readonly error?: string;
  };
  if (answer.url === undefined) throw new Error(`The shared Postgres did not start: ${answer.error}`);
  return answer.url;
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
