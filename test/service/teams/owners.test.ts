/** Owners of workflows: by the patterns of teams, by hand, as filters, groups and after a team has gone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { assignOwners } from '../../../src/service/teams/assign-owners-job.ts';
import { createOwnerOf } from '../../../src/service/teams/owner-of.ts';
import { disownWorkflows, listPatterns } from '../../../src/service/teams/owners-store.ts';
import { settleRepositories } from '../../../src/service/teams/repositories-store.ts';
import { deleteTeam, lockTeams } from '../../../src/service/teams/teams-store.ts';
import { callAs } from '../../gateway/support/api.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { until } from '../../support/processes.ts';
import { testCore } from '../../support/service/core.ts';
import { workQueue } from '../../support/service/work-queue.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const admin = await core.identity();
const send = (method: string, path: string, body?: unknown) => callAs(admin, gateway, method, path, body);

const XAML = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'));

async function validate(repository: string | null, filename: string): Promise<void> {
  const form = new FormData();
  form.set('platform', 'uipath');
  if (repository !== null) form.set('metadata', JSON.stringify({ pipeline: { repository } }));
  form.set('file', new Blob([new Uint8Array(XAML)]), filename);
  const response = await fetch(`${gateway.url}/api/v1/validate`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${admin.key}`, 'X-Org-Id': admin.orgId },
    body: form,
  });
  assert.equal(response.status, 200);
}

async function owners(query = ''): Promise<Readonly<Record<string, string | null>>> {
  const { body } = await send('GET', `/api/v1/workflows${query}`);
  return Object.fromEntries(
    body.items.map(({ filename, ownerTeam }: { filename: string; ownerTeam: string | null }) => [
      filename,
      ownerTeam,
    ]),
  );
}

async function workflowId(filename: string): Promise<string> {
  const { body } = await send('GET', `/api/v1/workflows?q=${filename}`);
  return body.items[0].workflowId;
}

await validate('bank/robots', 'payments/Pay.xaml');
await validate('bank/robots', 'Main.xaml');
await validate(null, 'Loose.xaml');
const { body: robots } = await send('POST', '/api/v1/teams', {
  name: 'Robots',
  patterns: [{ repository: 'bank/*' }],
});
const { body: payments } = await send('POST', '/api/v1/teams', {
  name: 'Payments',
  patterns: [{ repository: 'bank/robots', path: '/payments/' }],
});
await workQueue(core);

describe('teams of repositories', () => {
  it('are those to which every path of them belongs by the patterns', async () => {
    const { orgId } = await core.identity();
    const { owner } = core.database;
    const teamIds = [1, 2, 3].map((place) => `00000000-0000-4000-8000-00000000000${place}`);
    for (const id of teamIds)
      await owner`
        insert into teams (org_id, id, name, created_by_name) values (${orgId}, ${id}, ${id}, 'test')`;
    const names = ['a/b', 'a/bc', 'a%b', 'a_b', 'a\\b', 'A/b', 'x', 'a/b/c'];
    const globs = ['*', 'a/*', 'a*b', 'a%*', '*_b', 'a\\*', 'a/b*'];
    const paths = [null, '/one/', '*.xaml', '**'];
    // Counts through the combinations, so that each round has other patterns.
    let count = 0;
    const next = <Value>(values: readonly Value[]): Value => {
      count = (count * 1_103_515_245 + 12_345) % 2_147_483_648;
      return values[(count >> 8) % values.length]!;
    };
    let owned = 0;
    for (let round = 0; round < 40; round++) {
      await owner`delete from team_patterns where org_id = ${orgId}`;
      for (let place = 0; place < 4; place++)
        await owner`
          insert into team_patterns (org_id, team_id, repository, path)
          values (${orgId}, ${next(teamIds)}, ${next([...names, ...globs])}, ${next(paths)})`;
      const patterns = await withOrganisation(core.database.app, orgId, listPatterns);
      const rows = await owner<{ name: string; teamId: string | null }[]>`
        select name, team_id as "teamId" from repository_teams(${orgId}, ${owner.array(names)}::text[])`;
      const found = new Map(rows.map(({ name, teamId }) => [name, teamId]));
      const ownerOf = createOwnerOf(patterns);
      for (const name of names) {
        const teamId = found.get(name) ?? null;
        const whole = ['one/A.xaml', 'two/B.xaml', 'c.json'].map((path) => ownerOf(name, path));
        const owners = new Set(await Promise.all(whole));
        const context = JSON.stringify({ name, teamId, patterns });
        if (teamId !== null) assert.deepEqual([...owners], [teamId], context);
        else
          assert.ok(
            owners.size > 1 || owners.has(undefined) || patterns.some(({ path }) => path !== null),
            context,
          );
        if (teamId !== null) owned += 1;
      }
    }
    assert.ok(owned > 50);
  });

  it('are found for new ones without a look at the others', async () => {
    const { orgId } = await core.identity();
    const { owner } = core.database;
    await owner`
      insert into repositories (org_id, name, is_settled) values (${orgId}, 'old', true), (${orgId}, 'new', false)`;
    const versions = () =>
      owner`select name, xmin::text, is_settled from repositories where org_id = ${orgId}`;
    const before = await versions();
    await withOrganisation(core.database.app, orgId, (sql) => settleRepositories(sql, false));
    const after = await versions();
    const old = (rows: typeof before) => rows.find(({ name }) => name === 'old');
    assert.deepEqual(old(after), old(before));
    assert.ok(after.every((row) => row.isSettled));
  });
});

describe('owners of workflows', () => {
  it('follow from the patterns of teams', async () => {
    assert.deepEqual(await owners(), {
      'payments/Pay.xaml': 'Payments',
      'Main.xaml': 'Robots',
      'Loose.xaml': null,
    });
  });

  it('are found for workflows that come later', async () => {
    await validate('bank/robots', 'payments/New.xaml');
    await workQueue(core);
    assert.equal((await owners('?q=New.xaml'))['payments/New.xaml'], 'Payments');
  });

  it('are set by hand, outlast the patterns, and go back to them', async () => {
    const path = `/api/v1/workflows/${await workflowId('Loose.xaml')}`;
    const set = await send('PATCH', path, {
      ownerTeamId: payments.id,
      criticality: 'high',
      dataClass: 'restricted',
    });
    assert.equal(set.status, 200);
    const { ownerTeam, hasSetOwner, criticality, dataClass } = set.body;
    assert.deepEqual(
      [ownerTeam, hasSetOwner, criticality, dataClass],
      ['Payments', true, 'high', 'restricted'],
    );
    await send('PATCH', `/api/v1/teams/${payments.id}`, { patterns: [] });
    await workQueue(core);
    assert.deepEqual(await owners('?q=Pay.xaml'), { 'payments/Pay.xaml': 'Robots' });
    assert.deepEqual(await owners('?q=Loose.xaml'), { 'Loose.xaml': 'Payments' });
    const back = await send('PATCH', path, { ownerTeamId: null });
    await workQueue(core);
    assert.deepEqual([back.body.ownerTeam, back.body.criticality], [null, 'high']);
    assert.deepEqual(await owners('?q=Loose.xaml'), { 'Loose.xaml': null });
    const { entries } = (await send('GET', '/api/v1/audit-log')).body;
    const actions = entries.map(({ action }: { action: string }) => action);
    assert.equal(actions.filter((action: string) => action === 'workflow.updated').length, 2);
  });

  it('filter lists, findings, counts and exports', async () => {
    assert.deepEqual(Object.keys(await owners(`?ownerTeamId=${robots.id}`)).length, 3);
    assert.deepEqual(await owners('?ownerTeamId=none'), { 'Loose.xaml': null });
    assert.deepEqual(await owners('?criticality=high'), { 'Loose.xaml': null });
    assert.deepEqual(await owners('?dataClass=public'), {});
    const counted = await send('GET', '/api/v1/findings/counts?by=owner');
    assert.equal(counted.status, 200);
    const names = counted.body.groups.map(({ name }: { name: string }) => name);
    assert.deepEqual(names.toSorted(), ['Robots', null].toSorted());
    const one = await send('GET', `/api/v1/findings/counts?by=rule&ownerTeamId=none`);
    const loose = counted.body.groups.find(({ key }: { key: string }) => key === 'none');
    assert.equal(one.body.total, loose.count);
    const day = 'from=2026-01-01T00:00:00Z&to=2027-01-30T00:00:00Z';
    for (const group of ['owner', 'criticality', 'data_class']) {
      // The check of answers takes a mean without decimals for an integer.
      const response = await fetch(`${gateway.url}/api/v1/statistics?${day}&group=${group}`, {
        headers: { Authorization: `ApiKey ${admin.key}`, 'X-Org-Id': admin.orgId },
      });
      assert.equal(response.status, 200);
      const body = (await response.json()) as { series: { key: string | null }[] };
      if (group === 'owner')
        assert.deepEqual(
          body.series.map(({ key }) => key),
          ['Robots', null],
        );
    }
  });

  it('that are no team are rejected', async () => {
    const path = `/api/v1/workflows/${await workflowId('Main.xaml')}`;
    const unknown = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
    const { status, body } = await send('PATCH', path, { ownerTeamId: unknown });
    assert.deepEqual([status, body.error.code], [400, 'invalid_field']);
    assert.match(body.error.message, /has no team/);
    assert.equal((await send('PATCH', path, { criticality: 'huge' })).status, 400);
    assert.equal((await send('GET', '/api/v1/workflows?ownerTeamId=Payments')).status, 400);
  });

  it('never are a team that goes while they are looked for', async () => {
    const { body: brief } = await send('POST', '/api/v1/teams', {
      name: 'Brief',
      patterns: [{ repository: 'bank/robots', path: '/payments/' }],
    });
    const { ownerSql, owner } = core.database;
    let begun = 0;
    const sql = new Proxy(ownerSql, {
      get(target, name, receiver) {
        if (name !== 'begin') return Reflect.get(target, name, receiver);
        return async (...args: never[]) => {
          const value = await (target.begin as (...args: never[]) => Promise<unknown>)(...args);
          begun += 1;
          if (begun === 1) assert.equal((await send('DELETE', `/api/v1/teams/${brief.id}`)).status, 204);
          return value;
        };
      },
    });
    const payload = { orgId: admin.orgId, isForAll: true };
    await assignOwners({ payload, sql, signal: new AbortController().signal } as never);
    const left =
      await owner`select from workflows where org_id = ${admin.orgId} and owner_team_id = ${brief.id}`;
    assert.equal(left.count, 0);
    await workQueue(core);
    assert.deepEqual(await owners('?q=Pay.xaml'), { 'payments/Pay.xaml': 'Robots' });
  });

  it('cannot be set to a team that is being deleted', async () => {
    const { body: brief } = await send('POST', '/api/v1/teams', { name: 'Brief' });
    const path = `/api/v1/workflows/${await workflowId('Loose.xaml')}`;
    const { owner, app } = core.database;
    let answer: ReturnType<typeof send> | undefined;
    await withOrganisation(app, admin.orgId, async (transaction) => {
      await lockTeams(transaction);
      await disownWorkflows(transaction, brief.id);
      await deleteTeam(transaction, brief.id);
      let isAnswered = false;
      answer = send('PATCH', path, { ownerTeamId: brief.id });
      void answer.finally(() => {
        isAnswered = true;
      });
      await until('the change waits for the deletion, or has been made', async () => {
        const waiting = await owner`
          select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and not granted`;
        return isAnswered || waiting.count > 0;
      });
    });
    const { status, body } = (await answer)!;
    assert.deepEqual([status, body.error?.code], [400, 'invalid_field']);
    assert.deepEqual((await send('GET', path)).body.ownerTeamId, null);
  });

  it('are gone with their team', async () => {
    assert.equal((await send('DELETE', `/api/v1/teams/${robots.id}`)).status, 204);
    await workQueue(core);
    assert.deepEqual([...new Set(Object.values(await owners()))], [null]);
  });
});
