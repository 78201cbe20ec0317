/** Readiness over `/readyz` and gRPC health when something that requests need is away. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectApplication } from '../../src/infra/database/database.ts';
import { newestMigration } from '../../src/infra/database/migrations.ts';
import { watchReadiness } from '../../src/processes/core-readiness.ts';
import { startTestGateway } from '../gateway/support/support.ts';
import { ownPostgres } from '../support/database/database.ts';
import { until } from '../support/processes.ts';
import { connect, testCore } from '../support/service/core.ts';
import { checkHealth } from '../support/service/health.ts';

const database = await ownPostgres();
const core = await testCore({ database });
const { owner, url } = database;
const gateway = await startTestGateway({ corePort: core.server.port });
const client = connect(core.server.port);
const sql = connectApplication(url, 1);
const changes: object[] = [];
const causes: unknown[] = [];
let areFilesWell = true;
const stop = watchReadiness({
  sql,
  schemaVersion: newestMigration(),
  areFilesWell: () => areFilesWell,
  everyMs: 20,
  onChange(readiness, cause) {
    changes.push(readiness);
    causes.push(cause instanceof Error ? (cause.cause ?? cause) : cause);
    core.server.showReadiness(readiness);
  },
});
after(async () => {
  stop();
  await sql.end(0);
  client.close();
  await gateway.stop();
});

interface Answer {
  readonly status: number;
  readonly body: {
    readonly status?: string;
    readonly error?: { readonly code: string; readonly message: string };
    readonly parts: Readonly<Record<string, { readonly status: string; readonly reason: string | null }>>;
  };
}

async function query(): Promise<Answer> {
  const answer = await fetch(`${gateway.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

/** Waits for this state of the parts: core, database, schema, queue, files, token. Returns the answer that has it. */
async function untilParts(expected: string): Promise<Answer> {
  let last = await query();
  const seen = () =>
    Object.values(last.body.parts)
      .map(({ status }) => status)
      .join(' ');
  await until(`the parts are ${expected}`, async () => {
    last = await query();
    return seen() === expected;
  });
  return last;
}

const beat = () => owner`
  insert into job_processes (pool_id, host, pid, process_started) values ('one', 'here', 1, 'now')
  on conflict (pool_id) do update set beaten_at = now()`;

