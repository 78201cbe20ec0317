/** Projects over REST, with a queue that is worked off when a test wants it. */
import { after } from 'node:test';
import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import { connectCore } from '../../../src/infra/core/core-client.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { type Runner, startRunner } from '../../../src/jobs/runner.ts';
import { tasksOf } from '../../../src/jobs/tasks.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { until } from '../processes.ts';
import { type Identity, type TestCoreOptions, testCore } from './core.ts';
import { stopRunner } from './stop-runner.ts';
import { SECRETS_KEY } from './webhook.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies as they come; other tests hold them against the schemas
export type Body = any;

/** Where projects are submitted and read. */
export const PATH = '/api/v1/validate/project';

export const headers = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });

/** Starts a core, a gateway and what jobs work with. All end with the test file. */
export async function projectService(options: TestCoreOptions = {}) {
  let runner: Runner | undefined;
  // Before the database's own hook: a job that is under way when the database goes is tried for ever, and the file with it.
  after(async () => {
    if (runner === undefined) return;
    await until('no job is due', noJobIsDue);
    await rest();
  });
  const core = await testCore(options);
  const { ownerSql, owner, url } = core.database;
  const tasks = tasksOf('batch');
  const names = tasks.map(([name]) => name);
  /** Looks at the jobs that the runner takes: those of others stay. */
  async function noJobIsDue(): Promise<true | null> {
    const [job] = await owner`
      select 1 from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = any(${names})
        and (job.locked_at is not null or (job.run_at <= now() and job.attempts < job.max_attempts)) limit 1`;
    return job === undefined ? true : null;
  }
  const coreClient = connectCore(`127.0.0.1:${core.server.port}`, SECRETS_KEY);
  const deps = {
    sql: ownerSql,
    blobs: await openBlobs(ownerSql, options.bucket ?? null),
    core: coreClient,
    log: createLogger('silent', 'test'),
    baseUrl: 'http://flowarden.test',
    signal: new AbortController().signal,
  };
  const gateway = await startTestGateway({ corePort: core.server.port });

  async function submit(
    who: Identity,
    archive: Buffer,
    name = 'robot.zip',
    fields: Record<string, string> = {},
  ) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(archive)]), name);
    for (const [field, text] of Object.entries(fields)) form.set(field, text);
    const response = await fetch(gateway.url + PATH, { method: 'POST', headers: headers(who), body: form });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }

  async function read(who: Identity, path: string): Promise<Body> {
    return (await fetch(gateway.url + path, { headers: headers(who) })).json();
  }

  /** Begins to work off the queue, as a jobs process does. */
  async function work(): Promise<void> {
    runner ??= await startRunner({ name: 'batch', databaseUrl: url, deps, tasks });
  }

  async function rest(): Promise<void> {
    if (runner !== undefined) await stopRunner(runner, owner);
    runner = undefined;
  }

  async function completed(who: Identity, id: string): Promise<Body> {
    await work();
    return until('the project has ended', async () => {
      const body = await read(who, `${PATH}/${id}`);
      return ['completed', 'failed'].includes(body.status) ? body : null;
    });
  }

  after(async () => {
    deps.blobs.close();
    coreClient.close();
    await gateway.stop();
  });
  return { core, coreClient, deps, gateway, submit, read, work, rest, completed };
}
