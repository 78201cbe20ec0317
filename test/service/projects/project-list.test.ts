/** The lists that lead to a project and to its files: what they are narrowed by, and that few matches are found by an index. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { ProjectServiceService } from '../../../src/gen/flowarden/v1/project.ts';
import { ValidationServiceService } from '../../../src/gen/flowarden/v1/validation.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { listProjects } from '../../../src/service/projects/store/project-list.ts';
import { listValidations } from '../../../src/service/validations/validation-list-store.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, read, completed } = await projectService();
const { owner, app } = core.database;

const xaml = (fragment: string): string => uipath.snippet(fragment);
const CLEAN: ZipEntry = { name: 'src/Clean.xaml', content: xaml('<Sequence/>') };
/** A high finding, UIP-REL-001. */
const EMPTY_CATCH =
  '<TryCatch DisplayName="Careless"><TryCatch.Try><ui:MoveFile Path="a.txt" Destination="b.txt" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>';
const CARELESS: ZipEntry = { name: 'src/Careless.xaml', content: xaml(EMPTY_CATCH) };
const DAMAGED: ZipEntry = { name: 'src/Damaged.xaml', content: xaml('<Sequence>').slice(0, -20) };
const PROJECTS = '/api/v1/projects';
const PAGE = { pageSize: 0, cursor: '' };
const FEED = '/api/v1/validations';

/** Three projects of one organisation: one that passed, one with a file that failed, and one that failed. */
let who: Identity;
const ids: string[] = [];

before(async () => {
  who = await core.identity();
  const metadata = (repository: string, branch: string) =>
    JSON.stringify({ pipeline: { repository, branch } });
  const runs = [
    ['a.zip', [CLEAN, CARELESS], { label: 'nightly', source: 'cicd', metadata: metadata('acme/a', 'main') }],
    ['b.zip', [CARELESS, DAMAGED], { label: 'nightly', metadata: metadata('acme/b', 'main') }],
    ['c.zip', [DAMAGED], { metadata: metadata('acme/b', 'topic') }],
  ] as const;
  for (const [name, files, fields] of runs) {
    const { body } = await submit(who, zip(files), name, { ...fields });
    ids.push(body.projectValidationId);
    await completed(who, body.projectValidationId);
  }
});

async function rejectionOf(path: string): Promise<unknown> {
  return (await read(who, path)).error?.code;
}

