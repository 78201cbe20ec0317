/** Callers that cancel many calls wait; others do not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCancelledCalls } from '../../../gateway/core/cancelled-calls.ts';

const LIMITS = {
  cancelledBurstMax: 3,
  cancelledPerSecondMax: 10,
  cancelledPauseMsMax: 1_000,
  callersKnownMax: 2,
};

/** Returns whether a call of the caller has to wait. */
async function waits(calls: ReturnType<typeof createCancelledCalls>, caller: string): Promise<boolean> {
  // A pause that has to wait rejects, as its caller has gone.
  return calls.pause(caller, AbortSignal.abort()).then(
    () => false,
    () => true,
  );
}

test('a caller waits after a number of cancelled calls, until they come back', async () => {
  let nowMs = 0;
  const calls = createCancelledCalls(LIMITS, () => nowMs);
  for (let index = 0; index < 3; index += 1) calls.count('a');
  assert.equal(await waits(calls, 'a'), false);
  calls.count('a');
  assert.equal(await waits(calls, 'a'), true);
  assert.equal(await waits(calls, 'b'), false, 'another caller');
  nowMs = 100;
  assert.equal(await waits(calls, 'a'), false);
});

test('a caller waits a second at most, however many calls it has cancelled', async () => {
  let nowMs = 0;
  const calls = createCancelledCalls(LIMITS, () => nowMs);
  for (let index = 0; index < 10_000; index += 1) calls.count('a');
  nowMs = 999;
  assert.equal(await waits(calls, 'a'), true);
  nowMs = 1_000;
  assert.equal(await waits(calls, 'a'), false);
});

test('a gateway remembers the latest callers alone', async () => {
  const calls = createCancelledCalls(LIMITS, () => 0);
  for (const caller of ['a', 'b', 'c']) for (let index = 0; index < 4; index += 1) calls.count(caller);
  assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((caller) => waits(calls, caller))), [
    false,
    true,
    true,
  ]);
});
