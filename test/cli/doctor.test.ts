/** `flowarden doctor`: each check, on an installation that is well and with the fault that it looks for. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import S3rver from 's3rver';
import { checkAccount } from '../../src/cli/doctor/account-check.ts';
import { skewText } from '../../src/cli/doctor/bucket-check.ts';
import type { CheckResult } from '../../src/cli/doctor/check.ts';
import { checkClock, judgePooler } from '../../src/cli/doctor/database-checks.ts';
import { doctorCommand } from '../../src/cli/doctor/doctor-command.ts';
import { inTransaction } from '../../src/infra/database/database.ts';
import { programVersion } from '../../src/infra/process/install-root.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { beat } from '../../src/infra/queue/job-processes.ts';
import { beatPrograms } from '../../src/infra/queue/program-beats.ts';
import { loadConfig } from '../../src/infra/settings/config.ts';
import { holdPepper } from '../../src/service/access/first-run.ts';
import { testDatabase, testOrganisation } from '../support/database/database.ts';
import { NO_PGBOUNCER, startPgbouncer } from '../support/database/pgbouncer.ts';
import { startMailServer } from '../support/service/mail-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const database = await testDatabase();
const { url, owner, ownerSql } = database;
const KEY = 'k'.repeat(40);
const SETTINGS: Readonly<Record<string, string>> = {
  DATABASE_URL: url,
  FLOWARDEN_KEY_PEPPER: KEY,
  FLOWARDEN_SECRETS_KEY: KEY,
  FLOWARDEN_WEBHOOK_KEY: KEY,
};

/** Runs the command. Returns its output and exit code. */
async function run(words: readonly string[], environment = SETTINGS, warnings: readonly string[] = []) {
  let text = '';
  const load = (role: Parameters<typeof loadConfig>[1] | null) => loadConfig(environment, role ?? undefined);
  const code = await doctorCommand(words, { load, warnings }, (part) => {
    text += part;
  });
  return { text, code };
}

/** Returns the results of one check. */
async function resultsOf(check: string, words: readonly string[] = [], environment = SETTINGS) {
  const { text, code } = await run([...words, '--format', 'json'], environment);
  const { ok, checks } = JSON.parse(text) as { ok: boolean; checks: readonly CheckResult[] };
  assert.equal(ok, code === 0);
  return checks.filter((one) => one.check === check).map(({ state, text: said }) => `${state}: ${said}`);
}

const CORE = '00000000-0000-7000-8000-000000000001';

function processOf(poolId: string) {
  return { poolId, host: 'here', pid: 1, started: 'now' };
}

before(async () => {
  await inTransaction(ownerSql, async (sql) => {
    await beat(sql, processOf('jobs-1'));
    await beat(sql, processOf('deliveries-1'), 'deliveries');
    await beatPrograms(sql, CORE, [{ kind: 'core', version: programVersion() }]);
  });
});