describe('readiness', () => {
  it('is degraded without a jobs process, and requests are served', async () => {
    const { status, body } = await untilParts('ok ok ok down ok ok');
    assert.deepEqual([status, body.status], [200, 'degraded']);
    assert.match(body.parts.queue?.reason ?? '', /Start `flowarden jobs`/);
    assert.equal(await checkHealth(client), 'SERVING');
    assert.equal(await checkHealth(client, 'flowarden.queue'), 'NOT_SERVING');
  });
  it('is whole while a jobs process lives', async () => {
    await beat();
    const { status, body } = await untilParts('ok ok ok ok ok ok');
    assert.deepEqual([status, body.status], [200, 'ok']);
    assert.equal(await checkHealth(client, 'flowarden.queue'), 'SERVING');
  });
  it('knows a jobs process that has died by its silence', async () => {
    await owner`update job_processes set beaten_at = now() - interval '46 seconds'`;
    assert.equal((await untilParts('ok ok ok down ok ok')).status, 200);
    await beat();
  });
  it('is degraded while files cannot be stored, and requests are served', async () => {
    areFilesWell = false;
    const { status, body } = await untilParts('ok ok ok ok down ok');
    assert.deepEqual([status, body.status], [200, 'degraded']);
    assert.match(body.parts.files?.reason ?? '', /FLOWARDEN_S3_BUCKET/);
    areFilesWell = true;
    await untilParts('ok ok ok ok ok ok');
  });
  it('is degraded for a gateway whose token the core does not know', async () => {
    const stranger = await startTestGateway({
      corePort: core.server.port,
      origin: { gatewayToken: 'x'.repeat(32) },
    });
    const answer = await fetch(`${stranger.url}/readyz`);
    const body = (await answer.json()) as Answer['body'];
    assert.deepEqual([answer.status, body.status, body.parts.token?.status], [200, 'degraded', 'down']);
    assert.match(body.parts.token?.reason ?? '', /Give both the same secret/);
    await stranger.stop();
  });
  it('ends with a schema that the program has outgrown, for every service', async () => {
    const version = newestMigration();
    await owner`update schema_migrations set version = -1 where version = ${version}`;
    const { status, body } = await untilParts('ok ok down ok ok ok');
    assert.deepEqual([status, body.error?.code], [503, 'database_unavailable']);
    assert.match(body.error?.message ?? '', /flowarden migrate/);
    for (const service of ['', 'flowarden.v1.ValidationService', 'flowarden.schema'])
      assert.equal(await checkHealth(client, service), 'NOT_SERVING', service);
    await owner`update schema_migrations set version = ${version} where version = -1`;
    await untilParts('ok ok ok ok ok ok');
  });
  it('ends with a schema that needs a newer program', async () => {
    const version = newestMigration() + 1;
    await owner`insert into schema_migrations (version, name) values (${version}, 'expands')`;
    await owner`update schema_migrations set needs_migration = ${version} where version = ${version}`;
    assert.equal((await untilParts('ok ok down ok ok ok')).status, 503);
    await owner`update schema_migrations set needs_migration = 0 where version = ${version}`;
    await untilParts('ok ok ok ok ok ok');
    await owner`delete from schema_migrations where version = ${version}`;
  });
  it('ends with a schema of before 0.1.0, whose list of migrations has no such column', async () => {
    await owner`alter table schema_migrations rename column needs_migration to other`;
    assert.equal((await untilParts('ok ok down down ok ok')).status, 503);
    await owner`alter table schema_migrations rename column other to needs_migration`;
    await untilParts('ok ok ok ok ok ok');
  });
  it('ends with a schema from before anybody could look', async () => {
    await owner`revoke select (version) on schema_migrations from flowarden_app`;
    assert.equal((await untilParts('ok ok down down ok ok')).status, 503);
    await owner`grant select (version) on schema_migrations to flowarden_app`;
    await untilParts('ok ok ok ok ok ok');
  });
  it('ends while transactions do not run as the role that row-level security holds', async () => {
    await owner`alter role flowarden_app bypassrls`;
    const { status, body } = await untilParts('ok down unknown unknown unknown ok');
    assert.deepEqual([status, body.error?.code], [503, 'database_unavailable']);
    assert.match(String(causes.at(-1)), /Row-level security does not hold/);
    await owner`alter role flowarden_app nobypassrls`;
    await untilParts('ok ok ok ok ok ok');
  });
  it('ends while the account may not take the role of the application', async () => {
    await owner`alter role flowarden_app rename to flowarden_away`;
    assert.equal((await untilParts('ok down unknown unknown unknown ok')).status, 503);
    assert.match(String(causes.at(-1)), /flowarden_(?:app|away)/);
    await owner`alter role flowarden_away rename to flowarden_app`;
    await untilParts('ok ok ok ok ok ok');
  });
  it('ends with the database, without revealing its address, and returns with it', async () => {
    await database.stop();
    const { status, body } = await untilParts('ok down unknown unknown unknown ok');
    assert.deepEqual([status, body.error?.code], [503, 'database_unavailable']);
    assert.doesNotMatch(JSON.stringify(body), /postgres:|127\.0\.0\.1:(?!\d+\/docs)|flowarden_app/);
    assert.equal(await checkHealth(client), 'NOT_SERVING');
    await database.start();
    await beat();
    assert.equal((await untilParts('ok ok ok ok ok ok')).status, 200);
    assert.equal(await checkHealth(client), 'SERVING');
  });
  it('is reported once for each change', () => {
    const texts = changes.map((change) => JSON.stringify(change));
    assert.ok(texts.every((text, index) => text !== texts[index - 1]));
  });
});
