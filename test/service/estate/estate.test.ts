/** The estate by REST: workflows as their newest runs saw them, the runs of each, and all findings. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inTransaction } from '../../../src/infra/database/database.ts';
import {
  deleteWorkflowsBefore,
  deleteWorkflowsPastOwnRetention,
} from '../../../src/service/retention/retention-store.ts';
import { zip } from '../../support/files/zip.ts';
import { estateFile, estateService } from '../../support/service/estate-service.ts';
import type { Body } from '../../support/service/project-service.ts';

const { core, call, get, run, runQueued, submit, completed } = await estateService();

const SECRET = 'UIP-SEC-001';
const rulesOf = (body: Body): string[] => body.items.map(({ ruleId }: Body) => ruleId).sort();

describe('a workflow', () => {
  it('shows its newest run, with the scores of those before', async () => {
    const who = await core.identity();
    await run(who, { parts: ['secret'] });
    const newest = await run(who, {});
    const { items, total, nextCursor } = await get(who, '/workflows');
    assert.equal(total, 1);
    assert.equal(nextCursor, null);
    const [item] = items;
    assert.equal(item.validationId, newest);
    assert.equal(item.filename, 'src/Main.xaml');
    assert.equal(item.repository, 'bank/robots');
    assert.equal(item.scores.length, 2);
    assert.equal(item.score, item.scores[1]);
    assert.equal(item.scoreDelta, item.scores[1] - item.scores[0]);
    assert.ok(item.scoreDelta > 0);
    assert.ok(item.firstSeenAt < item.validatedAt);
    assert.deepEqual(await get(who, `/workflows/${item.workflowId}`), item);
  });

  it('shows a default branch, and another one only as long as it has no run there', async () => {
    const who = await core.identity();
    const feature = await run(who, { branch: 'feature/x', parts: ['secret'] });
    const shown = async () => (await get(who, '/workflows')).items.map((item: Body) => item.validationId);
    assert.deepEqual(await shown(), [feature]);
    const main = await run(who, { branch: 'refs/heads/main' });
    await run(who, { branch: 'feature/x', parts: ['secret', 'cleartext'] });
    assert.deepEqual(await shown(), [main]);
    const [item] = (await get(who, '/workflows')).items;
    assert.equal(item.scores.length, 1, 'scores of the other branch are not continued');
    assert.ok(!rulesOf(await get(who, '/findings')).includes(SECRET));
  });

  it('follows the default branches when they change', async () => {
    const who = await core.identity();
    await run(who, { branch: 'main', parts: ['secret'] });
    await call(who, 'PATCH', '/organisation/settings', { defaultBranches: ['trunk'] });
    const shown = async () => (await get(who, '/workflows')).items.map((item: Body) => item.validationId);
    const feature = await run(who, { branch: 'feature/x' });
    assert.deepEqual(await shown(), [feature]);
    const trunk = await run(who, { branch: 'trunk' });
    await run(who, { branch: 'main', parts: ['secret'] });
    assert.deepEqual(await shown(), [trunk]);
  });

  it('lists the runs of its branch, newest first', async () => {
    const who = await core.identity();
    const first = await run(who, { branch: 'main', parts: ['secret'], fields: { label: 'nightly' } });
    await run(who, { branch: 'feature/x' });
    const second = await run(who, { branch: 'main' });
    const [{ workflowId }] = (await get(who, '/workflows')).items;
    const page = await get(who, `/workflows/${workflowId}/history?pageSize=1`);
    const rest = await get(who, `/workflows/${workflowId}/history?cursor=${page.nextCursor}`);
    assert.equal(rest.nextCursor, null);
    const [newer, older] = [...page.items, ...rest.items];
    assert.deepEqual([newer.validationId, older.validationId], [second, first]);
    assert.equal(newer.scoreDelta, newer.score - older.score);
    assert.ok(newer.resolvedFindings >= 1);
    assert.equal(older.scoreDelta, null);
    assert.equal(older.label, 'nightly');
  });

  it('is found by its path, platform, repository and score, the worst first', async () => {
    const who = await core.identity();
    await run(who, { path: 'src/Good.xaml' });
    await run(who, { path: 'src/Bad.xaml', parts: ['secret'] });
    const names = async (query: string) => {
      const { items, total } = await get(who, `/workflows?${query}`);
      assert.equal(total, items.length);
      return items.map(({ filename }: Body) => filename);
    };
    assert.deepEqual(await names('sort=score'), ['src/Bad.xaml', 'src/Good.xaml']);
    assert.deepEqual(await names('q=SRC/b'), ['src/Bad.xaml']);
    assert.deepEqual(await names('q=%25'), []);
    assert.deepEqual(await names('platform=blue-prism'), []);
    assert.deepEqual(await names('repository=bank%2Frobots&minScore=50'), ['src/Good.xaml']);
    assert.deepEqual(await names('maxScore=49'), ['src/Bad.xaml']);
    assert.deepEqual(await names('wouldBlock=true'), ['src/Bad.xaml']);
    assert.deepEqual(await names('wouldBlock=false'), ['src/Good.xaml']);
  });

  it('is on one page, in each order', async () => {
    const who = await core.identity();
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      await run(who, { path: `${name}.xaml`, parts: name < 'C' ? ['secret'] : [] });
    for (const sort of ['score', 'time']) {
      const whole = await get(who, `/workflows?sort=${sort}`);
      const paged: Body[] = [];
      let cursor = '';
      do {
        const page = await get(who, `/workflows?sort=${sort}&pageSize=2${cursor}`);
        paged.push(...page.items);
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      assert.deepEqual(paged, whole.items);
    }
    const newest = await get(who, '/workflows?sort=time');
    assert.deepEqual(
      newest.items.map(({ filename }: Body) => filename),
      ['E.xaml', 'D.xaml', 'C.xaml', 'B.xaml', 'A.xaml'],
    );
    const { nextCursor } = await get(who, '/workflows?sort=time&pageSize=2');
    assert.equal((await call(who, 'GET', `/workflows?sort=score&cursor=${nextCursor}`)).status, 400);
  });

  it('is deleted with its findings by admins alone, audited, and comes back with its next run', async () => {
    const who = await core.identity();
    const validationId = await run(who, { parts: ['secret'] });
    const [{ workflowId }] = (await get(who, '/workflows')).items;
    const developer = await core.identity(['analysis:read', 'analysis:write'], who.orgId);
    assert.equal((await call(developer, 'DELETE', `/workflows/${workflowId}`)).status, 403);
    const stranger = await core.identity();
    assert.equal((await call(stranger, 'DELETE', `/workflows/${workflowId}`)).status, 404);
    assert.equal((await call(who, 'DELETE', `/workflows/${workflowId}`)).status, 204);
    assert.equal((await get(who, '/workflows')).total, 0);
    assert.equal((await get(who, '/findings')).items.length, 0);
    assert.equal((await get(who, `/results/${validationId}`)).validationId, validationId);
    const [entry] = (await get(who, '/audit-log?action=workflow.deleted')).entries;
    assert.deepEqual(
      [entry.targetKind, entry.targetId, entry.targetName],
      ['workflow', workflowId, 'src/Main.xaml'],
    );
    assert.equal(entry.details.validationId, validationId);
    await run(who, { parts: ['secret'] });
    const [again] = (await get(who, '/workflows')).items;
    assert.equal(again.workflowId, workflowId);
    assert.equal(again.scores.length, 1);
    assert.ok((await get(who, '/findings')).items.length > 0);
  });

  it('is not there for an unknown id', async () => {
    const who = await core.identity();
    const unknown = '/workflows/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
    assert.equal((await call(who, 'GET', unknown)).status, 404);
    assert.equal((await call(who, 'DELETE', unknown)).status, 404);
    assert.equal((await call(who, 'GET', `${unknown}/history`)).status, 404);
  });
});

describe('the findings of all workflows', () => {
  it('are those of the newest runs, each with the time of the first run that had it', async () => {
    const who = await core.identity();
    await run(who, { parts: ['secret', 'cleartext'] });
    const before = await get(who, '/findings');
    const newest = await run(who, { parts: ['secret'] });
    const after = await get(who, '/findings');
    const [secret] = after.items;
    assert.equal(secret.ruleId, SECRET);
    assert.equal(secret.severity, 'critical');
    assert.equal(secret.validationId, newest);
    assert.equal(secret.exceptionStatus, 'none');
    assert.match(secret.location, /Send report/);
    const [known] = before.items;
    assert.equal(known.findingId, secret.findingId);
    assert.equal(known.since, secret.since);
    assert.ok(before.items.length > after.items.length);
    const { findings } = await get(who, `/results/${newest}`);
    assert.deepEqual(
      findings.map(({ id }: Body) => id).sort(),
      after.items.map(({ findingId }: Body) => findingId).sort(),
    );
  });

  it('are counted, filtered and paged alike', async () => {
    const who = await core.identity();
    await run(who, { path: 'A.xaml', parts: ['secret', 'cleartext'] });
    await run(who, { path: 'B.xaml', parts: ['secret'] });
    const all = await get(who, '/findings');
    const counts = await get(who, '/findings/counts?by=rule');
    assert.equal(counts.total, all.items.length);
    assert.equal(counts.workflows, 2);
    assert.equal(counts.isComplete, true);
    const group = counts.groups.find(({ key }: Body) => key === SECRET);
    assert.equal(group.count, 2);
    assert.equal(group.critical, 2);
    assert.equal(group.workflows, 2);
    assert.match(group.name, /credential/);
    for (const query of [
      'severity=critical',
      `ruleId=${SECRET}`,
      'category=security',
      'q=a.XAML',
      'platform=uipath',
      'q=literal%20CREDENTIAL',
      'repository=bank%2Frobots',
      'since=2020-01-01T00:00:00Z',
      'since=2999-01-01T00:00:00Z',
      `workflowId=${all.items[0].workflowId}`,
    ]) {
      const { items } = await get(who, `/findings?${query}`);
      const { total } = await get(who, `/findings/counts?by=severity&${query}`);
      assert.equal(total, items.length, query);
    }
    assert.deepEqual(rulesOf(await get(who, '/findings?severity=critical')), [SECRET, SECRET]);
    assert.equal((await get(who, '/findings?since=2999-01-01T00:00:00Z')).items.length, 0);
    const byWorkflow = await get(who, '/findings/counts?by=workflow');
    assert.deepEqual(
      byWorkflow.groups.map(({ name }: Body) => name),
      ['A.xaml', 'B.xaml'],
    );
    const severities = counts.groups.map(({ critical, high, medium, low }: Body) =>
      [critical, high, medium, low].findIndex((ofSeverity) => ofSeverity > 0),
    );
    assert.deepEqual(severities, severities.toSorted(), 'the worst group comes first, however few it has');
    const byRepository = await get(who, '/findings/counts?by=repository');
    assert.deepEqual(
      byRepository.groups.map(({ key, name, workflows }: Body) => [key, name, workflows]),
      [['bank/robots', null, 2]],
    );
    const paged: Body[] = [];
    let cursor = '';
    do {
      const page = await get(who, `/findings?pageSize=1${cursor}`);
      paged.push(...page.items);
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    assert.deepEqual(paged, all.items);
    assert.equal((await call(who, 'GET', '/findings?cursor=bm9uZQ')).status, 400);
    assert.equal((await call(who, 'GET', '/findings/counts?by=colour')).status, 400);
  });

  it('are open until an approved exception waives them', async () => {
    const who = await core.identity();
    const validationId = await run(who, { parts: ['secret'] });
    const [{ ruleId, findingId }] = (await get(who, '/findings?severity=critical')).items;
    const reason = 'The vault comes with the next release.';
    const expiresAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const request = { validationId, findingId, reason, expiresAt };
    const { status, body } = await call(who, 'POST', '/exceptions', request);
    assert.equal(status, 201, JSON.stringify(body));
    const statusOf = async (name: string) => rulesOf(await get(who, `/findings?status=${name}`));
    assert.deepEqual(await statusOf('pending'), [ruleId], 'at once, without another run');
    await run(who, { parts: ['secret'] });
    assert.deepEqual(await statusOf('pending'), [ruleId]);
    const approver = await core.identity(undefined, who.orgId);
    assert.equal((await call(approver, 'POST', `/exceptions/${body.id}/approve`, {})).status, 200);
    assert.deepEqual(await statusOf('waived'), [ruleId], 'at once, without another run');
    assert.equal((await get(who, '/findings/counts?by=rule&status=waived')).total, 1);
    await run(who, { parts: ['secret'] });
    assert.ok(!rulesOf(await get(who, '/findings')).includes(ruleId));
    const waived = await get(who, '/findings?status=waived');
    assert.deepEqual(rulesOf(waived), [ruleId]);
    assert.equal(waived.items[0].exceptionId, body.id);
    assert.ok(rulesOf(await get(who, '/findings?status=all')).includes(ruleId));
    await core.database.owner`update exceptions set expires_at = now() where id = ${body.id}`;
    const expired = (await get(who, '/findings')).items.find((item: Body) => item.ruleId === ruleId);
    assert.equal(expired.exceptionStatus, 'expired', 'its end needs no run either');
    assert.deepEqual(await statusOf('waived'), []);
    const renewed = (await call(who, 'POST', '/exceptions', request)).body;
    assert.deepEqual(await statusOf('pending'), [ruleId]);
    assert.equal((await call(who, 'POST', `/exceptions/${renewed.id}/revoke`, {})).status, 200);
    const revoked = (await get(who, '/findings')).items.find((item: Body) => item.ruleId === ruleId);
    assert.deepEqual([revoked.exceptionId, revoked.exceptionStatus], [renewed.id, 'revoked']);
  });

  it('follow asynchronous runs, and files of projects, also those that are reused', async () => {
    const who = await core.identity();
    const queued = await run(who, { path: 'Later.xaml', parts: ['secret'], endpoint: '/validate/async' });
    assert.equal((await get(who, '/workflows')).total, 0, 'a queued run is no workflow yet');
    await runQueued(who, queued);
    const archive = zip([
      { name: 'project.json', content: '{"name":"Robot","main":"Main.xaml","dependencies":{}}' },
      { name: 'Main.xaml', content: estateFile(['secret']).toString() },
    ]);
    const ids: string[] = [];
    for (const _run of ['first', 'reused']) {
      const { body } = await submit(who, archive);
      const { items } = await completed(who, body.projectValidationId);
      ids.push(items.find(({ path }: Body) => path === 'Main.xaml').validationId);
    }
    const { items } = await get(who, '/workflows?sort=time');
    const ofProject = items.find(({ filename }: Body) => filename === 'Main.xaml');
    assert.equal(ofProject.validationId, ids[1]);
    assert.equal(ofProject.scores.length, 2);
    assert.ok(items.some(({ validationId }: Body) => validationId === queued));
    const secrets = await get(who, `/findings?ruleId=${SECRET}`);
    assert.deepEqual(
      secrets.items.map(({ validationId }: Body) => validationId).sort(),
      [ids[1], queued].sort(),
    );
  });

  it('are those of one run when several of the file end at once', async () => {
    const who = await core.identity();
    const parts = [['secret'], ['cleartext'], [], ['secret', 'cleartext']] as const;
    for (let round = 0; round < 3; round += 1)
      await Promise.all([...parts, ...parts].map((some) => run(who, { parts: some })));
    const [{ validationId, summary }] = (await get(who, '/workflows')).items;
    const { findings } = await get(who, `/results/${validationId}`);
    const { items } = await get(who, '/findings?status=all');
    assert.deepEqual(
      items.map(({ findingId }: Body) => findingId).sort(),
      findings.map(({ id }: Body) => id).sort(),
    );
    assert.equal(summary.total, items.length);
  });
});

describe('the end of a workflow', () => {
  const left = async (orgId: string) => {
    const [row] = await core.database.owner`
      select (select count(*) from workflows where org_id = ${orgId})::int as workflows,
        (select count(*) from open_findings where org_id = ${orgId})::int as findings`;
    return row;
  };

  it('is that of its run, and leaves no finding', async () => {
    const who = await core.identity();
    const other = await core.identity();
    for (const identity of [who, other]) await run(identity, { parts: ['secret'] });
    await call(who, 'PATCH', '/organisation/settings', { retentionDays: 30 });
    const later = (days: number) => new Date(Date.now() + days * 86_400_000);
    const sweep = (days: number) =>
      inTransaction(core.database.ownerSql, (sql) => deleteWorkflowsPastOwnRetention(sql, later(days), 100));
    assert.equal(await sweep(29), 0);
    assert.equal(await sweep(31), 1);
    assert.deepEqual(await left(who.orgId), { workflows: 0, findings: 0 });
    assert.equal((await left(other.orgId))?.workflows, 1);
    await inTransaction(core.database.ownerSql, (sql) => deleteWorkflowsBefore(sql, later(1), 10_000));
    assert.deepEqual(await left(other.orgId), { workflows: 0, findings: 0 });
    await run(who, { parts: ['secret'] });
    assert.equal((await get(who, '/workflows')).total, 1);
  });
});

describe('an estate of before', () => {
  it('is filled from the runs that are stored', async () => {
    const { owner } = core.database;
    const who = await core.identity();
    for (const branch of ['feature/x', 'main', 'main', 'feature/y'])
      await run(who, { branch, parts: branch === 'main' ? ['secret'] : ['cleartext'] });
    await run(who, { path: 'Only.xaml', branch: 'feature/x', parts: ['cleartext'] });
    const rows = () => owner`
      select filename, branch, validation_id, is_on_default_branch, scores, total_count,
        array(select finding_id from open_findings as found
              where found.org_id = workflow.org_id and workflow_id = workflow.id order by 1) as findings
      from workflows as workflow where org_id = ${who.orgId} order by filename`;
    const before = await rows();
    assert.equal(before.length, 2);
    await owner`delete from open_findings where org_id = ${who.orgId}`;
    await owner`delete from workflows where org_id = ${who.orgId}`;
    const file = join(import.meta.dirname, '../../../sql/0039_estate_of_before.sql');
    await owner.unsafe(readFileSync(file, 'utf8'));
    assert.deepEqual(await rows(), before);
  });
});
