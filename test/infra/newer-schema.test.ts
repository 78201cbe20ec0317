/** The program on a database that the next version has migrated already, as during a rolling upgrade. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Sql } from '../../src/infra/database/connections.ts';
import { connectOwner, disconnect, inTransaction } from '../../src/infra/database/database.ts';
import { migrate } from '../../src/infra/database/migrate.ts';
import { readMigrations } from '../../src/infra/database/migrations.ts';
import {
  embeddedUrl,
  runningUrl,
  startPostgres,
} from '../../src/infra/embedded-postgres/embedded-postgres.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { freePort } from '../../src/processes/supervisor/ports.ts';
import { template } from '../support/database/template.ts';
import { zip } from '../support/files/zip.ts';
import { until } from '../support/processes.ts';
import { NEWER_MIGRATION } from '../support/schema/newer-migration.ts';
import { startReceiver } from '../support/service/receiver.ts';
import { startService } from '../support/service/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FILE = readFileSync(join(installRoot(), 'samples/uipath/Main.xaml'));

async function withOwner<Result>(url: string, work: (owner: Sql) => Promise<Result>): Promise<Result> {
  const owner = connectOwner(url, 2);
  try {
    return await work(owner);
  } finally {
    await disconnect(owner);
  }
}

/** Makes a data folder whose database has a migration that this program does not know. */
async function newerDataFolder(): Promise<string> {
  const folder = join(temporaryFolder(), 'data');
  execFileSync('cp', ['-a', await template(), folder]);
  const port = await freePort('127.0.0.1', 0, '');
  const running = await startPostgres(folder, port);
  await running.ready;
  const applied = await withOwner(embeddedUrl(folder, port), (owner) =>
    migrate(owner, [...readMigrations(), NEWER_MIGRATION]),
  );
  assert.deepEqual(applied, [NEWER_MIGRATION.version]);
  await running.stop();
  return folder;
}

const receiver = await startReceiver((_request, response) => void response.writeHead(204).end());
const dataDir = await newerDataFolder();
const { serve, run } = await startService({
  FLOWARDEN_DATA_DIR: dataDir,
  FLOWARDEN_WEBHOOK_ALLOW_HTTP: 'true',
  FLOWARDEN_WEBHOOK_NETWORKS: '127.0.0.0/8',
});
after(async () => {
  serve.child.kill('SIGTERM');
  await serve.ended;
});

// biome-ignore lint/suspicious/noExplicitAny: other tests check the bodies against their schemas
type Body = any;

async function call(path: string, body?: FormData | object, method = body ? 'POST' : 'GET'): Promise<Body> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${run.restUrl}${path}`, {
    method,
    headers: {
      authorization: `ApiKey ${run.apiKey}`,
      'x-org-id': run.orgId,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

function upload(name: string, content: Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(content)]), name);
  return form;
}

const delivered = (kind: string, count: number) =>
  until(`${count} deliveries of ${kind}`, () => {
    const bodies = receiver.posts.map(({ body }) => JSON.parse(body.toString()) as Body);
    return bodies.filter(({ event }) => event === kind).length === count;
  });

describe('a program on a schema that a newer one has expanded', () => {
  it('is ready in every part', async () => {
    await until('all parts are ready', async () => {
      const answer = await fetch(`${run.restUrl}/readyz`);
      return ((await answer.json()) as Body).status === 'ok';
    });
  });

  it('validates a file and delivers the event to a webhook', async () => {
    await call('/api/v1/org-webhooks', { url: `http://127.0.0.1:${receiver.port}/` });
    const result = await call('/api/v1/validate', upload('Main.xaml', FILE, { platform: 'uipath' }));
    assert.ok(result.findings.length > 0);
    await delivered('validation.completed', 1);
    const { validations } = await call('/api/v1/validations');
    assert.deepEqual(
      validations.map((row: Body) => row.validationId),
      [result.validationId],
    );
  });

  it('validates a file later', async () => {
    const queued = await call('/api/v1/validate/async', upload('Main.xaml', FILE, { platform: 'uipath' }));
    const result = await call(`/api/v1/results/${queued.validationId}?wait=30`);
    assert.ok(result.findings.length > 0);
    await delivered('validation.completed', 2);
  });

  it('validates a project', async () => {
    const archive = zip([
      { name: 'project.json', content: JSON.stringify({ name: 'Robot', main: 'Main.xaml' }) },
      { name: 'Main.xaml', content: FILE },
    ]);
    const path = '/api/v1/validate/project';
    const { projectValidationId } = await call(path, upload('robot.zip', archive));
    const project = await until('the project has ended', async () => {
      const answer = await call(`${path}/${projectValidationId}`);
      return !['queued', 'running'].includes(answer.status) && answer;
    });
    assert.equal(project.status, 'completed', JSON.stringify(project));
  });

  it('manages an organisation: a key, a setting and what the audit log says of them', async () => {
    const { apiKey } = await call('/api/v1/api-keys', { name: 'next', scopes: ['analysis:read'] });
    await call('/api/v1/organisation/settings', { retentionDays: 30 }, 'PATCH');
    const { entries } = await call('/api/v1/audit-log');
    assert.ok(JSON.stringify(entries).includes(apiKey.id));
  });

  it('has written rows that the newer program understands', async () => {
    const rows = await withOwner(runningUrl(dataDir)!, (owner) =>
      inTransaction(
        owner,
        (sql) => sql`select distinct newer_note, newer_kind, newer_size from validations order by 1`,
      ),
    );
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ newerNote: 'completed', newerKind: 'usual', newerSize: 5 }],
    );
  });
});