describe('the list of projects', () => {
  const namesBy = async (query: string): Promise<string[]> =>
    (await read(who, `${PROJECTS}?${query}`)).projects.map(({ filename }: Body) => filename[0]);

  it('shows the newest first, with what came out', async () => {
    const { projects, nextCursor } = await read(who, PROJECTS);
    assert.deepEqual(
      projects.map(({ projectValidationId, status, passed, error }: Body) => [
        projectValidationId,
        status,
        passed,
        error?.code ?? null,
      ]),
      [
        [ids[2], 'failed', false, 'unparsable_file'],
        [ids[1], 'completed', false, null],
        [ids[0], 'completed', true, null],
      ],
    );
    assert.equal(nextCursor, null);
    const full = await read(who, `/api/v1/validate/project/${ids[0]}`);
    const { score, summary, label, source, pipeline, fileCount, queuedAt, durationMs } = full;
    const expected = { score, summary, label, source, pipeline, fileCount, queuedAt, durationMs };
    assert.deepEqual({ ...projects[2], ...expected }, projects[2]);
    assert.deepEqual([projects[0].score, projects[0].summary, projects[0].wouldBlock], [null, null, null]);
  });

  it('counts what the blocking mode would stop', async () => {
    const { projects } = await read(who, PROJECTS);
    assert.deepEqual(
      projects.map(({ wouldBlock, enforcementMode }: Body) => [wouldBlock, enforcementMode]),
      [
        [null, 'warning'],
        [1, 'warning'],
        [1, 'warning'],
      ],
    );
  });

  it('is narrowed by every filter, and by all together', async () => {
    for (const [query, expected] of [
      ['repository=acme/b', 'cb'],
      ['branch=main', 'ba'],
      ['branch=refs/heads/main', 'ba'],
      ['label=nightly', 'ba'],
      ['source=cicd', 'a'],
      ['filename=b.zip', 'b'],
      ['status=failed', 'c'],
      ['status=queued', ''],
      ['passed=true', 'a'],
      ['passed=false', 'cb'],
      ['queuedBefore=2020-01-01T00:00:00Z', ''],
      ['queued_after=2020-01-01T00:00:00Z', 'cba'],
      ['repository=acme/b&branch=main&label=nightly&passed=false&status=completed', 'b'],
    ] as const) {
      assert.equal((await namesBy(query)).join(''), expected, query);
    }
  });

  it('is read page by page', async () => {
    const first = await read(who, `${PROJECTS}?pageSize=2`);
    assert.equal(first.projects.length, 2);
    const second = await read(who, `${PROJECTS}?pageSize=2&cursor=${first.nextCursor}`);
    assert.deepEqual([second.projects.length, second.nextCursor], [1, null]);
    assert.equal(second.projects[0].projectValidationId, ids[0]);
  });

  it('rejects filters without a meaning', async () => {
    for (const query of ['status=canceled', 'passed=maybe', 'queuedAfter=yesterday', 'pageSize=0']) {
      assert.equal(await rejectionOf(`${PROJECTS}?${query}`), 'invalid_field', query);
    }
    assert.equal(await rejectionOf(`${PROJECTS}?cursor=x`), 'invalid_cursor');
    assert.equal(await rejectionOf(`${PROJECTS}?minScore=3`), 'unexpected_field');
  });

  it('is for who may read everything of the organisation', async () => {
    const writer = await core.identity(['analysis:write'], who.orgId);
    assert.equal((await read(writer, PROJECTS)).error.code, 'insufficient_scope');
    assert.deepEqual((await read(await core.identity(), PROJECTS)).projects, []);
  });

  it('checks the filters of gRPC callers too', async () => {
    const method = ProjectServiceService.listProjects;
    const request = { ...PAGE, queuedAfter: undefined, queuedBefore: undefined };
    const { projects } = await core.call(method, { ...request, repository: 'acme/a' }, who);
    assert.deepEqual(
      projects.map(({ projectValidationId }) => projectValidationId),
      [ids[0]],
    );
    const wrong = await core.rejection(method, { ...request, status: 'loud' }, who);
    assert.equal(wrong.reason, 'INVALID_FIELD');
  });
});

describe('the feed of validations', () => {
  const namesBy = async (query: string): Promise<string[]> =>
    (await read(who, `${FEED}?${query}`)).validations.map(({ filename }: Body) => filename).sort();

  it('is narrowed to the files of a project', async () => {
    assert.deepEqual(await namesBy(`projectValidationId=${ids[0]}`), [CARELESS.name, CLEAN.name]);
    assert.deepEqual(await namesBy(`project_validation_id=${ids[1]}`), [CARELESS.name]);
    assert.deepEqual(await namesBy(`projectValidationId=${ids[2]}`), []);
    const stranger = await core.identity();
    assert.deepEqual((await read(stranger, `${FEED}?projectValidationId=${ids[0]}`)).validations, []);
  });

  it('is narrowed by repository, file name and score', async () => {
    const { validations } = await read(who, FEED);
    const worst = Math.min(...validations.map(({ score }: Body) => score));
    assert.ok(worst < 100);
    for (const [query, expected] of [
      ['repository=acme/b', [CARELESS.name]],
      [`filename=${CLEAN.name}`, [CLEAN.name]],
      ['minScore=100', [CLEAN.name]],
      ['minScore=80&maxScore=40', []],
      [`maxScore=${worst}`, [CARELESS.name, CARELESS.name]],
      [`minScore=${worst}&maxScore=${worst}&repository=acme/a`, [CARELESS.name]],
    ] as const) {
      assert.deepEqual(await namesBy(query), expected, query);
    }
  });

  it('has the repository of single files, validated at once and later', async () => {
    for (const path of ['/api/v1/validate', '/api/v1/validate/async']) {
      const form = new FormData();
      form.set('platform', 'uipath');
      form.set('metadata', '{"pipeline":{"repository":"acme/single"}}');
      form.set('file', new Blob([xaml('<Sequence/>')]), 'Single.xaml');
      const request = { method: 'POST', headers: headers(who), body: form };
      assert.equal((await fetch(gateway.url + path, request)).status, 200);
    }
    assert.deepEqual(await namesBy('repository=acme/single'), ['Single.xaml']);
    // No jobs process of this test does it.
    await owner`delete from graphile_worker._private_jobs where payload ->> 'validationId' is not null`;
    const rows = await owner`select repository from validations where filename = 'Single.xaml'`;
    assert.deepEqual(
      rows.map(({ repository }) => repository),
      ['acme/single', 'acme/single'],
    );
  });

  it('rejects impossible scores, over gRPC too', async () => {
    const request = { ...PAGE, validatedAfter: undefined, validatedBefore: undefined };
    for (const wrong of [{ minScore: 0 }, { maxScore: 101 }, { projectValidationId: 'last' }]) {
      const method = ValidationServiceService.listValidations;
      const rejected = await core.rejection(method, { ...request, ...wrong }, who);
      assert.equal(rejected.reason, 'INVALID_FIELD', JSON.stringify(wrong));
    }
  });
});

