/** Old results in the bucket: reads do not notice, and lost ones are said. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { packContent } from '../../../src/infra/blobs/packed-content.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { writePack } from '../../../src/policy/built/sign-pack.ts';
import { createCoreMetrics } from '../../../src/processes/core-metrics.ts';
import { readPackingLag } from '../../../src/service/results/bodies/packable-results-store.ts';
import { FEED_LIMITS } from '../../../src/service/results/feed/limits.ts';
import { findValidation } from '../../../src/service/validations/validations-store.ts';
import { DAY_MS } from '../../../src/units.ts';
import { zip } from '../../support/files/zip.ts';
import { build } from '../../support/policies/pack-folder.ts';
import { until } from '../../support/processes.ts';
import type { Identity } from '../../support/service/core.ts';
import { fileWithFinding as file, later, packedService } from '../../support/service/packed-results.ts';
import type { Body } from '../../support/service/project-service.ts';

const { core, directory, contents, call, validate, runProject, pack, objectsOf, work } =
  await packedService();
const { owner, ownerSql, app } = core.database;

const DELAY = '<Delay DisplayName="Wait" />';
const robot = (more = '') =>
  zip([
    { name: 'Main.xaml', content: file('Main', more) },
    { name: 'Sub.xaml', content: file('Sub') },
  ]);

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
    const { validationId: surpassedId } = await validate(who, file('First'));
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
      ...['', '/checks', '/outline', '/findings'].map((part) => `/results/${surpassedId}${part}`),
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
      select findings = '[]' and not diff ?| array['changes', 'previousValidatedAt']
        and (pipeline is null or not pipeline ?| array['prUrl', 'repository']) as is_empty
      from validations where org_id = ${who.orgId} and body_id is not null`;
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

  it('are analysed anew where a later run has surpassed them, so that their measures stay', async () => {
    const other = await core.identity();
    const first = await runProject(other, robot());
    const second = await runProject(other, robot(DELAY));
    await pack();
    await owner`delete from projects where id = ${second.projectValidationId}`;
    await owner`update projects set completed_at = completed_at - interval '31 days' where org_id = ${other.orgId}`;
    const { items } = await runProject(other, robot());
    const checks = async ({ validationId: id }: Body) => {
      const { status, body } = await call(other, `/results/${id}/checks`);
      return [status, body.metrics, body.rulesetDigest];
    };
    for (const [index, item] of items.entries()) {
      const [row] =
        await owner`select metrics is not null as has_metrics from validations where id = ${item.validationId}`;
      assert.equal(row!.hasMetrics, true);
      assert.deepEqual(await checks(item), await checks(first.items[index]));
    }
  });
});

describe('the feed of a filter', () => {
  const FILTERS = ['repository=bank/robots', 'branch=main', 'filename=robots/Feed.xaml&passed=true'];

  /** Reads all pages of a filter, each with its cursor. */
  async function pagesOf(who: Identity, filter: string, pages = 10): Promise<readonly (readonly string[])[]> {
    const found: string[][] = [];
    let cursor = '';
    while (found.length < pages) {
      const { body } = await call(who, `/feed?kind=file&page_size=2&${filter}${cursor}`);
      found.push(body.runs.map(({ id }: Body) => id));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    return found;
  }

  it('has moved runs in their order among those that have not moved', async () => {
    const who = await core.identity();
    const run = () => validate(who, file('Feed'), 'robots/Feed.xaml', 'warning');
    for (let n = 0; n < 4; n += 1) await run();
    const blocked = await validate(who, file('Feed'), 'robots/Other.xaml');
    assert.equal(blocked.passed, false);
    await pack();
    const rows = await owner`
      select id, is_alone from validations where org_id = ${who.orgId} and project_id is null order by id`;
    assert.deepEqual(
      rows.map(({ isAlone }) => isAlone),
      [false, false, false, false, true],
      'what needs attention stays in the indexes',
    );
    await run();
    const all = await pagesOf(who, 'q=robots');
    assert.equal(all.flat().length, 6);
    for (const filter of FILTERS) {
      const ofFilter = all
        .flat()
        .filter((id) => (filter.startsWith('filename') ? id !== blocked.validationId : true));
      assert.deepEqual((await pagesOf(who, filter)).flat(), ofFilter, filter);
    }
    assert.deepEqual(await pagesOf(who, 'repository=none'), [[]]);
  });

  it('looks through the runs in order when most of many moved ones pass', async () => {
    const who = await core.identity();
    const { validationId } = await validate(who, file('Feed'), 'robots/Feed.xaml', 'warning');
    await pack();
    await owner`
      insert into validations
      select (jsonb_populate_record(v, jsonb_build_object(
        'id', uuid_v7_floor(now() - n * interval '1 second'), 'created_at', now() - n * interval '1 second'))).*
      from validations v, generate_series(1, ${FEED_LIMITS.movedRunsSortedMax}) as n where v.id = ${validationId}`;
    const ids =
      await owner`select id from validations where org_id = ${who.orgId} order by created_at desc limit 4`;
    const [first, second] = await pagesOf(who, 'repository=bank/robots', 2);
    assert.deepEqual(
      [...first!, ...second!],
      ids.map(({ id }) => id),
    );
    assert.deepEqual((await pagesOf(who, 'repository=bank/robots&platform=platform_2', 1)).flat(), []);
  });
});

