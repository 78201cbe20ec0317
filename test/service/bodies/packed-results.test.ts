/** Old results in the bucket: reads do not notice, nothing is lost, and nothing is left behind. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import S3rver from 's3rver';
import { packContent } from '../../../src/infra/blobs/packed-content.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { sweepBlobs } from '../../../src/jobs/sweep-blobs.ts';
import { createCoreMetrics } from '../../../src/processes/core-metrics.ts';
import { packNextResults } from '../../../src/service/bodies/pack-results.ts';
import { packOldResults } from '../../../src/service/bodies/pack-results-job.ts';
import { readPackingLag } from '../../../src/service/bodies/packable-results-store.ts';
import { deleteOrganisation } from '../../../src/service/retention/delete-organisation.ts';
import { expireValidations } from '../../../src/service/retention/expire-results-job.ts';
import { findValidation } from '../../../src/service/validations/validations-store.ts';
import { DAY_MS } from '../../../src/units.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const directory = temporaryFolder();
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: 'files', configs: [] }],
});
const { port } = await server.run();
after(() => server.close());
const { core, gateway, deps, submit, completed, rest } = await projectService({
  bucket: {
    bucket: 'files',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  },
});
const { owner, ownerSql, app } = core.database;
const { contents } = deps.blobs;
assert.ok(contents !== null);
const job = { ...deps, payload: {}, attempt: 1, isLastAttempt: false };

const CATCH = `<TryCatch DisplayName="Try it"><TryCatch.Catches><Catch x:TypeArguments="s:Exception" /></TryCatch.Catches></TryCatch>`;
const file = (name: string, more = '') =>
  exampleFile('uipath', `<Sequence DisplayName="${name}">${CATCH}${more}</Sequence>`);
const DELAY = '<Delay DisplayName="Wait" />';
const robot = (more = '') =>
  zip([
    { name: 'Main.xaml', content: file('Main', more) },
    { name: 'Sub.xaml', content: file('Sub') },
  ]);

async function call(who: Identity, path: string, body?: FormData | object) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...headers(who),
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const answer: Body = isJson ? JSON.parse(text) : text;
  if (isJson) delete answer.generatedAt;
  return { status: response.status, body: answer };
}

async function validate(who: Identity, content: Buffer, path = 'robots/Main.xaml'): Promise<Body> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), path);
  form.set('platform', 'uipath');
  form.set('enforcement_mode', 'blocking');
  return (await call(who, '/validate', form)).body;
}

async function runProject(who: Identity, archive: Buffer): Promise<Body> {
  await rest();
  const { body } = await submit(who, archive, 'robot.zip', { enforcement_mode: 'blocking' });
  return completed(who, body.projectValidationId);
}

const later = () => new Date(Date.now() + DAY_MS);
/** Moves all results of all organisations, as if they were old. */
const pack = () => packOldResults({ ...job, resultInlineDays: -1 });
const objectsOf = ({ orgId }: Identity) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.includes(orgId) && name.endsWith('_object'),
  );
before(async () => {
  await owner`update schema_migrations set applied_at = now() - interval '2 days'`;
});

