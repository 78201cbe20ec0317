/** Repeated archives: unchanged files are reused, with the same result as another analysis. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHANGES_MAX } from '../../../src/analysis/model/diff.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { ProjectRunServiceService } from '../../../src/gen/flowarden/internal/v1/project_run.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { basisOf } from '../../../src/service/projects/files/inputs-digest.ts';
import { reuseBatches } from '../../../src/service/projects/files/reuse-results.ts';
import { PROJECT_LIMITS } from '../../../src/service/projects/limits.ts';
import { listUncountedCopies } from '../../../src/service/projects/store/copies-in-diff.ts';
import {
  deleteForgottenFileReports,
  findOutcomes,
  preserveReportsOfNewestRuns,
} from '../../../src/service/projects/store/file-reports.ts';
import { findProject } from '../../../src/service/projects/store/projects.ts';
import {
  countAddedFindings,
  countLeftFindings,
  listGoneFindings,
} from '../../../src/service/projects/store/unmatched-findings.ts';
import { formatDay } from '../../../src/text/format.ts';
import { DAY_MS } from '../../../src/units.ts';
import { countedOf } from '../../support/database/usage.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, projectService } from '../../support/service/project-service.ts';
import { insertTestWebhook } from '../../support/service/webhook.ts';

const { core, coreClient, submit, rest, completed } = await projectService();
const { owner, ownerSql, app } = core.database;

const throwing = (text: string) =>
  uipath.snippet(`<Throw DisplayName="${text}"/><Delay DisplayName="Wait"/>`);
const FILES = [
  { name: 'Main.xaml', content: throwing('One') },
  { name: 'Sub.xaml', content: throwing('Two') },
  { name: 'readme.md', content: 'Hello' },
  { name: 'Damaged.xaml', content: throwing('Three').slice(0, -20) },
];
const ROBOT = zip(FILES);
/** Outcomes of an analysis of the files, by path. */
const ANALYSED = [
  ['Main.xaml', 'completed', null],
  ['Sub.xaml', 'completed', null],
  ['readme.md', 'skipped', 'unsupported_file_type'],
  ['Damaged.xaml', 'failed', 'unparsable_file'],
];
const outcomesOf = ({ items }: Body) =>
  items.map(({ path, status, error }: Body) => [path, status, error?.code ?? null]);

/** Submits an archive and has it done. `meddle` comes between. */
async function run(who: Identity, archive: Buffer, meddle?: (id: string) => Promise<unknown>): Promise<Body> {
  if (meddle !== undefined) await rest();
  const { body } = await submit(who, archive);
  await meddle?.(body.projectValidationId);
  return completed(who, body.projectValidationId);
}

/** Overwrites the members of the stored archive, not its directory: a read of them fails. */
const spoil = (id: string) => owner`
  update blob_chunks set content = overlay(content placing decode(repeat('00', length(content) - 300), 'hex') from 1)
  where blob_id = (select blob_id from projects where id = ${id})`;

/** Returns all that is stored of a project and its files, but ids and times. */
async function storedOf(id: string): Promise<unknown> {
  const validations = await owner`
    select to_jsonb(v) - array['id', 'project_id', 'created_at', 'validated_at', 'validation_ms', 'diff'] as validation,
      v.project_id = item.project_id as is_of_it, v.diff - 'previousValidatedAt' as diff, v.diff ->> 'previousValidatedAt' is not null as has_previous,
      e.kind, e.data::jsonb - array['validationId', 'validatedAt'] as data, e.occurred_at = v.validated_at as is_of_then,
      e.data ->> 'validationId' = v.id::text as speaks_of_it,
      (e.data ->> 'validatedAt')::timestamptz = v.validated_at as tells_its_time
    from project_items as item
    join validations as v on v.id = item.validation_id join events as e on e.id = item.event_id
    where item.project_id = ${id} order by item.number`;
  const items = await owner`
    select to_jsonb(item) - array['project_id', 'validation_id', 'event_id'] as item
    from project_items as item where project_id = ${id} order by number`;
  const projects = await owner`
    select to_jsonb(p) - array['id', 'request_id', 'previous_id', 'created_at', 'started_at', 'completed_at', 'diff'] as project,
      diff - 'previousValidatedAt' as diff
    from projects as p where id = ${id}`;
  return JSON.parse(JSON.stringify({ validations, items, projects }));
}

