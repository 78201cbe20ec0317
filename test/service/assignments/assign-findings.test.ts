/** Assignments of findings over REST: who works on them, until when, and what stays when runs and people change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type postgres from 'postgres';
import type { FindingAssignment } from '../../../src/contract/lists/estate.ts';
import type { AppError } from '../../../src/errors.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { assignFindings } from '../../../src/service/assignments/assign-findings.ts';
import { readFindings } from '../../../src/service/results/estate/read-estate.ts';
import { until } from '../../support/processes.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import { estateService } from '../../support/service/estate-service.ts';

const { core, call, get, run } = await estateService();
const { owner, app } = core.database;
const PATH = '/findings/assignments';

/** An organisation with two findings in one file, and a member Ada in a team. */
async function estate() {
  const admin = await core.identity();
  const { orgId } = admin;
  await run(admin, { parts: ['secret', 'cleartext'] });
  const member = uuidV7();
  await owner`
    insert into organisation_members (org_id, id, role, issuer, subject, email, name, created_by_name)
    values (${orgId}, ${member}, 'developer', 'urn:flowarden:local', 'ada', 'ada@example.com', 'Ada', 'Maria')`;
  const { body: team } = await call(admin, 'POST', '/teams', { name: 'Robots', memberIds: [member] });
  const { items } = await get(admin, '/findings');
  const references = items.map(({ workflowId, findingId }: Record<string, string>) => ({
    workflowId,
    findingId,
  }));
  assert.ok(references.length >= 2);
  const change = {
    orgId,
    actor: { kind: 'user', id: 'ada', name: 'Ada', email: null },
    requestId: uuidV7(),
  } as const;
  return { admin, orgId, member, team, references, change };
}

const NOTHING = { memberId: null, teamId: null, dueAt: null, comment: null } as const;

