/** Modes of a run of deliveries. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRunModes } from '../../../src/service/webhooks/delivery/run-modes.ts';

/** Returns whether a promise has resolved by now. */
async function hasResolved(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise(setImmediate).then(() => false)]);
}
const LONG_MS = 60_000;

describe('a run of deliveries', () => {
  it('waits until it is woken', async () => {
    const modes = createRunModes();
    modes.claim();
    const wait = modes.wait(LONG_MS);
    assert.equal(await hasResolved(wait), false);
    modes.wake();
    assert.equal(await hasResolved(wait), true);
  });

  it('waits no longer than the poll time', async () => {
    const modes = createRunModes();
    modes.claim();
    await modes.wait(1);
  });

  it('does not wait when it was woken during its claim', async () => {
    const modes = createRunModes();
    modes.claim();
    modes.wake();
    assert.equal(await hasResolved(modes.wait(LONG_MS)), true);
  });

  it('waits after a new claim, even if it was woken during the one before', async () => {
    const modes = createRunModes();
    modes.claim();
    modes.wake();
    modes.claim();
    const wait = modes.wait(LONG_MS);
    assert.equal(await hasResolved(wait), false);
    modes.stop();
    assert.equal(await hasResolved(wait), true);
  });

  it('stays stopped', async () => {
    const modes = createRunModes();
    modes.stop();
    modes.claim();
    assert.equal(modes.isStopping(), true);
    assert.equal(await hasResolved(modes.wait(LONG_MS)), true);
  });
});