describe('decisions over results in the bucket', () => {
  async function publish(who: Identity, body: string): Promise<void> {
    const form = new FormData();
    const bundle = writePack(await build(body));
    form.set('file', new Blob([new Uint8Array(bundle)]), 'test.flowpack');
    assert.equal((await call(who, '/policy-packs', form)).status, 201);
  }

  it('are the same in the preview of an exception and in a dry run', async () => {
    const who = await core.identity();
    for (const name of ['First', 'Second']) await validate(who, file(name), `robots/${name}.xaml`);
    await publish(who, 'extends: [builtin/recommended]\nrules: { UIP-REL-001: low }\n');
    const decide = async () => {
      const scope = { ruleId: 'UIP-REL-001', fileName: 'robots/*', location: '*', repository: 'bank/robots' };
      const preview = await call(who, '/exceptions/preview', scope);
      const { location } = await call(who, '/policy-packs/test/versions/1.0.0/dry-run', {});
      await work();
      const dryRun = await until('the dry run has ended', async () => {
        const { body } = await call(who, location!.replace('/api/v1', ''));
        return body.status === 'running' ? null : body;
      });
      return { preview, dryRun: { done: dryRun.done, result: dryRun.result } };
    };
    const known = await decide();
    assert.deepEqual([known.preview.status, known.preview.body.findingsCount], [200, 2]);
    assert.deepEqual([known.dryRun.done, known.dryRun.result.failToPass], [2, 2]);
    await pack();
    assert.equal(objectsOf(who).length, 2);
    assert.deepEqual(await decide(), known);
  });

  it('count findings as known to a gate of new findings, of projects and of files', async () => {
    const who = await core.identity();
    await publish(who, 'mode: blocking\ngate: { new.medium: 0 }\nrules: { UIP-REL-001: medium }\n');
    await call(who, '/policy-assignments', { policyPack: 'test' }, 'PUT');
    const alone = await validate(who, file('Main'));
    const project = await runProject(who, robot());
    assert.deepEqual([alone.passed, project.passed], [false, false], 'all is new');
    // As if they had been accepted.
    await owner`update validations set passed = true where org_id = ${who.orgId}`;
    await owner`
      update projects set passed = true, completed_at = completed_at - interval '31 days' where org_id = ${who.orgId}`;
    await pack();
    assert.equal((await validate(who, file('Main', DELAY))).passed, true);
    assert.equal((await runProject(who, robot(DELAY))).passed, true);
    // A project that ended late, so that its files are older than it says.
    await owner`update projects set completed_at = now() where org_id = ${who.orgId}`;
    await pack();
    const reused = await runProject(who, robot(DELAY));
    assert.equal(reused.passed, true);
    const more = zip([
      { name: 'Main.xaml', content: file('Main') },
      { name: 'More.xaml', content: file('More') },
      { name: 'Sub.xaml', content: file('Sub') },
    ]);
    assert.equal((await runProject(who, more)).passed, false);
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