describe('an archive that comes again', () => {
  it('is not looked into, and says what another analysis would say', async () => {
    const who = await core.identity();
    await insertTestWebhook(ownerSql, who.orgId, 9);
    await owner`
      insert into organisation_settings (org_id, score_alert_threshold, score_alert_kind)
      values (${who.orgId}, 100, 'level')`;
    const first = await run(who, ROBOT);
    assert.deepEqual(outcomesOf(first), ANALYSED);
    const reused = await run(who, ROBOT, spoil);
    assert.deepEqual(outcomesOf(reused), ANALYSED);
    const stored = await storedOf(reused.projectValidationId);
    // Nothing to reuse any more.
    await owner`update project_items set basis = null where org_id = ${who.orgId}`;
    const analysed = await run(who, ROBOT);
    assert.deepEqual(stored, await storedOf(analysed.projectValidationId));
    const events = await owner`
      select kind, count(distinct data ->> 'validationId')::int as files, count(*)::int as events,
        (select count(*)::int from deliveries where org_id = ${who.orgId} and event_kind = kind) as deliveries
      from events where org_id = ${who.orgId} group by kind order by kind`;
    assert.deepEqual(
      [...events],
      ['validation.below_threshold', 'validation.completed'].map((kind) => ({
        kind,
        files: 6,
        events: 6,
        deliveries: 6,
      })),
    );
    assert.equal(await countedOf(owner, who.orgId, 'project_files'), 6);
  });

  it('is reused once, also when the reuse begins several times at once', async () => {
    const who = await core.identity();
    await run(who, ROBOT);
    const again = await run(who, ROBOT, async (projectId) => {
      const how = { signal: new AbortController().signal, timeMsMax: 10_000 };
      await Promise.all(
        [1, 2, 3].map(() =>
          coreClient.call(ProjectRunServiceService.carryProject, { orgId: who.orgId, projectId }, how),
        ),
      );
    });
    assert.deepEqual(outcomesOf(again), ANALYSED);
    const [row] = await owner`
      select (select count(*)::int from validations where org_id = ${who.orgId}) as validations,
        (select count(*)::int from events where org_id = ${who.orgId}) as events`;
    assert.deepEqual(row, { validations: 4, events: 4 });
    assert.equal(await countedOf(owner, who.orgId, 'project_files'), 4);
  });

  it('is analysed again where a note waives a finding, as the note ends on a day', async () => {
    const who = await core.identity();
    const until = formatDay(new Date(Date.now() + 30 * DAY_MS));
    const noted = uipath.snippet(
      `<ui:Comment Text="flowarden-ignore UIP-MNT-016 until ${until}: the list is checked before" />` +
        '<ui:InvokeWorkflowFile DisplayName="Run" WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />',
    );
    const archive = zip([...FILES, { name: 'Noted.xaml', content: noted }]);
    const storedRows = () => owner`
      select item.path, item.basis is null as has_no_basis, report.outcome is null as has_no_outcome
      from project_items as item join file_reports as report on report.org_id = item.org_id and report.key = item.report_key
      where item.org_id = ${who.orgId} and item.path in ('Main.xaml', 'Noted.xaml') order by item.path, item.project_id`;
    for (const _ of ['first', 'second']) await run(who, archive);
    const rows = (path: string, isForgotten: boolean) =>
      Array(2).fill({ path, hasNoBasis: isForgotten, hasNoOutcome: isForgotten });
    assert.deepEqual([...(await storedRows())], [...rows('Main.xaml', false), ...rows('Noted.xaml', true)]);
    const waived = await owner`
      select finding ->> 'exceptionId' as id, diff -> 'counts' ->> 'waiver_changed' as changed
      from validations, jsonb_array_elements(findings) as finding
      where org_id = ${who.orgId} and finding ->> 'exceptionStatus' = 'approved'`;
    assert.deepEqual([...waived], Array(2).fill({ id: null, changed: '0' }));
  });

  const changes: readonly (readonly [fact: string, change: (orgId: string) => Promise<unknown>])[] = [
    [
      'after an exception was requested',
      (orgId) => owner`
        insert into exceptions (org_id, id, decision, rule_id, file_name, location, severity, reason, expires_at,
          requested_at, requested_by_kind, requested_by_id, requested_by_name)
        values (${orgId}, ${uuidV7()}, 'pending', 'GEN-001', '*', '*', 'low', 'x', now() + interval '1 day', now(),
          'key', 'x', 'x')`,
    ],
    ['after its results were deleted', (orgId) => owner`delete from validations where org_id = ${orgId}`],
    [
      'after the facts of its files were deleted',
      (orgId) => owner`delete from file_reports where org_id = ${orgId}`,
    ],
    ['after its events were deleted', (orgId) => owner`delete from events where org_id = ${orgId}`],
    [
      'that another version of the program or its rules validated',
      (orgId) => owner`update project_items set basis = sha256(basis) where org_id = ${orgId}`,
    ],
  ];
  for (const [fact, change] of changes) {
    it(`${fact} is looked into`, async () => {
      const who = await core.identity();
      await run(who, ROBOT);
      await change(who.orgId);
      const [main] = outcomesOf(await run(who, ROBOT, spoil));
      assert.deepEqual(main, ['Main.xaml', 'failed', 'archive_unsafe']);
    });
  }

  it('marks the facts of its files as used', async () => {
    const who = await core.identity();
    await run(who, ROBOT);
    await owner`update file_reports set used_at = now() - interval '20 days' where org_id = ${who.orgId}`;
    assert.deepEqual(outcomesOf(await run(who, ROBOT, spoil)), ANALYSED);
    const old = await owner`
      select 1 from file_reports where org_id = ${who.orgId} and used_at < now() - interval '1 hour'`;
    assert.equal(old.length, 0);
  });

  it('is not looked into after months either, as the reports of the newest run stay', async () => {
    const who = await core.identity();
    await run(who, zip(FILES.map(({ name }) => ({ name, content: throwing('Former') }))));
    await run(who, ROBOT);
    await owner`delete from events where org_id = ${who.orgId}`;
    await owner`update file_reports set used_at = now() - interval '40 days' where org_id = ${who.orgId}`;
    await owner`update projects set completed_at = completed_at - interval '40 days' where org_id = ${who.orgId}`;
    const reports = () =>
      owner`select outcome is null as is_short from file_reports where org_id = ${who.orgId}`;
    const before = await reports();
    await inTransaction(ownerSql, async (sql) => {
      await preserveReportsOfNewestRuns(sql, new Date(), 15, 1_000);
      await deleteForgottenFileReports(sql, new Date(), 30, 1_000);
    });
    const left = await reports();
    assert.ok(left.length > 0 && left.length < before.length);
    assert.ok(left.every(({ isShort }) => isShort));
    assert.deepEqual(outcomesOf(await run(who, ROBOT, spoil)), ANALYSED);
  });

  it('does not wait for runs with the same reports, and neither does the sweep', async () => {
    const who = await core.identity();
    await run(who, ROBOT);
    await owner`update file_reports set used_at = now() - interval '20 days' where org_id = ${who.orgId}`;
    await owner.begin(async (other) => {
      const held = await other<{ key: string }[]>`
        select encode(key, 'hex') as key from file_reports where org_id = ${who.orgId} for update`;
      const keys = held.map(({ key }) => key);
      const found = await withOrganisation(app, who.orgId, async (sql) => {
        await sql`set local lock_timeout = '1s'`;
        return findOutcomes(sql, keys);
      });
      assert.ok(found.size >= 2);
      const deleted = await inTransaction(ownerSql, async (sql) => {
        await sql`set local lock_timeout = '1s'`;
        return deleteForgottenFileReports(sql, new Date(), 10, 1_000);
      });
      assert.equal(deleted, 0);
      assert.deepEqual(outcomesOf(await run(who, ROBOT, spoil)), ANALYSED);
    });
  });

  it('of another organisation is looked into', async () => {
    await run(await core.identity(), ROBOT);
    const [main] = outcomesOf(await run(await core.identity(), ROBOT, spoil));
    assert.deepEqual(main, ['Main.xaml', 'failed', 'archive_unsafe']);
  });

  it('beyond the plan is rejected file by file, as at the first time', async () => {
    const who = await core.identity();
    await run(who, ROBOT);
    await owner`update organisations set plan = 'business' where id = ${who.orgId}`;
    const used = await countedOf(owner, who.orgId, 'project_files');
    await owner`update usage_months set synchronous = 99_999 - ${used}::int where org_id = ${who.orgId}`;
    const again = await run(who, ROBOT);
    assert.deepEqual(outcomesOf(again).slice(0, 3), [
      ['Main.xaml', 'failed', 'plan_limit_reached'],
      ['Sub.xaml', 'failed', 'plan_limit_reached'],
      ['readme.md', 'skipped', 'unsupported_file_type'],
    ]);
  });
});

