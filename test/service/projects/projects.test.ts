/** Projects from the upload to the result, over REST, through the queue and the core's threads. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, it } from 'node:test';
import { scoreOfProject } from '../../../src/analysis/engine/project-score.ts';
import type { Finding } from '../../../src/analysis/model/finding.ts';
import type { Tally } from '../../../src/analysis/model/measures/tally.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { AppError } from '../../../src/errors.ts';
import { ProjectRunServiceService } from '../../../src/gen/flowarden/internal/v1/project_run.ts';
import { ProjectServiceService } from '../../../src/gen/flowarden/v1/project.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { withOrigin } from '../../../src/infra/database/request-origin.ts';
import { INFRA_LIMITS } from '../../../src/infra/limits.ts';
import { endProject } from '../../../src/service/projects/end-project.ts';
import { PROJECT_SHARD_BYTES } from '../../../src/service/projects/files/plan-shards.ts';
import {
  finishProject as judgeProject,
  PROJECT_FACTS_CHARACTERS_MAX,
} from '../../../src/service/projects/finish-project.ts';
import { finishProjectJob } from '../../../src/service/projects/jobs/finish-project-job.ts';
import { listProjectJob } from '../../../src/service/projects/jobs/list-project-job.ts';
import { GIVEN_UP } from '../../../src/service/projects/jobs/patient-calls.ts';
import { resumeProjects } from '../../../src/service/projects/jobs/resume-projects-job.ts';
import { runShardJob } from '../../../src/service/projects/jobs/run-shard-job.ts';
import { PROJECT_WATCHES_ORG_MAX } from '../../../src/service/projects/project-deps.ts';
import { PROJECT_ITEMS_MAX } from '../../../src/service/projects/read-project.ts';
import { insertFileReports } from '../../../src/service/projects/store/file-reports.ts';
import { PROJECTS_WAITING_MAX } from '../../../src/service/projects/submit-project.ts';
import { expireValidations } from '../../../src/service/retention/expire-results-job.ts';
import { countedOf } from '../../support/database/usage.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';
import { until } from '../../support/processes.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import { connect, headersOf, type Identity } from '../../support/service/core.ts';
import { policyCache } from '../../support/service/policy-cache.ts';
import { type Body, headers, PATH, projectService } from '../../support/service/project-service.ts';

const { core, coreClient, deps, gateway, submit, read, work, rest, completed } = await projectService();
const { owner } = core.database;

function watch(client: ReturnType<typeof connect>, who: Identity, projectValidationId: string) {
  const { path, requestSerialize, responseDeserialize } = ProjectServiceService.watchProject;
  const request = { projectValidationId };
  return client.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    headersOf(who),
    {},
  );
}

const xaml = (fragment: string): string => uipath.snippet(fragment);
const EMPTY_CATCH =
  '<TryCatch DisplayName="Careless"><TryCatch.Try><ui:MoveFile Path="a.txt" Destination="b.txt" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>';
const invoke = (file: string) =>
  `<ui:InvokeWorkflowFile DisplayName="Invoke ${file}" WorkflowFileName="${file}"/>`;
const MANIFEST = JSON.stringify({
  name: 'Robot',
  main: 'Main.xaml',
  studioVersion: '22.10.0',
  projectVersion: '1.0.0',
  expressionLanguage: 'VisualBasic',
  dependencies: { 'UiPath.System.Activities': '[22.10.4]' },
});
const ROBOT: readonly ZipEntry[] = [
  { name: 'project.json', content: MANIFEST },
  { name: 'Main.xaml', content: xaml(invoke('Sub.xaml') + invoke('Gone.xaml')) },
  { name: 'Sub.xaml', content: xaml(EMPTY_CATCH) },
  { name: 'readme.md', content: 'Hello' },
  { name: 'Damaged.xaml', content: xaml('<Sequence>').slice(0, -20) },
];
const withFile = (name: string, content: string) => [
  ...ROBOT.filter((entry) => entry.name !== name),
  { name, content },
];
const itemOf = (project: Body, path: string) => project.items.find((item: Body) => item.path === path);

describe('a project', () => {
  let who: Identity;
  let first: Body;
  before(async () => {
    who = await core.identity();
    await rest();
    const answer = await submit(who, zip(ROBOT), 'robot.zip', {
      source: 'cicd',
      metadata: '{"pipeline":{"branch":"main"}}',
    });
    assert.equal(answer.status, 200);
    const id = answer.body.projectValidationId;
    assert.equal(answer.headers.get('location'), `${PATH}/${id}`);
    assert.equal(answer.body.status, 'running');
    assert.deepEqual([answer.body.fileCount, answer.body.processedCount, answer.body.items], [5, 0, []]);
    first = await completed(who, id);
  });

  it('is completed with an item for each file, in every state', () => {
    assert.equal(first.status, 'completed');
    assert.deepEqual(
      first.items.map(({ path, status, error }: Body) => [path, status, error?.code ?? null]),
      [
        ['project.json', 'completed', null],
        ['Main.xaml', 'completed', null],
        ['Sub.xaml', 'completed', null],
        ['readme.md', 'skipped', 'unsupported_file_type'],
        ['Damaged.xaml', 'failed', 'unparsable_file'],
      ],
    );
    assert.deepEqual([first.processedCount, first.failedCount, first.skippedCount], [5, 1, 1]);
    assert.equal(first.passed, false, 'a file could not be validated');
    assert.deepEqual([first.source, first.pipeline.branch], ['cicd', 'main']);
    assert.ok(first.durationMs >= 0 && first.completedAt >= first.startedAt);
  });

  it('has the findings across its files, and counts them with those in files', () => {
    const rules = first.projectFindings.map(({ catalogRuleId }: Body) => catalogRuleId);
    assert.ok(rules.includes('UIP-REL-010'), String(rules));
    assert.match(JSON.stringify(first.projectFindings), /Gone\.xaml/);
    const inFiles = first.items.reduce((sum: number, { summary }: Body) => sum + (summary?.total ?? 0), 0);
    assert.equal(first.summary.total, inFiles + rules.length);
    assert.ok(first.score < itemOf(first, 'Main.xaml').score || first.score <= 79);
  });

  it('makes each file a validation of its own, with its event, and counts it', async () => {
    const item = itemOf(first, 'Sub.xaml');
    const result = await read(who, `/api/v1/results/${item.validationId}`);
    assert.deepEqual([result.filename, result.score], ['Sub.xaml', item.score]);
    assert.ok(result.findings.length > 0);
    const events = await owner`
      select data ->> 'fileName' as name from events
      where org_id = ${who.orgId} and kind = 'validation.completed' order by name`;
    assert.deepEqual(
      events.map(({ name }) => name),
      ['Main.xaml', 'Sub.xaml', 'project.json'],
    );
    assert.equal(await countedOf(owner, who.orgId, 'project_files'), 3);
  });

  it('lets its archive go when it has ended', async () => {
    const states = await owner`select state from blobs where org_id = ${who.orgId}`;
    assert.deepEqual([...states], [{ state: 'released' }]);
  });

  it('analyses nothing again that has not changed, and finds nothing new', async () => {
    const count = () => owner`select count(*)::int as rows, max(used_at) as used from file_reports`;
    const [known] = await count();
    const { body } = await submit(who, zip(ROBOT));
    const second = await completed(who, body.projectValidationId);
    assert.deepEqual([...(await count())], [known]);
    assert.deepEqual(
      second.items.map(({ path, status, score }: Body) => [path, status, score]),
      first.items.map(({ path, status, score }: Body) => [path, status, score]),
    );
    const { diff } = second;
    assert.deepEqual(
      [diff.newFindingsCount, diff.resolvedFindingsCount, diff.unchangedFindingsCount, diff.scoreDelta],
      [0, 0, first.summary.total, 0],
    );
    assert.notEqual(itemOf(second, 'Sub.xaml').validationId, itemOf(first, 'Sub.xaml').validationId);
    const ids = (project: Body) => project.projectFindings.map(({ id }: Body) => id);
    assert.deepEqual(ids(second), ids(first));
  });

  it('lists what has changed: in files, between files, and with files that are gone', async () => {
    const healed = withFile('Main.xaml', xaml(invoke('Sub.xaml'))).filter(({ name }) => name !== 'Sub.xaml');
    const { body } = await submit(
      who,
      zip([...healed, { name: 'Sub/Sub.xaml', content: xaml(EMPTY_CATCH) }]),
    );
    const { diff, summary } = await completed(who, body.projectValidationId);
    const statuses = new Map<string, string[]>();
    for (const { status, fileName } of diff.changes) {
      statuses.set(fileName, [...(statuses.get(fileName) ?? []), status]);
    }
    assert.ok(
      statuses.get('Sub.xaml')?.every((status) => status === 'resolved'),
      'the file is gone',
    );
    assert.deepEqual(diff.resolvedFindingsCount > 0, true);
    assert.equal(diff.previousScore, first.score);
    assert.equal(diff.unchangedFindingsCount + diff.resolvedFindingsCount, first.summary.total);
    assert.equal(
      diff.newFindingsCount + diff.unchangedFindingsCount,
      summary.total,
      'what is in the new file is new',
    );
    assert.deepEqual(new Set(statuses.get('Sub/Sub.xaml')), new Set(['new']));
    assert.equal(diff.changes.filter(({ status }: Body) => status === 'new').length, diff.newFindingsCount);
  });

  it('lists what is gone only to readers and to the submitter of the run before', async () => {
    const [one, other] = [
      await core.identity(['analysis:write'], who.orgId),
      await core.identity(['analysis:write'], who.orgId),
    ];
    const careless: ZipEntry = { name: 'A.xaml', content: xaml(EMPTY_CATCH) };
    const clean: ZipEntry = { name: 'B.xaml', content: xaml('') };
    const listed = async (runner: typeof one, files: readonly ZipEntry[]) => {
      const { body } = await submit(runner, zip(files), 'shared.zip');
      const { diff } = await completed(runner, body.projectValidationId);
      const gone = diff.changes.filter(({ status }: Body) => status === 'resolved').length;
      return { gone, counted: diff.resolvedFindingsCount > 0 };
    };
    await listed(one, [careless, clean]);
    assert.deepEqual(await listed(other, [clean]), { gone: 0, counted: true });
    await listed(other, [careless, clean]);
    assert.notEqual((await listed(other, [clean])).gone, 0);
  });

  it('is worse by a critical or high finding in a new file, despite a better score', async () => {
    const careless = (name: string, times: number) => ({ name, content: xaml(EMPTY_CATCH.repeat(times)) });
    const run = async (files: readonly ZipEntry[]) =>
      completed(who, (await submit(who, zip(files), 'grown.zip')).body.projectValidationId);
    await run([careless('A.xaml', 9)]);
    const { diff } = await run([careless('A.xaml', 0), careless('B.xaml', 1)]);
    assert.ok(diff.scoreDelta > 0, String(diff.scoreDelta));
    assert.equal(diff.isRegression, true);
  });

  it('compares runs of one name and branch only', async () => {
    for (const [name, branch] of [
      ['other.zip', 'main'],
      ['robot.zip', 'release'],
    ] as const) {
      const { body } = await submit(who, zip(ROBOT), name, {
        metadata: JSON.stringify({ pipeline: { branch } }),
      });
      const { diff } = await completed(who, body.projectValidationId);
      assert.equal(diff.previousScore, name === 'robot.zip' ? first.score : null, `${name} ${branch}`);
    }
  });

  it('is read by who submitted it, or may read everything', async () => {
    const [writer, stranger] = [
      await core.identity(['analysis:write'], who.orgId),
      await core.identity(['analysis:write'], who.orgId),
    ];
    const { body } = await submit(writer, zip(ROBOT));
    assert.equal((await read(writer, `${PATH}/${body.projectValidationId}`)).fileCount, 5);
    assert.equal((await read(who, `${PATH}/${body.projectValidationId}`)).fileCount, 5);
    const rejected = await read(stranger, `${PATH}/${body.projectValidationId}`);
    assert.equal(rejected.error.code, 'insufficient_scope');
    await completed(writer, body.projectValidationId);
  });

  it('blocks by its own word and never by its status', async () => {
    const strict = await core.identity();
    await owner`insert into organisation_settings (org_id, enforcement_mode) values (${strict.orgId}, 'blocking')`;
    const { body } = await submit(strict, zip([{ name: 'Sub.xaml', content: xaml(EMPTY_CATCH) }]));
    const project = await completed(strict, body.projectValidationId);
    assert.deepEqual(
      [project.enforcementMode, project.passed, project.items[0].passed],
      ['blocking', false, false],
    );
  });

  it('lists more than a thousand files page by page', { skip: IN_FULL_RUN_ONLY }, async () => {
    const files = Array.from({ length: PROJECT_ITEMS_MAX + 4 }, (_, i) => ({
      name: `f${i}.txt`,
      content: 'x',
    }));
    files.unshift({ name: 'Main.xaml', content: xaml('<Sequence/>') });
    const { body } = await submit(who, zip(files), 'many.zip');
    const project = await completed(who, body.projectValidationId);
    assert.deepEqual([project.items.length, project.skippedCount], [1_000, 1_004]);
    const page = await read(who, `${PATH}/${body.projectValidationId}?cursor=${project.itemsNextCursor}`);
    assert.deepEqual(
      page.items.map(({ path }: Body) => path),
      ['f999.txt', 'f1000.txt', 'f1001.txt', 'f1002.txt', 'f1003.txt'],
    );
    assert.equal(page.itemsNextCursor, null);
    assert.equal(
      (await read(who, `${PATH}/${body.projectValidationId}?cursor=eA`)).error.code,
      'invalid_cursor',
    );
  });

  it('of several shards has the score of all of their findings', async () => {
    const files = Array.from({ length: PROJECT_SHARD_BYTES / 32_768 + 12 }, (_, i) => ({
      name: `F${i}.xaml`,
      // Different texts, as copies are listed once.
      content: xaml(i % 3 === 0 ? EMPTY_CATCH.replaceAll('a.txt', `${i}.txt`) : '<Sequence/>'),
    }));
    const { body } = await submit(who, zip(files), 'shards.zip');
    const project = await completed(who, body.projectValidationId);
    const rows = await owner<{ shard: number; path: string; tally: Tally }[]>`
      select shard, path, tally from project_items where project_id = ${body.projectValidationId}`;
    assert.ok(new Set(rows.map(({ shard }) => shard)).size >= 2);
    const [{ findings } = { findings: [] }] = await owner<{ findings: Finding[] }[]>`
      select findings from projects where id = ${body.projectValidationId}`;
    const scored = { fileCount: files.length, files: rows, across: findings };
    assert.equal(project.score, scoreOfProject(scored));
    const inFiles = project.items.reduce((sum: number, { summary }: Body) => sum + summary.total, 0);
    assert.equal(project.summary.total, inFiles + findings.length);
    assert.ok(inFiles >= files.length / 3);
  });

  it('tallies the findings beyond the end of the list of a file, too', async () => {
    const files = [{ name: 'Cut.xaml', content: xaml(EMPTY_CATCH) }];
    const whole = await completed(who, (await submit(who, zip(files), 'whole.zip')).body.projectValidationId);
    const atPlace = [{ ruleId: 'UIP-NMG-999', severity: 'medium', count: 50 }];
    const unlisted = [{ dedupeGroup: 'UIP-NMG-999', atPlace, besideListed: null, places: 1 }];
    const score = 12;
    await owner`
      update file_reports set outcome = jsonb_set(outcome::jsonb, '{report}',
        outcome::jsonb -> 'report' || ${JSON.stringify({ unlisted, score })}::text::jsonb)::text
      where key in (select report_key from project_items where project_id = ${whole.projectValidationId})`;
    const { body } = await submit(who, zip(files), 'cut.zip');
    const project = await completed(who, body.projectValidationId);
    const [row] = await owner<{ tally: Tally }[]>`
      select tally from project_items where project_id = ${body.projectValidationId}`;
    assert.equal(project.items[0].score, score, 'the kept report was used');
    assert.equal(row?.tally['UIP-NMG-999']?.medium, 50);
  });

  it('does not compare its score with one of another formula', async () => {
    const files = zip([{ name: 'Old.xaml', content: xaml(EMPTY_CATCH) }]);
    const old = await completed(who, (await submit(who, files, 'old.zip')).body.projectValidationId);
    await owner`
      update projects set score = 100, score_version = 'score-v1' where id = ${old.projectValidationId}`;
    const { diff } = await completed(who, (await submit(who, files, 'old.zip')).body.projectValidationId);
    assert.deepEqual([diff.scoreDelta, diff.previousScore, diff.isRegression], [null, null, false]);
    assert.equal(diff.previousValidatedAt, old.completedAt);
    assert.equal(diff.unchangedFindingsCount, old.summary.total);
  });

  it('is streamed until it has ended', async () => {
    await rest();
    const { body } = await submit(who, zip(ROBOT), 'watched.zip');
    const client = connect(core.server.port);
    const seen: Body[] = [];
    for await (const progress of watch(client, who, body.projectValidationId)) {
      seen.push(progress);
      await work();
    }
    client.close();
    assert.deepEqual([seen[0].status, seen[0].processedCount, seen[0].fileCount], ['running', 0, 5]);
    const last = seen.at(-1);
    assert.deepEqual(
      [last.status, last.processedCount, last.failedCount, last.skippedCount, last.currentPath],
      ['completed', 5, 1, 1, undefined],
    );
  });

  it('is watched by so many at once and no more, of each organisation', async () => {
    await rest();
    const client = connect(core.server.port);
    const others = await core.identity();
    const [own, foreign] = [await submit(who, zip(ROBOT)), await submit(others, zip(ROBOT))];
    const id = own.body.projectValidationId;
    const streams = Array.from({ length: PROJECT_WATCHES_ORG_MAX }, () => watch(client, who, id));
    const next = async (stream: ReturnType<typeof watch>) => {
      try {
        for await (const progress of stream) return progress.status;
      } finally {
        // Leaving the loop does not end the call, and an open call would prevent the end of this process.
        stream.on('error', () => {}).cancel();
      }
    };
    for (const stream of streams) stream.on('error', () => {});
    await Promise.all(streams.map((stream) => once(stream, 'data')));
    await assert.rejects(next(watch(client, who, id)), /Too many projects are watched/);
    assert.equal(await next(watch(client, others, foreign.body.projectValidationId)), 'running');
    for (const stream of streams) stream.cancel();
    await until('there is room again', () => next(watch(client, who, id)).catch(() => null));
    client.close();
  });
});

describe('an exception in a project', () => {
  it('waives findings in its files and between them, also where files are not analysed again', async () => {
    const who = await core.identity();
    const approver = await core.identity(undefined, who.orgId);
    const run = async () => completed(who, (await submit(who, zip(ROBOT))).body.projectValidationId);
    const result = async (project: Body) =>
      read(who, `/api/v1/results/${itemOf(project, 'Sub.xaml').validationId}`);
    const post = async (by: Identity, path: string, body: object): Promise<Body> =>
      (
        await fetch(`${gateway.url}/api/v1/exceptions${path}`, {
          method: 'POST',
          headers: { ...headers(by), 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();
    const first = await run();
    const inFile = await result(first);
    const isGone = ({ catalogRuleId }: Body) => catalogRuleId === 'UIP-REL-010';
    const inputs = [
      { validationId: first.projectValidationId, findingId: first.projectFindings.find(isGone).id },
      { validationId: inFile.validationId, findingId: inFile.findings[0].id },
    ];
    const made: Body[] = [];
    for (const input of inputs) {
      const terms = { reason: 'Because.', expiresAt: new Date(Date.now() + 60_000_000).toISOString() };
      const exception = await post(who, '', { ...input, ...terms });
      assert.equal((await post(approver, `/${exception.id}/approve`, {})).status, 'approved');
      made.push(exception);
    }
    assert.deepEqual(
      made.map(({ fileName }) => fileName),
      ['Main.xaml', 'Sub.xaml'],
    );
    const waived = await run();
    assert.deepEqual(
      [
        waived.projectFindings.find(isGone).exceptionStatus,
        (await result(waived)).findings[0].exceptionStatus,
      ],
      ['approved', 'approved'],
    );
    assert.ok(waived.score > first.score, `${waived.score} after ${first.score}`);
    assert.equal(waived.diff.waiverChangedCount, 2);
    for (const { id } of made) await post(approver, `/${id}/revoke`, {});
    const again = await run();
    assert.deepEqual([again.score, again.diff.waiverChangedCount], [first.score, 2]);
  });
});

describe('an archive', () => {
  const bomb = zip([{ name: 'bomb.xaml', content: Buffer.alloc(10 * 1024 * 1024) }]);
  const cases: readonly (readonly [fact: string, archive: Buffer, status: number, code: string])[] = [
    ['that is no zip', Buffer.from('<Activity/>'), 400, 'unsupported_file_type'],
    ['without a file', zip([{ name: 'folder/' }]), 400, 'unsupported_file_type'],
    ['that is cut off', zip(ROBOT).subarray(0, -30), 400, 'archive_unsafe'],
    ['that is a bomb', bomb, 400, 'archive_unsafe'],
    ['with a name that leads out of it', zip([{ name: '../a.xaml', content: 'x' }]), 400, 'archive_unsafe'],
    [
      'with a path that no key of the database has room for',
      zip([{ name: `${'ä'.repeat(510)}.xaml`, content: xaml('<Sequence/>') }]),
      400,
      'archive_unsafe',
    ],
    [
      'with a member over the limit',
      zip([{ name: 'a', content: 'x', says: { sizeBytes: 2 ** 30 } }]),
      413,
      'archive_too_large',
    ],
    [
      'with too many members',
      zip(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}` }))),
      413,
      'archive_too_large',
    ],
  ];
  for (const [fact, archive, status, code] of cases) {
    it(`${fact} is rejected with ${code}, and leaves nothing`, async () => {
      const who = await core.identity();
      const answer = await submit(who, archive);
      assert.deepEqual([answer.status, answer.body.error?.code], [status, code]);
      for (const table of ['projects', 'blobs', 'blob_chunks']) {
        const rows = await owner`select 1 from ${owner(table)} where org_id = ${who.orgId}`;
        assert.equal(rows.length, 0, table);
      }
    });
  }

  it('whose upload breaks off leaves nothing', async () => {
    const who = await core.identity();
    const gone = new AbortController();
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(
          Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK'),
        );
        stream.enqueue(Buffer.alloc(3 * 1024 * 1024, 'flow'));
      },
    });
    const form = { ...headers(who), 'Content-Type': 'multipart/form-data; boundary=b' };
    const sending = fetch(gateway.url + PATH, {
      method: 'POST',
      headers: form,
      body,
      duplex: 'half',
      signal: gone.signal,
    } as RequestInit);
    const blobs = () => owner`select 1 from blobs where org_id = ${who.orgId}`;
    await until('a part is stored', async () => (await blobs()).length === 1);
    gone.abort();
    await assert.rejects(sending);
    await until('the blob is gone', async () => {
      const rows = await blobs();
      return rows.length === 0;
    });
  });

  it('has its damaged members fail alone', async () => {
    const who = await core.identity();
    const archive = zip([
      { name: 'Good.xaml', content: xaml('<Sequence/>') },
      { name: 'Other.xaml', content: xaml('<Sequence/>'), localName: 'Evil.xaml' },
      { name: 'Wrong.xaml', content: xaml('<Sequence/>'), says: { crc: 1 } },
      { name: 'Last.xaml', content: xaml('<Sequence/>') },
    ]);
    const { body } = await submit(who, archive);
    const project = await completed(who, body.projectValidationId);
    assert.deepEqual(
      project.items.map(({ path, status, error }: Body) => [path, status, error?.code ?? null]),
      [
        ['Good.xaml', 'completed', null],
        ['Other.xaml', 'failed', 'archive_unsafe'],
        ['Wrong.xaml', 'failed', 'archive_unsafe'],
        ['Last.xaml', 'completed', null],
      ],
    );
  });
});

describe('the projects of an organisation', () => {
  it('run two at a time; the others wait for them', async () => {
    await rest();
    const who = await core.identity();
    const archive = zip([{ name: 'Main.xaml', content: xaml('<Sequence/>') }]);
    const answers = [];
    for (const name of ['a.zip', 'b.zip', 'c.zip']) answers.push((await submit(who, archive, name)).body);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['running', 'running', 'queued'],
    );
    for (const { projectValidationId } of answers) {
      assert.equal((await completed(who, projectValidationId)).status, 'completed');
    }
  });

  it('wait twenty at most', async () => {
    const who = await core.identity();
    await owner`
      insert into projects (org_id, id, status, filename, pipeline, enforcement_mode, ruleset, blob_id, content_bytes,
        content_sha256, file_count)
      select ${who.orgId}, gen_random_uuid(), 'queued', 'a.zip', '{}', 'warning', 'default', gen_random_uuid(), 1, '', 1
      from generate_series(1, ${PROJECTS_WAITING_MAX})`;
    const answer = await submit(who, zip(ROBOT));
    assert.deepEqual([answer.status, answer.body.error.code], [429, 'queue_full']);
    assert.ok(answer.headers.get('retry-after'));
    assert.equal((await owner`select 1 from blobs where org_id = ${who.orgId}`).length, 0);
  });

  it('take up what a plan still has, and the rest of the files fail with the reason', async () => {
    const who = await core.identity();
    await owner`update organisations set plan = 'business' where id = ${who.orgId}`;
    await owner`
      insert into usage_months (org_id, month, synchronous) values (${who.orgId}, usage_month(), 99999)`;
    const { body } = await submit(who, zip(ROBOT));
    const project = await completed(who, body.projectValidationId);
    assert.equal(itemOf(project, 'Main.xaml').error.code, 'plan_limit_reached');
    assert.equal(itemOf(project, 'readme.md').status, 'skipped');
  });
});

describe('stored projects', () => {
  it('is not lost to a later look at the same file that found out less', async () => {
    const { orgId } = await core.identity();
    const key = '00'.repeat(32);
    for (const text of ['{}', null]) {
      await withOrganisation(core.database.app, orgId, (sql) =>
        insertFileReports(sql, [{ key, outcome: text, facts: text }]),
      );
    }
    const reports = await owner`select outcome, facts from file_reports where org_id = ${orgId}`;
    assert.deepEqual([...reports], [{ outcome: '{}', facts: '{}' }]);
  });

  it('are deleted with the retention of results; reports of unchanged files, when no run has used them', async () => {
    const who = await core.identity();
    await owner`insert into organisation_settings (org_id, retention_days) values (${who.orgId}, 7)`;
    const ids: string[] = [];
    for (const name of ['old.zip', 'young.zip']) {
      const { body } = await submit(who, zip([{ name: `${name}.xaml`, content: xaml('<Sequence/>') }]), name);
      ids.push((await completed(who, body.projectValidationId)).projectValidationId);
    }
    const [old = '', young = ''] = ids;
    await owner`delete from project_items where project_id = ${old}`;
    await owner`update projects set id = uuid_v7_floor(now() - interval '8 days') where id = ${old}`;
    await owner`
      update file_reports set used_at = now() - interval '8 days'
      where org_id = ${who.orgId} and key = (select min(key) from file_reports where org_id = ${who.orgId})`;
    await expireValidations({ ...deps, payload: {}, attempt: 1, isLastAttempt: false });
    const left = await owner`select id from projects where org_id = ${who.orgId}`;
    assert.deepEqual([...left], [{ id: young }]);
    assert.equal((await owner`select 1 from file_reports where org_id = ${who.orgId}`).length, 1);
  });
});

describe('the work on a project', () => {
  const context = (payload: Body, more: object = {}) => ({
    ...deps,
    payload,
    attempt: 1,
    isLastAttempt: false,
    ...more,
  });

  /** Creates a project whose jobs no process runs. */
  async function waiting(): Promise<{
    who: Identity;
    id: string;
    payload: { orgId: string; projectId: string };
  }> {
    await rest();
    const who = await core.identity();
    const { body } = await submit(who, zip(ROBOT));
    const id = body.projectValidationId;
    const payload = { orgId: who.orgId, projectId: id };
    return { who, id, payload };
  }
  /** One whose files are all done. */
  async function analysed() {
    const project = await waiting();
    await listProjectJob(context(project.payload));
    await runShardJob(context({ ...project.payload, shard: 0 }));
    return project;
  }

  const forget = (id: string) =>
    owner`delete from graphile_worker._private_jobs where payload ->> 'projectId' = ${id}`;

  it('is done once, however often and at the same time each step is begun', async () => {
    const { who, id, payload } = await waiting();
    await Promise.all([listProjectJob(context(payload)), listProjectJob(context(payload))]);
    const shard = { ...payload, shard: 0 };
    await Promise.all([1, 2, 3].map(() => runShardJob(context(shard))));
    await Promise.all([1, 2].map(() => finishProjectJob(context(payload))));
    const project = await read(who, `${PATH}/${id}`);
    assert.equal(project.status, 'completed');
    const [row] = await owner`
      select (select count(*)::int from validations where org_id = ${who.orgId}) as validations,
        (select count(*)::int from events where org_id = ${who.orgId}) as events`;
    assert.deepEqual(row, { validations: 3, events: 3 });
    assert.equal(await countedOf(owner, who.orgId, 'project_files'), 3);
    await forget(id);
  });

  it('goes on carefully where a core was lost', async () => {
    const { who, id, payload } = await waiting();
    await listProjectJob(context(payload));
    let calls = 0;
    const carefulness: boolean[] = [];
    const unsteady = {
      ...coreClient,
      call: (async (method: Body, request: Body, how: Body) => {
        if (method !== ProjectRunServiceService.runShard) return coreClient.call(method, request, how);
        carefulness.push(request.careful);
        calls += 1;
        if (calls === 1) throw Object.assign(new Error('lost'), { code: 14 });
        return coreClient.call(method, request, how);
      }) as typeof coreClient.call,
    };
    await runShardJob(context({ ...payload, shard: 0 }, { core: unsteady }));
    await finishProjectJob(context(payload));
    assert.deepEqual(carefulness, [false, true]);
    assert.equal((await read(who, `${PATH}/${id}`)).status, 'completed');
    await forget(id);
  });

  it('that is hopeless ends: the files of a shard fail, and the project with them when it has no others', async () => {
    const { who, id, payload } = await waiting();
    await listProjectJob(context(payload));
    const broken = { ...coreClient, call: async () => Promise.reject(new Error('a defect')) };
    const shard = { ...payload, shard: 0 };
    await assert.rejects(runShardJob(context(shard, { core: broken })), /a defect/);
    await runShardJob(context(shard, { core: broken, attempt: INFRA_LIMITS.jobAttemptsMax }));
    await finishProjectJob(context(payload));
    const project = await read(who, `${PATH}/${id}`);
    assert.deepEqual([project.status, project.failedCount, project.score], ['failed', 5, null]);
    assert.equal(project.error.code, 'engine_unavailable');
    assert.equal(project.items[0].error.code, 'engine_unavailable');
    await forget(id);
  });

  it('that is hopeless at the end fails the project, and the next one begins', async () => {
    const { who, id, payload } = await analysed();
    await submit(who, zip(ROBOT), 'second.zip');
    const third = (await submit(who, zip(ROBOT), 'third.zip')).body;
    assert.equal(third.status, 'queued');
    const broken = { ...coreClient, call: async () => Promise.reject(new Error('a defect')) };
    await finishProjectJob(context(payload, { core: broken, isLastAttempt: true }));
    const project = await read(who, `${PATH}/${id}`);
    assert.deepEqual(
      [project.status, project.error.code, project.score],
      ['failed', 'engine_unavailable', null],
    );
    assert.equal((await completed(who, third.projectValidationId)).status, 'completed');
    await forget(id);
  });

  it('that is too much to follow fails the project at once, and says so', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const { who, id, payload } = await analysed();
    await owner`
      update file_reports set facts = repeat('x', ${PROJECT_FACTS_CHARACTERS_MAX + 1}::int)
      where key = (select min(report_key) from project_items where project_id = ${id})`;
    await finishProjectJob(context(payload));
    const project = await read(who, `${PATH}/${id}`);
    assert.deepEqual([project.status, project.error.code], ['failed', 'structure_limit_exceeded']);
    await forget(id);
  });

  it('that takes too long to judge fails the project at once, and says so', async () => {
    const { who, id, payload } = await analysed();
    const judge = () => Promise.reject(new AppError('validation_timeout', 'too long'));
    const slow = {
      sql: core.database.app,
      pool: { judge } as Body,
      policies: policyCache(core.database.app),
      digestOf: async () => '',
      contentSeal: () => 'seal',
      engineVersion: '',
    };
    assert.deepEqual(await judgeProject(slow, payload, deps.signal), []);
    const project = await read(who, `${PATH}/${id}`);
    assert.deepEqual([project.status, project.error.code], ['failed', 'validation_timeout']);
    await forget(id);
  });

  it('continues the trace of its own request, also when another request or job resumes it', async () => {
    const { who, id, payload } = await waiting();
    const second = await submit(who, zip(ROBOT), 'second.zip');
    const third = await submit(who, zip(ROBOT), 'third.zip');
    const projectId = third.body.projectValidationId;
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await owner`update projects set traceparent = ${traceparent} where id = ${projectId}`;
    const own = { ...payload, projectId, requestId: third.headers.get('x-request-id'), traceparent };
    const job = async () => {
      const rows = await owner`
        select payload from graphile_worker._private_jobs where payload ->> 'projectId' = ${projectId}`;
      return rows.map((row) => row.payload);
    };
    const another = withOrigin(core.database.app, { requestId: 'another', traceparent: 'another' });
    await withOrganisation(another, who.orgId, (sql) =>
      endProject(sql, payload.projectId, { error: GIVEN_UP }),
    );
    assert.deepEqual(await job(), [own]);
    await forget(projectId);
    await owner`update projects set started_at = now() - interval '3 minutes' where id = ${projectId}`;
    await resumeProjects(context({}));
    assert.deepEqual(await job(), [own]);
    await Promise.all([id, second.body.projectValidationId, projectId].map(forget));
  });

  it('that is abandoned is resumed', async () => {
    const { who, id, payload } = await waiting();
    await listProjectJob(context(payload));
    await forget(id);
    await owner`update projects set started_at = now() - interval '3 minutes' where id = ${id}`;
    await resumeProjects(context({}));
    assert.equal((await completed(who, id)).status, 'completed');
  });
});
