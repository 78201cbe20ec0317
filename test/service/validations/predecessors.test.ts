/** Earlier run that a run is compared with: in the store, over REST and the queue, and in a pipeline with curl. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import type { PipelineContext } from '../../../src/contract/ci-context.ts';
import { SETTINGS_DEFAULT } from '../../../src/contract/organisation-settings.ts';
import { fileOf } from '../../../src/contract/runs/same-file.ts';
import { RunServiceService as Runs } from '../../../src/gen/flowarden/internal/v1/run.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import type { TenantTransaction } from '../../../src/infra/database/transaction.ts';
import { readJudgingInput } from '../../../src/service/validations/policy-input-store.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { testOrganisation } from '../../support/database/database.ts';
import { zip } from '../../support/files/zip.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';
import { validationRecord } from '../../support/service/validation-record.ts';
import { insertTestWebhook } from '../../support/service/webhook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CURL_ABSENT =
  spawnSync('curl', ['--version']).error === undefined ? false : 'SKIPPED: there is no curl on this machine';

const { core, coreClient, gateway, submit, read, completed } = await projectService();
const { app, owner } = core.database;

type RunOf = Pick<ValidationRecord, 'filename' | 'branch'> & { readonly repository?: string | null };

const pipelineOf = ({ branch, repository = 'bank/robots' }: Omit<RunOf, 'filename'>) =>
  ({ repository, branch }) as PipelineContext;

describe('the predecessor of a run', () => {
  const MAIN = { filename: 'src/Main.xaml', branch: 'main' } as const;
  const PR = { ...MAIN, branch: 'feature/x' } as const;
  const NO_BRANCH = { ...MAIN, branch: null } as const;
  const OLD = { filename: 'Main.xaml', hasPath: false } as const;
  type Earlier = Partial<ValidationRecord> & { readonly repository?: string | null };
  const cases: readonly (readonly [
    fact: string,
    run: RunOf,
    earlier: Readonly<Record<string, Earlier>>,
    expected: string | undefined,
    defaultBranches?: readonly string[],
  ])[] = [
    ['is none when the file is new', MAIN, {}, undefined],
    ['is the newest on the same branch', PR, { old: PR, newer: PR, main: MAIN }, 'newer'],
    ['is the newest on a default branch when its own branch has none', PR, { old: MAIN, main: MAIN }, 'main'],
    [
      'is the newest of several default branches',
      PR,
      { main: MAIN, master: { ...MAIN, branch: 'master' } },
      'master',
    ],
    [
      'is none on another branch that is no default branch',
      PR,
      { other: { ...PR, branch: 'other' } },
      undefined,
    ],
    [
      'follows the default branches of the organisation',
      PR,
      { trunk: { ...MAIN, branch: 'trunk' }, main: MAIN },
      'trunk',
      ['refs/heads/trunk'],
    ],
    ['without a branch is the newest without one', NO_BRANCH, { none: NO_BRANCH, main: MAIN }, 'none'],
    ['without a branch is else on a default branch', NO_BRANCH, { main: MAIN, other: PR }, 'main'],
    ['on a branch is never one without a branch', MAIN, { none: NO_BRANCH }, undefined],
    [
      'is on the same branch when one of them is written refs/heads/…',
      { ...PR, branch: 'refs/heads/feature/x' },
      { main: MAIN, pr: PR, newMain: MAIN },
      'pr',
    ],
    [
      'is on a default branch that was submitted as refs/heads/…',
      PR,
      { main: { ...MAIN, branch: 'refs/heads/main' } },
      'main',
    ],
    ['is never of another repository', MAIN, { other: { ...MAIN, repository: 'bank/payments' } }, undefined],
    ['with a repository is never one without', MAIN, { other: { ...MAIN, repository: null } }, undefined],
    [
      'without a repository is one without',
      { ...MAIN, repository: null },
      { own: { ...MAIN, repository: null } },
      'own',
    ],
    ['is never of another folder', MAIN, { other: { ...MAIN, filename: 'lib/Main.xaml' } }, undefined],
    ['is never of the root folder', MAIN, { root: { ...MAIN, filename: 'Main.xaml' } }, undefined],
    ['is never of another platform', MAIN, { other: { ...MAIN, platform: 'blue-prism' } }, undefined],
    [
      'is an old run with the base name as long as the path has none',
      PR,
      { old: { ...OLD, branch: 'main' } },
      'old',
    ],
    [
      'is a run of the path rather than an old one with the base name',
      PR,
      { main: MAIN, old: { ...OLD, branch: 'feature/x' } },
      'main',
    ],
    [
      'is never an old run with the base name in another repository',
      MAIN,
      { old: { ...OLD, branch: 'main', repository: 'bank/payments' } },
      undefined,
    ],
    [
      'of a file in the root folder may be old too',
      { ...MAIN, filename: 'Main.xaml' },
      { old: { ...OLD, branch: 'main' } },
      'old',
    ],
  ];
  for (const [fact, run, earlier, expected, defaultBranches = SETTINGS_DEFAULT.defaultBranches] of cases) {
    it(fact, async () => {
      const orgId = await testOrganisation(core.database);
      const names = new Map<string, string>();
      await withOrganisation(app, orgId, async (sql) => {
        for (const [index, [name, { repository, ...changes }]] of Object.entries(earlier).entries()) {
          const branch = changes.branch ?? null;
          const pipeline = pipelineOf(repository === undefined ? { branch } : { branch, repository });
          const validatedAt = new Date(Date.UTC(2030, 0, 1 + index));
          const record = validationRecord(orgId, { ...changes, branch, pipeline, validatedAt });
          names.set(record.id, name);
          await insertValidation(sql, record);
        }
      });
      const file = fileOf(run.filename, pipelineOf(run));
      const reading = {
        platform: 'uipath',
        file,
        exceptionScope: null,
        branch: run.branch,
        defaultBranches,
      } as const;
      const { previous } = await withOrganisation(app, orgId, (sql) =>
        readJudgingInput(sql, reading, new Date()),
      );
      assert.equal(previous && names.get(previous.id), expected);
    });
  }

  it('is found by the index alone, however many runs the file and the organisation have', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const orgId = await testOrganisation(core.database);
    const pipeline = pipelineOf({ branch: 'main' });
    const record = validationRecord(orgId, { filename: 'src/Main.xaml', branch: 'main', pipeline });
    await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
    // Every second one is another run of the same file.
    await owner`
      insert into validations
      select (jsonb_populate_record(v, jsonb_build_object(
        'id', uuid_v7_floor(now() - n * interval '1 second'),
        'run_key', case n % 2 when 0 then v.run_key else run_key_of('uipath', null, n::text, null) end))).*
      from validations v, generate_series(1, 5000) as n where v.id = ${record.id}`;
    await owner`analyze validations`;
    const run = {
      platform: 'uipath',
      file: fileOf('src/Main.xaml', pipeline),
      exceptionScope: null,
      branch: 'feature/x',
      defaultBranches: ['main', 'master'],
    } as const;
    const plan = await withOrganisation(app, orgId, (sql) =>
      explain(sql, 'as previous on true', (explaining) => readJudgingInput(explaining, run, new Date())),
    );
    assert.match(plan, /Index Cond: \(\(org_id = .*run_key = .*has_path = true/);
    assert.doesNotMatch(plan, /Seq Scan on validations[^\n]*actual|Filter: .*run_key|Rows Removed/);
    const read = [...plan.matchAll(/Scan[^\n]* on validations[^\n]*actual [^\n]*rows=([\d.]+)/g)].map(
      ([, rows]) => Number(rows),
    );
    assert.ok(read.length > 0 && Math.max(...read) <= 1, plan);
  });
});

const xaml = (fragment: string): string => uipath.snippet(fragment);
const CLEAN = xaml('<Sequence DisplayName="Work"/>');
const CARELESS =
  '<TryCatch DisplayName="Careless"><TryCatch.Try><ui:MoveFile Path="a.txt" Destination="b.txt" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>';
const metadata = (branch: string | null, repository = 'bank/robots') =>
  JSON.stringify({ pipeline: { repository, ...(branch === null ? {} : { branch }) } });

/** Sends a file as a browser does. */
async function send(
  who: Identity,
  route: string,
  name: string,
  content: string,
  fields: Record<string, string>,
) {
  const form = new FormData();
  form.set('platform', 'uipath');
  for (const [field, text] of Object.entries(fields)) form.set(field, text);
  form.set('file', new Blob([content]), name);
  const response = await fetch(`${gateway.url}/api/v1/validate${route}`, {
    method: 'POST',
    headers: headers(who),
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Body };
}
const validated = async (who: Identity, name: string, content: string, fields: Record<string, string> = {}) =>
  (await send(who, '', name, content, fields)).body;
const newOf = ({ diff }: Body) => [diff.newFindingsCount, diff.previousScore];

describe('a file in a repository', () => {
  it('is not compared with the file of the same name in another repository', async () => {
    const who = await core.identity();
    await validated(who, 'Main.xaml', CLEAN, { metadata: metadata('main', 'bank/payments') });
    const first = await validated(who, 'Main.xaml', xaml(CARELESS), { metadata: metadata('main') });
    assert.deepEqual([first.diff.isRegression, ...newOf(first)], [false, 0, null]);
  });

  it('is not compared with the file of the same name in another folder', async () => {
    const who = await core.identity();
    const fields = { metadata: metadata('main') };
    const one = await validated(who, 'a/Main.xaml', CLEAN, fields);
    const other = await validated(who, 'b/Main.xaml', xaml(CARELESS), fields);
    assert.deepEqual([one.filename, other.filename], ['a/Main.xaml', 'b/Main.xaml']);
    assert.deepEqual(newOf(other), [0, null]);
    const again = await validated(who, 'a/Main.xaml', xaml(CARELESS), fields);
    assert.equal(again.diff.previousScore, one.score);
    assert.ok(again.diff.isRegression && again.diff.newFindingsCount > 0);
    assert.ok(again.diff.changes.every(({ fileName }: Body) => fileName === 'a/Main.xaml'));
  });

  it('is the same file however the client writes its path', { skip: IN_FULL_RUN_ONLY }, async () => {
    const who = await core.identity();
    const first = await validated(who, 'src/lib/Main.xaml', CLEAN);
    for (const name of [
      'src\\lib\\Main.xaml',
      './src/lib/Main.xaml',
      '/src/lib/Main.xaml',
      'C:\\src\\lib\\Main.xaml',
    ]) {
      const again = await validated(who, name, CLEAN);
      assert.deepEqual([again.filename, again.diff.previousScore], ['src/lib/Main.xaml', first.score], name);
    }
  });

  it('has the same findings and fingerprints in every folder', async () => {
    const who = await core.identity();
    const rulesOf = ({ findings }: Body) =>
      findings.map(({ catalogRuleId, location }: Body) => [catalogRuleId, location]);
    const root = await validated(who, 'Main.xaml', xaml(CARELESS));
    const folder = await validated(who, 'src/Main.xaml', xaml(CARELESS));
    assert.deepEqual(rulesOf(folder), rulesOf(root));
    const rows = await owner`select distinct artifact_key from validations where org_id = ${who.orgId}`;
    assert.equal(rows.length, 1);
  });

  it('sends webhooks its path', { skip: IN_FULL_RUN_ONLY }, async () => {
    const who = await core.identity();
    await insertTestWebhook(app, who.orgId, 9);
    await validated(who, 'src/Main.xaml', CLEAN);
    const [event] = await owner`select data ->> 'fileName' as name from events where org_id = ${who.orgId}`;
    assert.equal(event?.name, 'src/Main.xaml');
  });

  it('that waited in the queue is compared as one that did not', { skip: IN_FULL_RUN_ONLY }, async () => {
    const who = await core.identity();
    const first = await validated(who, 'src/Main.xaml', CLEAN, { metadata: metadata('main') });
    const fields = { metadata: metadata('refs/heads/feature/x') };
    const { body } = await send(who, '/async', 'src/Main.xaml', xaml(CARELESS), fields);
    await coreClient.call(
      Runs.runValidation,
      { orgId: who.orgId, validationId: body.validationId },
      { signal: new AbortController().signal, timeMsMax: 60_000 },
    );
    // The runner of projects, which this file starts, leaves these jobs alone.
    await owner`delete from graphile_worker._private_jobs where payload ->> 'validationId' = ${body.validationId}`;
    const queued = await read(who, `/api/v1/results/${body.validationId}`);
    const now = await validated(who, 'src/Main.xaml', xaml(CARELESS), { metadata: metadata('feature/y') });
    assert.deepEqual(queued.diff, { ...now.diff, previousValidatedAt: first.validatedAt });
    assert.ok(queued.diff.newFindingsCount > 0);
    assert.equal(queued.pipeline.branch, 'refs/heads/feature/x');
    const next = await validated(who, 'src/Main.xaml', xaml(CARELESS), { metadata: metadata('feature/x') });
    assert.equal(next.diff.previousValidatedAt, queued.validatedAt);
  });

  it('is compared with the default branches that the organisation has set', async () => {
    const who = await core.identity();
    const trunk = await validated(who, 'Main.xaml', CLEAN, { metadata: metadata('trunk') });
    const before = await validated(who, 'Main.xaml', CLEAN, { metadata: metadata('feature/x') });
    assert.equal(before.diff.previousScore, null);
    const answer = await fetch(`${gateway.url}/api/v1/organisation/settings`, {
      method: 'PATCH',
      headers: { ...headers(who), 'Content-Type': 'application/json' },
      body: JSON.stringify({ defaultBranches: ['trunk'] }),
    });
    assert.deepEqual([answer.status, ((await answer.json()) as Body).defaultBranches], [200, ['trunk']]);
    const now = await validated(who, 'Main.xaml', CLEAN, { metadata: metadata('feature/y') });
    assert.equal(now.diff.previousValidatedAt, trunk.validatedAt);
  });
});

describe('a project in a repository', () => {
  const ROBOT = [
    { name: 'Main.xaml', content: CLEAN },
    { name: 'lib/Main.xaml', content: CLEAN },
  ];
  const submitted = async (
    who: Identity,
    archive: typeof ROBOT,
    branch: string | null,
    repository?: string,
  ) => {
    const { body } = await submit(who, zip(archive), 'build/robot.zip', {
      metadata: metadata(branch, repository),
    });
    return completed(who, body.projectValidationId);
  };

  it('is compared with its branch, then with a default branch, and with its own repository alone', async () => {
    const who = await core.identity();
    const [main, other] = [
      await submitted(who, ROBOT, 'main'),
      await submitted(who, ROBOT, 'main', 'bank/payments'),
    ];
    assert.deepEqual(
      [main.filename, main.diff.previousScore, other.diff.previousScore],
      ['robot.zip', null, null],
    );
    const changed = [ROBOT[0]!, { ...ROBOT[1]!, content: xaml(CARELESS) }];
    const pr = await submitted(who, changed, 'feature/x');
    assert.deepEqual([pr.diff.previousScore, pr.diff.previousValidatedAt], [main.score, main.completedAt]);
    assert.ok(pr.diff.newFindingsCount > 0);
    assert.ok(pr.diff.changes.every(({ fileName }: Body) => fileName === 'lib/Main.xaml'));
    const again = await submitted(who, changed, 'refs/heads/feature/x');
    assert.deepEqual([again.diff.newFindingsCount, again.diff.previousValidatedAt], [0, pr.completedAt]);
    const elsewhere = await submitted(who, changed, null);
    assert.equal(elsewhere.diff.previousValidatedAt, main.completedAt);
  });

  it('is what its files are compared with when they come alone, reused or not', async () => {
    const who = await core.identity();
    await submitted(who, ROBOT, 'main');
    const reused = await submitted(who, ROBOT, 'main');
    const item = reused.items.find(({ path }: Body) => path === 'lib/Main.xaml');
    const result = await read(who, `/api/v1/results/${item.validationId}`);
    const alone = await validated(who, 'lib/Main.xaml', xaml(CARELESS), { metadata: metadata('feature/x') });
    assert.equal(alone.diff.previousValidatedAt, result.validatedAt);
    assert.ok(alone.diff.newFindingsCount > 0);
  });
});

describe('a pull request of three changed files in a repository of two hundred', {
  skip: CURL_ABSENT || IN_FULL_RUN_ONLY,
}, () => {
  it('shows exactly its new findings', async () => {
    const who = await core.identity();
    const folder = temporaryFolder();
    const names = Array.from({ length: 200 }, (_, index) => `flows/team ${index % 5}/${index}/Main.xaml`);
    const main = names.map((name) => ({ name, content: xaml(CARELESS) }));
    const changed = names.slice(0, 3).map((name, index) => ({
      name,
      content: xaml(CARELESS + (index === 1 ? '' : CARELESS.replaceAll('Careless', 'Hasty'))),
    }));
    const archive = join(folder, 'main.zip');
    writeFileSync(archive, zip(main));
    for (const { name, content } of changed) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const curl = async (route: string, branch: string, ...fields: string[]): Promise<Body> => {
      const { stdout } = await promisify(execFile)(
        'curl',
        [
          ...['-sS', '--fail-with-body', `${gateway.url}/api/v1/validate${route}`],
          ...Object.entries(headers(who)).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
          ...['-F', `metadata=${metadata(branch)}`, ...fields.flatMap((field) => ['-F', field])],
        ],
        { cwd: folder },
      );
      return JSON.parse(stdout);
    };
    const { projectValidationId } = await curl('/project', 'main', 'file=@main.zip');
    const baseline = await completed(who, projectValidationId);
    assert.equal(baseline.items.length, 200);
    const added: unknown[] = [];
    for (const { name } of changed) {
      const { diff } = await curl('', 'feature/x', 'platform=uipath', `file=@${name};filename=${name}`);
      assert.equal(diff.newFindingsCount, diff.changes.length, JSON.stringify(diff));
      added.push(...diff.changes.map(({ status, fileName, location }: Body) => [status, fileName, location]));
    }
    const hasty = (name: string) => ['new', name, 'Main › Main › Hasty › Catch Exception'];
    assert.deepEqual(added, [hasty(names[0]!), hasty(names[2]!)]);
  });
});

/** Runs the work with its statement that has a word explained instead of answered. Returns the plan, run for real. */
async function explain(
  sql: TenantTransaction,
  word: string,
  work: (sql: TenantTransaction) => Promise<unknown>,
): Promise<string> {
  let plan = '';
  const explaining = new Proxy(sql, {
    apply(target, self, [strings, ...values]) {
      const call = (texts: readonly string[]) => Reflect.apply(target, self, [texts, ...values]);
      if (!strings.join('').includes(word)) return call(strings);
      const [first = '', ...others] = strings as string[];
      const texts = Object.assign([`explain (analyze) ${first}`, ...others], { raw: strings });
      return call(texts).then((rows: Record<string, string>[]) => {
        plan = rows.map((row) => Object.values(row)[0]).join('\n');
        return [{}];
      });
    },
  });
  await work(explaining);
  return plan;
}
