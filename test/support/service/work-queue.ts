/** Works off the interactive jobs of a test database, as a jobs process would. */

import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import { connectCore } from '../../../src/infra/core/core-client.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { startRunner } from '../../../src/jobs/runner.ts';
import { until } from '../processes.ts';
import type { TestCore } from './core.ts';
import { stopRunner } from './stop-runner.ts';
import { SECRETS_KEY } from './webhook.ts';

/** Runs what is in the queue, until nothing is left in it. */
export async function workQueue({ database, server }: TestCore): Promise<void> {
  const { ownerSql, owner, url } = database;
  const core = connectCore(`127.0.0.1:${server.port}`, SECRETS_KEY);
  const runner = await startRunner({
    name: 'interactive',
    databaseUrl: url,
    deps: {
      sql: ownerSql,
      blobs: await openBlobs(ownerSql, null),
      core,
      log: createLogger('silent', 'test'),
      baseUrl: 'http://flowarden.test',
      signal: new AbortController().signal,
    },
  });
  await until(
    'the queue is empty',
    async () => (await owner`select 1 from graphile_worker._private_jobs limit 1`).length === 0,
  );
  await stopRunner(runner, owner);
  core.close();
}