describe('flowarden doctor', () => {
  it('ends with 0 when nothing is wrong, a line for each check', async () => {
    const { text, code } = await run([]);
    assert.equal(code, 0, text);
    const checks = text.split('\n').map((line) => line.split(/ +/)[1]);
    for (const check of [
      'settings',
      'database',
      'account',
      'walls',
      'schema',
      'pooler',
      'clock',
      'programs',
      'pepper',
      'targets',
      'core',
      'bucket',
      'mail',
    ])
      assert.ok(checks.includes(check), check);
    assert.match(text, /^ok {6}schema {4}Every migration is applied/m);
    assert.match(text, /^No check failed\.$/m);
  });

  it('explains itself, and rejects arguments that it does not know', async () => {
    assert.match((await run(['--help'])).text, /^flowarden doctor \[--role core\|gateway/);
    for (const words of [['--role', 'postgres'], ['--format', 'xml'], ['now'], ['--deep']])
      await assert.rejects(
        run(words),
        (error: unknown) => error instanceof StartError && error.exitCode === 2,
      );
  });

  it('names settings that are invalid or missing, and warns of unknown ones', async () => {
    const [invalid] = await resultsOf('settings', [], { ...SETTINGS, FLOWARDEN_HTTP_PORT: 'eighty' });
    assert.match(invalid!, /^failed: .*FLOWARDEN_HTTP_PORT is "eighty"; it must be a whole number/);
    const { FLOWARDEN_KEY_PEPPER: _pepper, ...others } = SETTINGS;
    assert.match(
      (await resultsOf('settings', ['--role', 'core'], others))[0]!,
      /^failed: FLOWARDEN_KEY_PEPPER is not set/,
    );
    const { text, code } = await run([], SETTINGS, ['FLOWARDEN_HOTS is not a setting']);
    assert.match(text, /^warning settings {2}FLOWARDEN_HOTS is not a setting$/m);
    assert.equal(code, 0);
  });

  it('says why the database cannot be reached, without its password', async () => {
    const { text, code } = await run([], {
      ...SETTINGS,
      DATABASE_URL: 'postgres://me:hunter2secret@127.0.0.1:1/none',
    });
    assert.equal(code, 1);
    assert.match(
      text,
      /^failed {2}database {2}The database cannot be reached: .*ECONNREFUSED.* Check DATABASE_URL/m,
    );
    assert.match(text, /^skipped schema/m);
    assert.doesNotMatch(text, /hunter2secret/);
    const none = { ...SETTINGS, DATABASE_URL: '', FLOWARDEN_DATA_DIR: temporaryFolder() };
    assert.match((await resultsOf('database', [], none))[0]!, /^failed: DATABASE_URL is not set/);
  });

  it('names tables whose rows the wall does not protect, or that the application may not read', async () => {
    await owner`alter table exceptions disable row level security`;
    assert.match((await resultsOf('walls'))[0]!, /^failed: Row-level security does not hold for exceptions:/);
    await owner`alter table exceptions enable row level security`;
    await owner`create table lost (org_id uuid primary key)`;
    await owner`select tenant_wall('lost')`;
    assert.match((await resultsOf('walls'))[0]!, /^failed: The application may not read lost:/);
    await owner`drop table lost`;
    assert.match((await resultsOf('walls'))[0]!, /^ok/);
  });

  it('counts migrations that are pending, and accepts a newer schema that only expands', async () => {
    const [newest] =
      await owner`delete from schema_migrations where version = (select max(version) from schema_migrations) returning *`;
    assert.match(
      (await resultsOf('schema'))[0]!,
      new RegExp(`^failed: .* this program needs ${newest!.version}: run \`flowarden migrate\``),
    );
    await owner`insert into schema_migrations (version, name) values (${newest!.version}, ${newest!.name}), (9000, 'next')`;
    assert.match((await resultsOf('schema'))[0]!, /^ok: A newer program has migrated to 9000/);
    await owner`update schema_migrations set needs_migration = 9000 where version = 9000`;
    assert.match((await resultsOf('schema'))[0]!, /^failed: The database is newer than this program/);
    await owner`delete from schema_migrations where version = 9000`;
  });

  it('misses processes that do not beat, and names those of another version', async () => {
    await owner`update job_processes set beaten_at = now() - interval '5 minutes' where kind = 'jobs'`;
    await owner`update job_processes set version = '0.0.9' where kind = 'deliveries'`;
    const [jobs, deliveries, ...more] = await resultsOf('programs');
    assert.equal(jobs, 'failed: No process of the jobs beats: start `flowarden jobs`.');
    assert.match(deliveries!, /^warning: A process of the deliveries is of version 0\.0\.9/);
    assert.deepEqual(more, []);
    await owner`update job_processes set beaten_at = now(), version = ${programVersion()}`;
  });

  it('misses cores, and names those and gateways of another version', async () => {
    await owner`delete from program_beats`;
    assert.deepEqual(await resultsOf('programs'), [
      'failed: No process of the core beats: start `flowarden core`, or replace cores of a version before this check.',
    ]);
    const programs = [
      { kind: 'core', version: programVersion() },
      { kind: 'gateway', version: '0.0.9' },
    ] as const;
    await inTransaction(ownerSql, (sql) => beatPrograms(sql, CORE, programs));
    const [gateway, ...more] = await resultsOf('programs');
    assert.match(gateway!, /^warning: A process of the gateway is of version 0\.0\.9/);
    assert.deepEqual(more, []);
    await owner`delete from program_beats where role = 'gateway'`;
    assert.deepEqual(await resultsOf('programs'), [
      `ok: These beat, all of version ${programVersion()}: core, deliveries, jobs.`,
    ]);
  });

  it('warns of each audit and ticket target that fails, with its problem', async () => {
    assert.deepEqual(await resultsOf('targets'), ['ok: No audit or ticket target fails.']);
    const orgId = await testOrganisation(database);
    const at = new Date('2026-03-02T09:41:07.120Z');
    await owner`
      insert into audit_targets (org_id, id, name, kind, format, url, state, sent_sequence, failing_since, problem, due_at, created_at,
        created_by_name, updated_at)
      select ${orgId}, gen_random_uuid(), name, 'https', 'ocsf', 'https://siem.example.com', state, 0, since, 'It is down.\n', ${at},
        ${at}, 'Ada', ${at}
      from (values ('SIEM', 'active', ${at}::timestamptz), ('Well', 'active', null), ('Paused', 'paused', ${at})) as row (name, state, since)`;
    await owner`
      insert into ticket_targets (org_id, id, name, kind, url, project, state, policy, mapping, open_max, failing_since, problem, due_at,
        created_at, created_by_name, updated_at)
      select ${orgId}, gen_random_uuid(), name, 'servicenow', 'https://' || name || '.example.com', 'incident', state, '{}', '{}', 1, since,
        'Check the credential.', ${at}, ${at}, 'Ada', ${at}
      from (values ('Robots', 'active', ${at}::timestamptz), ('Well', 'active', null), ('Paused', 'paused', ${at})) as row (name, state, since)`;
    assert.deepEqual(await resultsOf('targets'), [
      `warning: The audit target "SIEM" of the organisation ${orgId} fails since 2026-03-02T09:41:07.120Z: It is down.\\u000a`,
      `warning: The ticket target "Robots" of the organisation ${orgId} fails since 2026-03-02T09:41:07.120Z: Check the credential.`,
    ]);
    await owner`delete from audit_targets`;
    await owner`delete from ticket_targets`;
  });

  it('misses a process that pulls once there is a source', async () => {
    const orgId = await testOrganisation(database);
    await owner`
      insert into sources (org_id, id, kind, name, settings, created_at, created_by_name, updated_at)
      values (${orgId}, gen_random_uuid(), 'uipath', 'One', '{}', now(), 'Ada', now())`;
    const missing = 'failed: There are sources, and no process of the pulls beats: start `flowarden pulls`.';
    assert.deepEqual(await resultsOf('programs'), [missing]);
    await inTransaction(ownerSql, (sql) => beat(sql, processOf('pulls-1'), 'pulls'));
    assert.deepEqual(await resultsOf('programs'), [
      `ok: These beat, all of version ${programVersion()}: core, deliveries, jobs, pulls.`,
    ]);
    const names = { ...SETTINGS, FLOWARDEN_SOURCES_KEY: '' };
    assert.match(
      (await resultsOf('settings', ['--role', 'pulls'], names))[0]!,
      /^failed: FLOWARDEN_SOURCES_KEY is not set/,
    );
    await owner`delete from sources`;
    await owner`delete from job_processes where kind = 'pulls'`;
  });

  it('finds a pepper that is not the one of the API keys, and shows neither', async () => {
    assert.match((await resultsOf('pepper'))[0]!, /^ok: The database is new/);
    await inTransaction(ownerSql, (sql) => holdPepper(sql, KEY));
    assert.match((await resultsOf('pepper', ['--role', 'core']))[0]!, /^ok/);
    const other = { ...SETTINGS, FLOWARDEN_KEY_PEPPER: 'other'.repeat(8) };
    const { text, code } = await run(['--role', 'core'], other);
    assert.match(text, /^failed {2}pepper {4}FLOWARDEN_KEY_PEPPER is not the one/m);
    assert.equal(code, 1);
    assert.doesNotMatch(text, /otherother|kkkk/);
    assert.match((await resultsOf('pepper', ['--role', 'jobs'], other))[0]!, /^skipped/);
  });

  it('finds a pooler that the settings do not name', { skip: NO_PGBOUNCER }, async () => {
    const pooled = { ...SETTINGS, DATABASE_URL: await startPgbouncer(url, 'transaction') };
    assert.match(
      (await resultsOf('pooler', ['--role', 'core'], pooled))[0]!,
      /^failed: .* set FLOWARDEN_DATABASE_POOLER=true/,
    );
  });

  it('tries the cores that a gateway calls', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    after(() => server.close());
    const { port } = server.address() as { port: number };
    const cores = (addresses: string) =>
      resultsOf('core', ['--role', 'gateway'], { FLOWARDEN_CORE_ADDRESS: addresses });
    assert.deepEqual(await cores(`127.0.0.1:${port}`), ['ok: A core takes connections.']);
    assert.match(
      (await cores(`127.0.0.1:${port},127.0.0.1:1`))[0]!,
      /^warning: Not every core answers: 127\.0\.0\.1:1 /,
    );
    assert.match((await cores('127.0.0.1:1'))[0]!, /^failed: No core answers: .*ECONNREFUSED/);
  });

  it('writes, reads and deletes in the bucket', async () => {
    const s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: temporaryFolder(),
      configureBuckets: [{ name: 'files', configs: [] }],
    });
    const { port } = await s3.run();
    after(() => s3.close());
    const bucket = {
      ...SETTINGS,
      FLOWARDEN_S3_BUCKET: 'files',
      FLOWARDEN_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FLOWARDEN_S3_ACCESS_KEY_ID: 'S3RVER',
      FLOWARDEN_S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
    assert.match(
      (await resultsOf('bucket', [], bucket))[0]!,
      /^ok: An object was written, read and deleted in files/,
    );
    const [other] = await resultsOf('bucket', [], { ...bucket, FLOWARDEN_S3_BUCKET: 'elsewhere' });
    assert.match(other!, /^failed: .* in elsewhere failed: .*bucket.* Check FLOWARDEN_S3_ENDPOINT/i);
    assert.match((await resultsOf('bucket', ['--role', 'deliveries'], bucket))[0]!, /^skipped/);
  });

  it('connects to the mail server, and sends nothing', async () => {
    const { config, mails, close } = await startMailServer();
    const mail = {
      ...SETTINGS,
      FLOWARDEN_SMTP_URL: `smtp://127.0.0.1:${config.port}`,
      FLOWARDEN_SMTP_ALLOW_PLAIN: 'true',
      FLOWARDEN_MAIL_FROM: config.from,
    };
    assert.match(
      (await resultsOf('mail', [], mail))[0]!,
      /^ok: The mail server 127\.0\.0\.1:\d+ takes connections\./,
    );
    assert.equal(mails.length, 0);
    assert.match(
      (await resultsOf('mail', [], { ...mail, FLOWARDEN_SMTP_ALLOW_PLAIN: 'false' }))[0]!,
      /^failed: .*ETLS/,
    );
    await close();
    assert.match((await resultsOf('mail', [], mail))[0]!, /^failed: .*ESOCKET|ECONN/);
    assert.match((await resultsOf('mail', ['--role', 'core'], mail))[0]!, /^skipped/);
  });
});