/** Runs a first statement in a transaction that ends when all works wait for locks, each behind the ones before. Returns results or errors. */
async function behind(
  first: (sql: postgres.TransactionSql) => Promise<unknown>,
  ...works: readonly (() => Promise<unknown>)[]
) {
  const results: Promise<unknown>[] = [];
  await owner.begin(async (sql) => {
    await first(sql);
    for (const work of works) {
      results.push(work().catch((error: unknown) => error));
      await until('the work waits', async () => {
        const waiting = await owner`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting.length === results.length;
      });
    }
  });
  return Promise.all(results);
}

const FILTERS = {
  severity: null,
  category: null,
  ruleId: null,
  platform: null,
  repository: null,
  workflowId: null,
  sourceId: null,
  text: null,
  status: 'all',
  since: null,
  before: null,
  ruleIds: null,
  ownerTeamId: null,
  criticality: null,
  dataClass: null,
  ticket: null,
} as const;

/** Counts what a person sees under a filter. */
async function countOf(orgId: string, assigned: FindingAssignment, reader: string | null) {
  const filters = { ...FILTERS, assigned, reader };
  return (await readFindings(app, orgId, filters, { cursor: null, pageSize: 100 })).items.length;
}

describe('findings', () => {
  it('are assigned to a team, and a further run has the same assignment', async () => {
    const { admin, team, references } = await estate();
    const dueAt = '2027-01-31T23:59:59.000Z';
    const [first] = references;
    const body = { findings: [first, first], teamId: team.id, dueAt, comment: 'Move it to the vault.' };
    const { status, body: answer } = await call(admin, 'POST', PATH, body);
    assert.deepEqual([status, answer], [200, { assignedCount: 1 }]);
    await run(admin, { parts: ['secret', 'cleartext'] });
    const { items } = await get(admin, '/findings?assigned=anyone');
    assert.equal(items.length, 1);
    const { findingId, assignee, assignedTeamId, assignedMemberId, comment } = items[0];
    assert.deepEqual(
      [findingId, assignee, assignedTeamId, assignedMemberId, items[0].dueAt, comment],
      [first.findingId, 'Robots', team.id, null, dueAt, 'Move it to the vault.'],
    );
    assert.notEqual(items[0].assignedAt, null);
    const { total } = await get(admin, '/findings/counts?by=severity&assigned=none');
    assert.equal(total, references.length - 1);

    const { entries } = await get(admin, '/audit-log?action=finding.assigned');
    assert.equal(entries.length, 1);
    assert.equal(entries[0].targetId, first.findingId);
    assert.deepEqual(entries[0].changes.map(({ field }: { field: string }) => field).sort(), [
      'comment',
      'dueAt',
      'teamId',
    ]);
  });

  it('are mine when they are assigned to me or a team of mine', async () => {
    const { orgId, admin, team, references, change } = await estate();
    const [first, second] = references;
    assert.equal(await countOf(orgId, 'mine', 'ada'), 0);
    await assignFindings(app, change, [first], { ...NOTHING, memberId: 'me' });
    assert.equal(await countOf(orgId, 'mine', 'ada'), 1);
    // Requests may use either spelling, in inner objects too.
    const reference = { workflow_id: second.workflowId, finding_id: second.findingId };
    await call(admin, 'POST', PATH, { findings: [reference], team_id: team.id });
    assert.equal(await countOf(orgId, 'mine', 'ada'), 2);
    assert.equal(await countOf(orgId, 'mine', 'ben'), 0);
    assert.equal(await countOf(orgId, 'mine', null), 0);
    assert.equal((await get(admin, '/findings?assigned=mine')).items.length, 0);
    // Without anything said, the assignment is deleted. Blanks say nothing.
    await call(admin, 'POST', PATH, { findings: references, comment: ' ' });
    assert.equal(await countOf(orgId, 'anyone', null), 0);
    const rows = await owner`select from assignments where org_id = ${orgId}`;
    assert.equal(rows.length, 0);
  });

  it('still have date and comment when the member or the team leaves', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const { admin, member, team, references } = await estate();
    const [first, second] = references;
    const dueAt = '2027-01-31T00:00:00.000Z';
    await call(admin, 'POST', PATH, { findings: [first], memberId: member, dueAt, comment: 'Ada knows it.' });
    await call(admin, 'POST', PATH, { findings: [second], teamId: team.id, comment: 'Robots.' });
    assert.equal((await call(admin, 'DELETE', `/members/${member}`)).status, 204);
    assert.equal((await call(admin, 'DELETE', `/teams/${team.id}`)).status, 204);
    assert.equal((await get(admin, '/findings?assigned=anyone')).items.length, 0);
    const { items } = await get(admin, '/findings?assigned=none');
    const of = (id: string) => items.find(({ findingId }: { findingId: string }) => findingId === id);
    assert.deepEqual(
      [of(first.findingId).assignee, of(first.findingId).dueAt, of(first.findingId).comment],
      [null, dueAt, 'Ada knows it.'],
    );
    assert.equal(of(second.findingId).comment, 'Robots.');
  });

  it('are all left as they were when one is unknown, or the person or team is', async () => {
    const { admin, team, member, references } = await estate();
    const unknown = { ...references[0], findingId: uuidV7() };
    const rejections = [
      [{ findings: [references[0], unknown], comment: 'x' }, 404, 'not_found'],
      [{ findings: references, teamId: uuidV7() }, 400, 'invalid_field'],
      [{ findings: references, memberId: uuidV7() }, 400, 'invalid_field'],
      [{ findings: references, memberId: 'me' }, 400, 'invalid_field'],
      [{ findings: references, memberId: member, teamId: team.id }, 400, 'invalid_field'],
      [{ findings: [], comment: 'x' }, 400, 'invalid_field'],
      [{ findings: Array.from({ length: 101 }, () => references[0]) }, 400, 'invalid_field'],
      [{ findings: [{ workflowId: 'x', findingId: 'y' }] }, 400, 'invalid_field'],
      [{ findings: [{ ...references[0], finding_id: uuidV7() }], comment: 'x' }, 400, 'invalid_field'],
      [{ findings: references, comment: 'x'.repeat(1001) }, 400, 'invalid_field'],
    ] as const;
    for (const [body, status, code] of rejections) {
      const answer = await call(admin, 'POST', PATH, body);
      assert.deepEqual(
        [answer.status, answer.body.error.code],
        [status, code],
        JSON.stringify(body).slice(0, 200),
      );
    }
    assert.equal((await get(admin, '/findings?assigned=anyone')).items.length, 0);
    const reader = await core.identity(['analysis:read'], admin.orgId);
    const denied = await call(reader, 'POST', PATH, { findings: references, comment: 'x' });
    assert.equal(denied.body.error.code, 'insufficient_scope');
  });

  it('lose their assignment with their workflow', { skip: IN_FULL_RUN_ONLY }, async () => {
    const { admin, orgId, references } = await estate();
    await call(admin, 'POST', PATH, { findings: references, comment: 'x' });
    await call(admin, 'DELETE', `/workflows/${references[0].workflowId}`);
    const rows = await owner`select from assignments where org_id = ${orgId}`;
    assert.equal(rows.length, 0);
  });

  it('of a workflow that is deleted meanwhile are unknown', { skip: IN_FULL_RUN_ONLY }, async () => {
    const { orgId, references, change } = await estate();
    const [error] = await behind(
      (sql) => sql`delete from workflows where org_id = ${orgId}`,
      () => assignFindings(app, change, references, { ...NOTHING, comment: 'x' }),
    );
    assert.equal((error as AppError).code, 'not_found');
  });

  it('are assigned and freed by two people at once, in any order of the rows', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const { orgId, references, change } = await estate();
    const [{ findingId }] = references;
    // Many rows, the last ones first, so that a join would read them in that order.
    await owner`
      insert into open_findings (org_id, workflow_id, finding_id, rule_id, rule, platform, severity, category, exception_status, since)
      select org_id, workflow_id, gen_random_uuid(), rule_id, rule, platform, severity, category, exception_status, since
      from open_findings, generate_series(1, 97) where org_id = ${orgId} and finding_id = ${findingId}`;
    await owner`
      insert into assignments (org_id, workflow_id, finding_id, comment, assigned_by_name)
      select org_id, workflow_id, finding_id, 'x', 'x' from open_findings where org_id = ${orgId} order by finding_id desc`;
    await owner`
      insert into assignments (org_id, workflow_id, finding_id, comment, assigned_by_name)
      select ${orgId}, ${references[0].workflowId}, gen_random_uuid(), 'x', 'x' from generate_series(1, 1000)`;
    await owner`vacuum analyze assignments`;
    const all = await owner<{ workflowId: string; findingId: string }[]>`
      select workflow_id, finding_id from open_findings where org_id = ${orgId} order by finding_id limit 100`;
    const counts = await behind(
      (sql) => sql`
        select from assignments where org_id = ${orgId} and finding_id = ${all[0]!.findingId} for update`,
      () => assignFindings(app, change, all, { ...NOTHING, comment: 'x' }),
      () => assignFindings(app, change, all, NOTHING),
    );
    assert.deepEqual(counts, [100, 100]);
  });
});
