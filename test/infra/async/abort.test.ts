/** Races of work against an abort signal. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { untilAborted } from '../../../src/infra/async/abort.ts';

test('work that ends first gives its value, and the signal has no listener left', async () => {
  const { signal } = new AbortController();
  assert.equal(await untilAborted(Promise.resolve(1), signal), 1);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('an abort rejects with its reason, before and during the work', async () => {
  const reason = new Error('gone');
  await assert.rejects(untilAborted(Promise.resolve(1), AbortSignal.abort(reason)), reason);
  const controller = new AbortController();
  const waiting = untilAborted(new Promise(() => {}), controller.signal);
  controller.abort(reason);
  await assert.rejects(waiting, reason);
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
});

test('an error of the work is passed on', async () => {
  const error = new Error('broken');
  await assert.rejects(untilAborted(Promise.reject(error), new AbortController().signal), error);
});