const FACTS = {
  serverVersion: 18,
  account: 'me',
  isUnwalled: false,
  isOwner: true,
  maySwitchToApplication: true,
  maySwitchToDeliveries: true,
  maySwitchToPulls: true,
  unwalledRoles: [],
  now: new Date(),
};

describe('the account that flowarden doctor finds', () => {
  const none = {
    isOwner: false,
    maySwitchToApplication: false,
    maySwitchToDeliveries: false,
    maySwitchToPulls: false,
  };
  const cases = [
    [{}, 'jobs', /^ok/],
    [{ isOwner: false, maySwitchToDeliveries: false }, 'core', /^ok/],
    [{ isOwner: false, maySwitchToApplication: false }, 'deliveries', /^ok/],
    [none, 'core', /^failed me may not become flowarden_app: `grant flowarden_app to me`/],
    [none, 'deliveries', /^failed me may not become flowarden_deliveries/],
    [none, 'pulls', /^failed me may not become flowarden_pulls/],
    [{ isOwner: false, maySwitchToApplication: false, maySwitchToDeliveries: false }, 'pulls', /^ok/],
    [{ isOwner: false }, 'jobs', /^failed me does not own the tables/],
    [none, null, /^failed me has no rights in this database/],
    [
      { maySwitchToApplication: null },
      null,
      /^failed The role flowarden_app does not exist: run `flowarden migrate`/,
    ],
    [
      { unwalledRoles: ['flowarden_app'] },
      null,
      /^failed Row-level security does not hold the role flowarden_app/,
    ],
    [{}, 'core', /^warning me has more rights than the core needs/],
    [{ isUnwalled: true }, null, /^warning me is a superuser/],
  ] as const;
  for (const [index, [changes, role, expected]] of cases.entries()) {
    it(`is judged for ${role ?? 'no role in particular'} (${index + 1})`, () => {
      const [first, ...more] = checkAccount({ ...FACTS, ...changes }, role);
      assert.match(`${first!.state} ${first!.text}`, expected);
      assert.deepEqual(more, []);
    });
  }
});