describe('results in the bucket', () => {
  let who: Identity;
  let validationId: string;
  let findingId: string;
  let project: Body;
  let reads: readonly string[];
  async function answers() {
    const found: (readonly [path: string, answer: Awaited<ReturnType<typeof call>>])[] = [];
    for (const path of reads) found.push([path, await call(who, path)]);
    return found;
  }
  before(async () => {
    who = await core.identity();
    await validate(who, file('First'));
    ({ validationId } = await validate(who, file('First', DELAY)));
    await runProject(who, robot());
    project = await runProject(who, robot(DELAY));
    const result = await call(who, `/results/${validationId}`);
    findingId = result.body.findings[0].id;
    const inProject = project.items.map((item: Body) => `/results/${item.validationId}`);
    reads = [
      `/results/${validationId}`,
      `/results/${validationId}?findings=none`,
      `/results/${validationId}?format=sarif`,
      `/results/${validationId}?format=junit`,
      `/results/${validationId}/findings?page_size=1`,
      `/results/${validationId}/findings?severity=high`,
      `/results/${validationId}/findings/${findingId}`,
      `/results/${validationId}/checks`,
      `/results/${validationId}/outline`,
      `/results/${validationId}/picture.svg`,
      ...inProject,
      `/validate/project/${project.projectValidationId}`,
      `/validations`,
      `/validations?project_validation_id=${project.projectValidationId}`,
      '/projects',
      '/feed',
      '/feed/counts',
      '/findings',
      '/findings?format=csv',
      '/findings/counts?by=rule',
      '/workflows',
      '/inventory?kind=activity_type&value=Delay',
      `/statistics?from=${new Date(Date.now() - DAY_MS).toISOString()}&to=${later().toISOString()}`,
      `/evidence?framework=ISO27001&from=${new Date(Date.now() - DAY_MS).toISOString()}&to=${later().toISOString()}`,
    ];
  });

  it('are read, exported and counted as before, and their rows are empty', async () => {
    const known = await answers();
    for (const [path, { status, body }] of known)
      assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
    const lag = () => inTransaction(ownerSql, (sql) => readPackingLag(sql, later()));
    assert.ok((await lag()) > 0);
    await pack();
    assert.equal(await lag(), 0);
    const rows = await owner`
      select findings = '[]' and diff -> 'changes' = '[]' as is_empty from validations
      where org_id = ${who.orgId} and body_id is not null`;
    assert.equal(rows.length, 6);
    assert.ok(rows.every(({ isEmpty }) => isEmpty));
    const outlines = await owner`select from outlines where org_id = ${who.orgId} and length(bytes) > 0`;
    assert.equal(outlines.length, 0);
    for (const [index, [path, answer]] of (await answers()).entries())
      assert.deepEqual(answer, known[index]![1], path);
  });

  it('are what the next run is compared with', async () => {
    const { diff } = await validate(who, file('First', DELAY));
    assert.equal(diff.unchangedFindingsCount, 1);
  });

  it('are reused by the next run, although their events are gone', async () => {
    await owner`delete from events where org_id = ${who.orgId}`;
    await owner`update projects set completed_at = completed_at - interval '31 days' where org_id = ${who.orgId}`;
    const again = await runProject(who, robot(DELAY));
    const stored = (id: string) => owner`
      select findings, validation_ms = 0 as is_reused, body_id,
        (select data::jsonb - array['validationId', 'validatedAt'] from events where data ->> 'validationId' = v.id::text) as event
      from validations as v where org_id = ${who.orgId} and id = ${id}`;
    for (const [index, { validationId: id }] of again.items.entries()) {
      const [row] = await stored(id);
      assert.equal(row!.isReused, true);
      assert.equal(row!.bodyId, null);
      const before = await call(who, `/results/${project.items[index].validationId}`);
      assert.deepEqual(
        row!.findings.map((finding: Body) => finding.id),
        before.body.findings.map((finding: Body) => finding.id),
      );
      assert.equal(row!.event.findings.length, row!.findings.length);
      assert.equal(row!.event.fileName, before.body.fileName ?? project.items[index].path);
    }
  });
});

describe('the move to the bucket', () => {
  it('goes on after a process that was killed between the bucket and the row', async () => {
    const who = await core.identity();
    const { validationId } = await validate(who, file('Killed'));
    const before = await call(who, `/results/${validationId}`);
    const broken = {
      ...contents,
      put: async (...pack: Parameters<typeof contents.put>) => {
        await contents.put(...pack);
        throw new Error('killed');
      },
    };
    await assert.rejects(packNextResults({ sql: ownerSql, contents: broken }, who.orgId, later()), /killed/);
    assert.equal(objectsOf(who).length, 1);
    assert.deepEqual(await call(who, `/results/${validationId}`), before);
    await pack();
    const states = await owner`select state from blobs where org_id = ${who.orgId} and packed = 'results'`;
    assert.deepEqual([...states], [{ state: 'kept' }]);
    assert.deepEqual(await call(who, `/results/${validationId}`), before);
  });

  it('leaves nothing of a pack that no row refers to', async () => {
    const who = await core.identity();
    await contents.put(who.orgId, packContent('lost'));
    await owner`update blobs set created_at = now() - interval '2 hours' where org_id = ${who.orgId}`;
    assert.equal(objectsOf(who).length, 1);
    await sweepBlobs(job);
    assert.equal(objectsOf(who).length, 0);
    assert.equal((await owner`select from blobs where org_id = ${who.orgId}`).length, 0);
  });

  it('takes back the outlines of files that run again', async () => {
    const who = await core.identity();
    await validate(who, file('Outlined'));
    await pack();
    const { validationId } = await validate(who, file('Outlined'));
    const before = await call(who, `/results/${validationId}/outline`);
    assert.equal(before.status, 200);
    await owner`update outlines set used_at = now() + interval '3 days' where org_id = ${who.orgId}`;
    await pack();
    const [row] =
      await owner`select length(bytes) > 0 as is_here, pack_id from outlines where org_id = ${who.orgId}`;
    assert.deepEqual(row, { isHere: true, packId: null });
    assert.deepEqual(await call(who, `/results/${validationId}/outline`), before);
  });

  it('waits a day for older programs to end', async () => {
    const who = await core.identity();
    await validate(who, file('Early'));
    const name = '%packed_results.sql';
    await owner`update schema_migrations set applied_at = now() where name like ${name}`;
    await pack();
    assert.equal(objectsOf(who).length, 0);
    await owner`update schema_migrations set applied_at = now() - interval '2 days' where name like ${name}`;
  });

  it('rewrites the partition of a month whose rows it has emptied, with its indexes and its rows', async () => {
    const who = await core.identity();
    await owner.unsafe(`create table validations_2020_01 partition of validations
      for values from ('016f5e66-e800-0000-0000-000000000000') to ('016ffe0c-1400-0000-0000-000000000000')`);
    const { validationId } = await validate(who, file('Rewritten'));
    const id = '016f5e66-e900-7000-8000-000000000000';
    await owner`update validations set id = ${id} where id = ${validationId}`;
    const before = await call(who, `/results/${id}`);
    const shape = async () => {
      const [row] = await owner`
        select relfilenode::text as file, obj_description(oid) as comment,
          (select count(*)::int from pg_index where indrelid = oid and indisvalid) as indexes,
          (select count(*)::int from pg_inherits join pg_index on indexrelid = inhrelid where indrelid = pg_class.oid) as attached,
          (select count(*)::int from pg_constraint where conrelid = pg_class.oid) as constraints,
          (select count(*)::int from pg_trigger where tgrelid = pg_class.oid and not tgisinternal) as triggers
        from pg_class where relname = 'validations_2020_01'`;
      return row!;
    };
    const { file: oldFile, ...old } = await shape();
    await pack();
    const { file: newFile, ...rewritten } = await shape();
    assert.notEqual(newFile, oldFile);
    assert.deepEqual(rewritten, { ...old, comment: 'Rewritten after its results had been packed.' });
    assert.deepEqual(await call(who, `/results/${id}`), before);
    await pack();
    assert.equal((await shape()).file, newFile, 'once');
    const [row] = await owner`select tableoid::regclass::text as place from validations where id = ${id}`;
    assert.equal(row!.place, 'validations_2020_01');
    await owner`drop table validations_2020_01`;
  });

  it('fails while the bucket does not have the pack, and the rows stay as they are', async () => {
    const who = await core.identity();
    const { validationId } = await validate(who, file('Forged'));
    const before = await call(who, `/results/${validationId}`);
    const forging = { ...contents, put: async () => false };
    await assert.rejects(
      packNextResults({ sql: ownerSql, contents: forging }, who.orgId, later()),
      /is being deleted/,
    );
    assert.deepEqual(await call(who, `/results/${validationId}`), before);
  });
});