describe('an archive of which one file has changed', () => {
  it('reuses the reports of the others, and not that of one that only has the same name', async () => {
    const who = await core.identity();
    await run(who, ROBOT);
    const [changed, moved] = [throwing('Four'), { name: 'folder/Main.xaml', content: throwing('One') }];
    const files = FILES.map((file) => (file.name === 'Sub.xaml' ? { ...file, content: changed } : file));
    const { projectValidationId: id } = await run(who, zip([moved, ...files]));
    const rows = await owner`
      select item.path, item.report_key = before.report_key as is_same,
        encode(validations.content_sha256, 'hex') = encode(old.content_sha256, 'hex') as has_same_bytes,
        validations.diff -> 'counts' ->> 'unchanged' = jsonb_array_length(old.findings)::text as is_unchanged
      from project_items as item join projects on projects.id = item.project_id
      left join project_items as before on before.project_id = projects.previous_id and before.number = item.previous_number
      left join validations on validations.id = item.validation_id
      left join validations as old on old.id = before.validation_id
      where item.project_id = ${id} and item.status = 'completed' order by item.number`;
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['folder/Main.xaml', null, null, null],
        ['Main.xaml', true, true, true],
        ['Sub.xaml', false, false, true],
      ],
    );
  });
});

describe('files that are reused at once', () => {
  it('is so many files with so many findings, but one file at least', () => {
    const { projectReuseFilesMax: files, projectReuseFindingsMax: findings } = PROJECT_LIMITS;
    const sizesOf = (sizes: readonly number[]) => sizes.map((size, number) => ({ number, findings: size }));
    const cases: readonly (readonly [sizes: readonly number[], carries: readonly number[]])[] = [
      [[], []],
      [Array(2 * files + 1).fill(0), [files, files, 1]],
      [
        [findings, 1, findings - 1, 1],
        [1, 2, 1],
      ],
      [
        [0, findings + 1, 0],
        [1, 1, 1],
      ],
    ];
    for (const [sizes, carries] of cases) {
      const numbers = [...reuseBatches(sizesOf(sizes))];
      assert.deepEqual(
        numbers.map(({ length }) => length),
        carries,
      );
      assert.deepEqual(numbers.flat(), [...sizes.keys()]);
    }
  });
});