describe('an index', () => {
  // Of few rows Postgres would rather read all, in the order of the list.
  before(async () => {
    const newId = owner`overlay(copied.id::text placing substr(md5(number::text), 1, 12) from 25)`;
    await owner`
      insert into projects select (jsonb_populate_record(copied, jsonb_build_object('id', ${newId}))).*
      from projects as copied, generate_series(1, 3000) as number
      where copied.id = (select id from projects where org_id = ${who.orgId} limit 1)`;
    await owner`
      insert into validations select (jsonb_populate_record(copied, jsonb_build_object('id', ${newId}))).*
      from validations as copied, generate_series(1, 3000) as number
      where copied.id = (select id from validations where org_id = ${who.orgId} and status = 'completed' limit 1)`;
    await owner`analyze projects, validations`;
  });

  /** Runs a list with plans that scan tables forbidden, and returns the plan of its query. */
  async function indexesOf(work: 'projects' | 'validations', filters: object): Promise<string> {
    return withOrganisation(app, who.orgId, async (sql) => {
      await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'on', true)`;
      const plans: string[] = [];
      const explaining = Object.assign(
        (strings: TemplateStringsArray, ...values: never[]) => {
          const query = sql(strings, ...values);
          return strings[0]?.trimStart().startsWith('select') && strings.join('').includes('order by')
            ? sql`explain (costs off) ${query}`.then((rows) => {
                plans.push(rows.map((row) => row['QUERY PLAN'] ?? row.queryPlan).join('\n'));
                return [];
              })
            : query;
        },
        { ...sql, orgId: who.orgId },
      );
      const list = work === 'projects' ? listProjects : listValidations;
      await list(explaining as never, filters, null, 50);
      return plans.join('\n');
    });
  }

  for (const [work, filters, index] of [
    ['projects', { repository: 'gone' }, 'projects_repository'],
    ['projects', { filename: 'gone' }, 'projects_filename'],
    ['projects', { label: 'gone' }, 'projects_label'],
    ['projects', { branch: 'gone' }, 'projects_branch'],
    ['projects', { source: 'gone' }, 'projects_source'],
    ['projects', { queuedAfter: new Date('2100-01-01') }, 'projects_times'],
    ['projects', { status: 'failed' }, 'projects_not_passed'],
    ['projects', { passed: false }, 'projects_not_passed'],
    ['validations', { repository: 'gone' }, 'repository'],
    ['validations', { filename: 'gone' }, 'filename'],
    ['validations', { branch: 'gone' }, 'branch'],
    ['validations', { label: 'gone' }, 'label'],
    ['validations', { source: 'gone' }, 'source'],
    ['validations', { platform: 'blue-prism' }, 'platform_passed'],
    ['validations', { passed: false }, 'platform_passed'],
    ['validations', { maxScore: 1 }, 'score'],
    ['validations', { projectId: '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e51' }, 'pkey'],
  ] as const) {
    it(`finds ${work} by ${Object.keys(filters)}, or that there are none`, async () => {
      const plan = await indexesOf(work, filters);
      assert.match(plan, new RegExp(`Index.* using \\S*${index}|Index Scan on \\S*${index}`), plan);
    });
  }
});