describe('a pack that is lost or damaged', () => {
  const damages: readonly (readonly [what: string, damage: (path: string) => void])[] = [
    ['lost', (path) => rmSync(path)],
    ['damaged', (path) => writeFileSync(path, packContent('something else').bytes)],
  ];
  for (const [what, damage] of damages) {
    it(`${what} is an error of its results, and of no list`, async () => {
      const who = await core.identity();
      const { validationId } = await validate(who, file('Gone'));
      await pack();
      for (const name of objectsOf(who)) damage(join(directory, name));
      for (const path of ['', '/findings']) {
        const { status, body } = await call(who, `/results/${validationId}${path}`);
        assert.equal(status, 500);
        assert.equal(body.error.code, 'result_unreadable');
        assert.ok(body.error.message.includes(validationId));
      }
      const metrics = createCoreMetrics({ load: () => ({ threads: 0, running: 0, waiting: 0, lost: 0 }) });
      const counted = metrics.countedContents({ ...app, contents });
      await assert.rejects(
        withOrganisation(counted, who.orgId, (sql) => findValidation(sql, validationId)),
        { code: 'result_unreadable' },
      );
      const unreadable = metrics.registry.getSingleMetric('flowarden_packs_unreadable_total')!;
      assert.equal((await unreadable.get()).values[0]!.value, 1);
      assert.equal((await call(who, `/results/${validationId}/outline`)).status, 500);
      const { body: list } = await call(who, '/validations');
      assert.equal(list.validations[0].validationId, validationId);
      assert.equal((await call(who, '/findings')).status, 200);
      assert.equal((await call(who, '/workflows')).status, 200);
      // It counts as the first run of the file.
      const next = await validate(who, file('Gone'));
      assert.ok(next.validationId);
      const { body: found } = await call(who, `/results/${next.validationId}`);
      assert.equal(found.findings.length, 1);
    });
  }
});

describe('deletion', () => {
  it('of an organisation leaves nothing in the database and nothing in the bucket', async () => {
    const who = await core.identity();
    await validate(who, file('Deleted'));
    await pack();
    assert.equal(objectsOf(who).length, 2);
    const actor = { kind: 'operator', id: 'test', name: 'Test', email: null } as const;
    await deleteOrganisation(
      { sql: ownerSql, blobs: deps.blobs, onProgress() {} },
      { id: who.orgId, name: 'Test' },
      actor,
    );
    assert.deepEqual(objectsOf(who), []);
    for (const table of ['blobs', 'validations', 'outlines', 'packed_results'])
      assert.equal((await owner`select from ${owner(table)} where org_id = ${who.orgId}`).length, 0, table);
  });

  it('by age leaves nothing in the database and nothing in the bucket, also of rows that a statement has deleted', async () => {
    const [swept, dropped] = [await core.identity(), await core.identity()];
    for (const who of [swept, dropped]) await validate(who, file('Aged'));
    await pack();
    await owner`delete from validations where org_id = ${dropped.orgId}`;
    await owner`update retention_clock set reached_at = now() + interval '500 days'`;
    await expireValidations(job);
    await owner`update retention_clock set reached_at = now()`;
    await sweepBlobs(job);
    for (const who of [swept, dropped]) {
      assert.deepEqual(objectsOf(who), []);
      for (const table of ['blobs', 'validations', 'outlines'])
        assert.equal((await owner`select from ${owner(table)} where org_id = ${who.orgId}`).length, 0, table);
    }
  });
});