it('does not complain of the account of the embedded Postgres', () => {
  assert.equal(checkAccount({ ...FACTS, isUnwalled: true }, null, true)[0]!.state, 'ok');
});

describe('the pooler that flowarden doctor detects', () => {
  const cases = [
    [true, false, 'core', /^failed .* set FLOWARDEN_DATABASE_POOLER=true/],
    [true, true, 'core', /^ok A pooler in transaction mode/],
    [true, true, 'jobs', /^failed .* give the jobs the address of Postgres itself/],
    [false, true, 'jobs', /^failed/],
    [false, true, null, /^warning FLOWARDEN_DATABASE_POOLER is set and nothing pools/],
    [false, false, 'jobs', /^ok Connections are sessions/],
  ] as const;
  for (const [isDetected, isPooled, role, expected] of cases)
    it(`fits ${role ?? 'any role'} or not (${isDetected ? 'there' : 'none'}, ${isPooled ? 'named' : 'not named'})`, () => {
      const { state, text } = judgePooler(isDetected, { isPooled, role });
      assert.match(`${state} ${text}`, expected);
    });
});

describe('clocks that flowarden doctor compares', () => {
  it('agree within some seconds, else one is ahead', () => {
    assert.equal(checkClock(-1_000).state, 'ok');
    assert.equal(
      checkClock(9_000).text,
      'The clock of the database is 9 s ahead of that of this machine: synchronise both by NTP.',
    );
    assert.match(checkClock(-9_000).text, /9 s behind that of this machine/);
    assert.match(skewText(120_000), /bucket is 120 s ahead/);
  });
});
