/** Limits and leases when the clock steps: at most one window is lost, and the operator can clear a budget. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitsCommand } from '../../../src/cli/admin/limits-command.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { loadConfig } from '../../../src/infra/settings/config.ts';
import { claimKey } from '../../../src/service/idempotency/idempotency-store.ts';
import { IDEMPOTENCY_LIMITS } from '../../../src/service/idempotency/limits.ts';
import { PROJECT_PER_MINUTE_MAX } from '../../../src/service/rate-limits/budgets.ts';
import { createLimiter } from '../../../src/service/rate-limits/limiter.ts';
import { RATE_LIMITS } from '../../../src/service/rate-limits/limits.ts';
import { type SharedUse, syncLimits } from '../../../src/service/rate-limits/limits-store.ts';
import { LimitReached } from '../../../src/service/rate-limits/rate-limit-fields.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const WINDOW_MS = 60_000;
const LEASE_MS = 6_000;

/** Moves all that is stored into the future, as if the clock had stepped back. */
async function stepBack(milliseconds: number): Promise<void> {
  const step = `${milliseconds} ms`;
  await database.owner`update rate_buckets set full_at = full_at + ${step}::text::interval`;
  await database.owner`update slots_in_use set expires_at = expires_at + ${step}::text::interval`;
}

/** Reports one use of a core, which also holds a slot. */
function report(coreId: string, key: string, question = 1): Promise<SharedUse> {
  const bucket = { key: `bucket:${key}`, intervalMs: 100, windowMs: WINDOW_MS, spent: 1 };
  const slot = { key: `slot:${key}`, inUse: 1, max: 2, question };
  return inTransaction(database.app, (sql) => syncLimits(sql, coreId, [bucket], [slot], false, LEASE_MS));
}

for (const steppedMs of [120_000, 3_600_000]) {
  test(`a clock that steps back ${steppedMs / 1000} s costs a caller one window at most`, async () => {
    const key = uuidV7();
    await report(uuidV7(), key);
    await stepBack(steppedMs);
    const { debts } = await report(uuidV7(), key);
    const debtMs = debts[`bucket:${key}`]!;
    assert.ok(debtMs <= WINDOW_MS + 100, `${debtMs} ms`);
  });
}

test('slots of a core that is gone are free although the clock has stepped back', async () => {
  const key = uuidV7();
  await report(uuidV7(), key);
  assert.equal((await report(uuidV7(), key)).others[`slot:${key}`], 1);
  await stepBack(3_600_000);
  assert.equal((await report(uuidV7(), key)).others[`slot:${key}`], 0);
});

test('an idempotency key whose call died is free although the clock has stepped back', async () => {
  const orgId = await testOrganisation(database);
  const leaseMs = IDEMPOTENCY_LIMITS.idempotencyLeaseMsMax;
  const claim = () => {
    const wanted = {
      orgId,
      key: 'k',
      fingerprint: Buffer.alloc(32),
      claim: uuidV7(),
      request: null,
      leaseMs,
    };
    return withOrganisation(database.app, orgId, (sql) => claimKey(sql, wanted));
  };
  assert.deepEqual([await claim(), await claim()], [true, false]);
  await database.owner`update idempotency_keys set lease_until = lease_until + interval '1 hour' where org_id = ${orgId}`;
  assert.equal(await claim(), true);
});

test('the operator clears the limits of an organisation and of no other', async () => {
  let nowMs = 0;
  const [orgId, otherOrgId] = [await testOrganisation(database), await testOrganisation(database)];
  const [caller, other] = [orgId, otherOrgId].map((id) => ({ orgId: id, actorId: uuidV7() }));
  const limiter = createLimiter({
    sql: database.app,
    factor: 1,
    onError: assert.ifError,
    clock: () => nowMs,
  });
  const isAdmitted = async (who = caller!) => {
    const error = await limiter.take('project', who).then(
      (permit) => permit.release(),
      (thrown: unknown) => thrown,
    );
    assert.ok(error === undefined || error instanceof LimitReached, String(error));
    return error === undefined;
  };
  for (let index = 0; index < PROJECT_PER_MINUTE_MAX; index += 1)
    assert.ok((await isAdmitted()) && (await isAdmitted(other)));
  assert.equal(await isAdmitted(), false);
  const config = { ...loadConfig({}), databaseUrl: database.url };
  const lines: string[] = [];
  const code = await limitsCommand(['clear', '--org', orgId], config, (line) => void lines.push(line));
  assert.deepEqual([code, /^\d+ used limits are cleared/.test(lines.join(''))], [0, true]);
  nowMs += RATE_LIMITS.limitRecheckMs;
  assert.equal(await isAdmitted(), true);
  assert.equal(await isAdmitted(other), false);
  await limiter.close();
});
