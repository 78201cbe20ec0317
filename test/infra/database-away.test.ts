/** Loss and return of Postgres under traffic: the answers meanwhile, and the state afterwards. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { ORGANISATION_LIMITS } from '../../src/service/organisations/limits.ts';
import { createLimiter } from '../../src/service/rate-limits/limiter.ts';
import { startTestGateway } from '../gateway/support/support.ts';
import { ownPostgres } from '../support/database/database.ts';
import { descriptors, steadyDescriptors } from '../support/descriptors.ts';
import { until } from '../support/processes.ts';
import { testCore } from '../support/service/core.ts';
import { insertTestWebhook } from '../support/service/webhook.ts';

/** Longer than anything that is remembered of a caller. */
const AWAY_MS = ORGANISATION_LIMITS.accessCacheMsMax + 2_000;
/** Time to notice that it is back. */
const BACK_MS_MAX = 30_000;
/** Longest answer while the database rejects connections. */
const ANSWER_MS_MAX = 15_000;
const CALLERS = 6;

const database = await ownPostgres();
const core = await testCore({
  database,
  limiter: ({ app }) => createLimiter({ sql: app, factor: 100, onError() {} }),
});
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const identity = await core.identity();
// Events are stored where a webhook subscribes to them.
await insertTestWebhook(database.app, identity.orgId, 9);
const headers = { Authorization: `ApiKey ${identity.key}`, 'X-Org-Id': identity.orgId };

const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';

function validate(): Promise<Response> {
  const body = new FormData();
  body.set('platform', 'platform_1');
  body.set('file', new Blob([XAML]), 'Main.xaml');
  return fetch(`${gateway.url}/api/v1/validate`, { method: 'POST', headers, body });
}
const read = () => fetch(`${gateway.url}/api/v1/organisation/settings`, { headers });

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
  readonly milliseconds: number;
  readonly validationId: string | undefined;
}

async function answerOf(send: () => Promise<Response>): Promise<Answer> {
  const begunMs = performance.now();
  const response = await send();
  const body = (await response.json()) as { error?: { code: string }; validationId?: string };
  return {
    status: response.status,
    code: body.error?.code,
    retryAfter: response.headers.get('retry-after'),
    milliseconds: performance.now() - begunMs,
    validationId: body.validationId,
  };
}

test('a database that is away costs callers only the time that it is away', async () => {
  // The thread starts with the first file; that is no time of the database.
  assert.equal((await answerOf(validate)).status, 200);
  const answers: Answer[] = [];
  let isOver = false;
  const call = async (request: () => Promise<Response>): Promise<void> => {
    while (!isOver) {
      answers.push(await answerOf(request));
      await sleep(30);
    }
  };
  const calls = Array.from({ length: CALLERS }, (_, index) => call(index % 2 === 0 ? validate : read));
  await until('there is traffic', () => answers.length > 4 * CALLERS);
  const descriptorsBefore = await steadyDescriptors();
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));

  await database.stop();
  const firstAway = answers.length;
  await sleep(AWAY_MS);
  const away = answers.slice(firstAway + CALLERS);
  await database.start();
  const backMs = performance.now();
  const sinceBack = answers.length;
  await until('all callers are answered again', () => {
    const last = answers.slice(-2 * CALLERS);
    return answers.length > sinceBack + 2 * CALLERS && last.every(({ status }) => status === 200);
  });
  assert.ok(performance.now() - backMs < BACK_MS_MAX, 'it is back soon');
  isOver = true;
  await Promise.all(calls);

  assert.ok(away.length > CALLERS, String(away.length));
  for (const { status, code, retryAfter } of away) {
    assert.deepEqual([status, code], [503, 'database_unavailable']);
    assert.ok(Number(retryAfter) >= 1, String(retryAfter));
  }
  // Also those that were under way when it went or came.
  for (const { status, code, milliseconds } of answers) {
    assert.ok(status === 200 || code === 'database_unavailable', `${status} ${code}`);
    assert.ok(milliseconds < ANSWER_MS_MAX, `${milliseconds} ms`);
  }
  await checkNothingIsHalf(answers.flatMap(({ validationId }) => validationId ?? []));
  await until('no descriptor is left', () => descriptors() <= descriptorsBefore + 2, 10_000);
});

/** Checks that each reported result is stored with its event, and that no permit is held. */
async function checkNothingIsHalf(reported: readonly string[]): Promise<void> {
  const sql = postgres(database.url, { max: 1, fetch_types: false });
  const rows = await sql<{ id: string; events: number; counted: number }[]>`
    select v.id, count(e.id)::int as events
    from validations v left join events e on e.org_id = v.org_id and e.data ->> 'validationId' = v.id::text
    group by v.id`;
  const stored = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    reported.filter((id) => !stored.has(id)),
    [],
  );
  assert.deepEqual(
    rows.filter(({ events }) => events !== 1),
    [],
  );
  const slots = () => sql`select * from slots_in_use where in_use > 0`;
  await until('every slot is given back', async () => (await slots()).length === 0);
  await sql.end({ timeout: 0 });
}