describe('what outcomes follow from', () => {
  it('is the rules, the program, the policy, the repository and the exceptions', async () => {
    const who = await core.identity();
    const { projectValidationId: id } = await run(who, ROBOT);
    const at = new Date();
    const project = await withOrganisation(app, who.orgId, (sql) => findProject(sql, id));
    const hashOf = async (change: object = {}, engineVersion = '1.0.0', digest = 'a') =>
      withOrganisation(app, who.orgId, async (sql) => {
        const basis = await basisOf(sql, { engineVersion }, { ...project!, ...change }, digest, at);
        return basis.hash;
      });
    const { pipeline } = project!;
    const hashes = await Promise.all([
      hashOf(),
      hashOf({}, '1.0.1'),
      hashOf({}, '1.0.0', 'b'),
      hashOf({ enforcementMode: 'blocking' }),
      hashOf({ policyPackId: uuidV7() }),
      hashOf({ policyPackSlug: 'strict' }),
      hashOf({ includeVendor: true }),
      hashOf({ includeLogicApps: true }),
      hashOf({ blockUnanalysed: true }),
      hashOf({ pipeline: { ...pipeline, repository: 'https://example.test/robots' } }),
    ]);
    assert.equal(new Set(hashes).size, hashes.length);
    assert.equal(await hashOf({ pipeline: { ...pipeline, branch: 'other' } }), hashes[0]);
  });
});

describe('projects of as many files as may be', () => {
  it('are compared in one pass, also when Postgres knows nothing yet of their rows', async () => {
    const { orgId } = await core.identity();
    const [before, now] = [uuidV7(), uuidV7()];
    for (const id of [before, now]) {
      await owner`
        insert into projects (org_id, id, status, filename, pipeline, enforcement_mode, ruleset, blob_id, content_bytes,
          content_sha256, file_count)
        values (${orgId}, ${id}, 'running', 'a.zip', '{}', 'warning', 'default', gen_random_uuid(), 1, '', 10000)`;
      await owner`
        insert into project_items (org_id, project_id, number, shard, path, place, status, summary, copy_keys)
        select ${orgId}, ${id}, number, 0, 'folder/file' || number || '.xaml', '{}', 'completed', '{"total": 1}',
          '{"1": {"id": "one", "key": "same", "severity": "high"}}'
        from generate_series(case when ${id} = ${now} then 3 else 0 end, ${10_000 - 1}::int) as number`;
    }
    // More than the ten seconds that a statement may take, if each file were compared with all others.
    const found = await withOrganisation(app, orgId, async (sql) => [
      await countLeftFindings(sql, now, before),
      await listGoneFindings(sql, now, before, { uncounted: [], rows: CHANGES_MAX }),
      await countAddedFindings(sql, now, before),
      (await listUncountedCopies(sql, now, before)).counts.resolved,
    ]);
    assert.deepEqual(found, [{ gone: 3, unread: 0 }, [], { count: 0, hasBlocking: false }, 3 - 1]);
  });
});
