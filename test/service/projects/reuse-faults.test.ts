/** Reuse of results: every statement of it fails once, in turn, and no file ends twice or half. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import type { Sql } from '../../../src/infra/database/connections.ts';
import { connectApplication, withOrganisation } from '../../../src/infra/database/database.ts';
import { carryProject } from '../../../src/service/projects/files/reuse-results.ts';
import { runShard } from '../../../src/service/projects/files/run-shard.ts';
import { finishProject } from '../../../src/service/projects/finish-project.ts';
import { listProject } from '../../../src/service/projects/list-project.ts';
import { type ProjectDeps, projectDeps } from '../../../src/service/projects/project-deps.ts';
import { listOpenShards } from '../../../src/service/projects/store/project-items.ts';
import { submitProject } from '../../../src/service/projects/submit-project.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { failEach, failingProxy } from '../../support/database/failing-proxy.ts';
import { countedOf } from '../../support/database/usage.ts';
import { zip } from '../../support/files/zip.ts';
import { lazyPool } from '../../support/service/lazy-pool.ts';
import { policyCache } from '../../support/service/policy-cache.ts';
import { submissionOf, validationDeps } from '../../support/service/validation-deps.ts';
import { insertTestWebhook } from '../../support/service/webhook.ts';

const database = await testDatabase();
const { app, owner, ownerSql } = database;
const proxy = await failingProxy(database.url);
const faulty = connectApplication(proxy.url, 4);
const pool = lazyPool();
after(() => Promise.all([faulty.end(0), pool.close()]));

const { signal } = new AbortController();
const ROBOT = zip(
  ['Main.xaml', 'Sub.xaml'].map((name) => ({
    name,
    content: uipath.snippet(`<Throw DisplayName="${name}"/><Delay DisplayName="Wait"/>`),
  })),
);

/** Returns new dependencies over these connections: nothing is cached. */
async function depsOver(sql: Sql): Promise<ProjectDeps> {
  const waiters = { wait: async () => 'late' as const, changed() {}, close() {} };
  const policies = policyCache(sql);
  const own = { blobs: await openBlobs(sql, null), waiters, contentSeal: () => 'seal' };
  return projectDeps({ ...validationDeps(sql), pool, policies }, own);
}

/** Submits the archive and lists its files. Returns the project's id. */
async function listed(deps: ProjectDeps, orgId: string): Promise<string> {
  async function* content() {
    yield ROBOT;
  }
  const submission = () => ({ ...submissionOf('robot.zip') });
  const submitter = { orgId, ownerId: 'key', ownerName: 'CI' };
  const { id } = await submitProject(deps, content(), submission, submitter, (_, queue) => queue(deps.sql));
  await listProject(deps, { orgId, projectId: id });
  return id;
}

/** Runs what is left of a project to its end. */
async function end(deps: ProjectDeps, orgId: string, projectId: string): Promise<void> {
  const key = { orgId, projectId };
  const shards = await withOrganisation(app, orgId, (sql) => listOpenShards(sql, projectId));
  for (const shard of shards ?? []) await runShard(deps, key, shard, false, signal);
  await finishProject(deps, key, signal);
}

async function stateOf(orgId: string, projectId: string) {
  const [state] = await owner`
    select
      (select count(validation_id)::int from project_items where project_id = ${projectId}) as ended,
      (select count(*)::int from validations where org_id = ${orgId}) - 2 as validations,
      (select count(*)::int from events where org_id = ${orgId}) - 2 as events,
      (select count(*)::int from deliveries where org_id = ${orgId}) - 2 as deliveries,
      (select status from projects where id = ${projectId}) as status`;
  const counted = (await countedOf(owner, orgId, 'project_files')) - 2;
  return { ...state, counted } as typeof state & { readonly ended: number; readonly counted: number };
}

const allOf = (files: number, status: string) => ({
  ...{ ended: files, validations: files, events: files, deliveries: files, counted: files },
  status,
});

test('reused files end once, with an event, a delivery and a count each, after a failure of any statement', async () => {
  const working = await depsOver(app);
  const statements = await failEach({
    proxy,
    newOrganisation: () => testOrganisation(database),
    async arrange(orgId) {
      await insertTestWebhook(ownerSql, orgId, 9);
      await end(working, orgId, await listed(working, orgId));
      return listed(working, orgId);
    },
    act: async (projectId, orgId) => carryProject(await depsOver(faulty), { orgId, projectId }, signal),
    async check(orgId, projectId, hasFailed) {
      const half = await stateOf(orgId, projectId);
      assert.deepEqual(half, allOf(half.ended, 'running'));
      if (!hasFailed) assert.equal(half.ended, 2);
      await end(working, orgId, projectId);
      assert.deepEqual(await stateOf(orgId, projectId), allOf(2, 'completed'));
    },
  });
  assert.ok(statements >= 6, String(statements));
});
