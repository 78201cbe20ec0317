/** Processes whose supervisor is killed: each ends by itself and logs that once. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../support/processes.ts';
import { startService } from '../support/service/service.ts';

const ROLES = ['gateway', 'core', 'jobs', 'deliveries'] as const;
/** What the core and the deliveries say when Postgres ends before them. */
const POSTGRES_IS_AWAY: readonly string[] = [
  'calls cannot be served',
  'Due deliveries could not be looked for',
  'audit targets with something to send could not be looked up',
  'ticket targets with something to do could not be looked up',
];

it('gateway, core, jobs and deliveries end with one line each when their supervisor is killed', async () => {
  const { serve } = await startService({ FLOWARDEN_LOG_LEVEL: 'info' });
  await until(
    'the jobs and the deliveries run',
    () => serve.output().includes('"queue":true') && serve.output().includes('deliveries are sent'),
  );
  const before = serve.output().length;
  serve.child.kill('SIGKILL');
  // The streams close when the last process that writes to them has ended.
  await new Promise((resolve) => serve.child.once('close', resolve));
  const lines = serve.output().slice(before).trim().split('\n');
  const ends = lines.map((line) => JSON.parse(line).msg).filter((msg) => !POSTGRES_IS_AWAY.includes(msg));
  assert.deepEqual(ends.sort(), ROLES.map((role) => `the supervisor is gone: the ${role} ends`).sort());
});
