/** Cache of answers in the web app: one request at a time, another one after a failure, equal parts stay. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  callKey,
  entryOf,
  forgetAnswers,
  isOld,
  knownAnswer,
  load,
  loadAgain,
  readAnswer,
  setAnswer,
  view,
} from '../../web/api/answers.ts';
import { ApiError, unreachable } from '../../web/api/api-error.ts';
import type { Call, CallInput } from '../../web/api/define-call.ts';
import { withKnownParts } from '../../web/api/known-parts.ts';

/** Call that answers by a function, with the number of requests. */
function callOf(answer: (signal?: AbortSignal) => Promise<unknown>) {
  const sent = { count: 0 };
  const call: Call<unknown, CallInput> = {
    method: 'GET',
    path: `/${Math.random()}`,
    send(_input, signal) {
      sent.count++;
      return answer(signal);
    },
  };
  return { call, sent };
}

const noTimers = (test: TestContext) =>
  test.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });

describe('the cache of answers', () => {
  it('shares one request, and reads an answer again once it is old', async (test) => {
    noTimers(test);
    const { call, sent } = callOf(async () => ({ items: [1] }));
    const [one, other] = await Promise.all([readAnswer(call, {}), readAnswer(call, {})]);
    assert.equal(one, other);
    assert.equal(await readAnswer(call, {}), one);
    assert.equal(sent.count, 1);
    test.mock.timers.tick(15_000);
    // An equal answer is the same value, so that nothing is drawn again.
    assert.equal(await readAnswer(call, {}), one);
    assert.equal(sent.count, 2);
  });

  it('tries once more where that may help, and not after a rejection', async (test) => {
    noTimers(test);
    const broken = callOf(async () => {
      throw unreachable(new Error('no connection'));
    });
    const failing = assert.rejects(readAnswer(broken.call, {}), { code: 'unreachable' });
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    test.mock.timers.tick(1_000);
    await failing;
    assert.equal(broken.sent.count, 2);
    const rejected = callOf(async () => {
      const code = 'insufficient_scope';
      throw new ApiError({
        code,
        message: '',
        status: 403,
        docsUrl: null,
        requestId: null,
        retryAfterSeconds: null,
      });
    });
    await assert.rejects(readAnswer(rejected.call, {}), { code: 'insufficient_scope' });
    assert.equal(rejected.sent.count, 1);
  });

  it('loads what is shown again after a change, and drops the answer that was under way', async (test) => {
    noTimers(test);
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const { call, sent } = callOf(() => answers[sent.count - 1]!.promise);
    const entry = entryOf(callKey(call, {}));
    const viewer = { render() {}, load: () => call.send({}) };
    const leave = view(entry, viewer);
    void load(entry, viewer.load);
    const again = loadAgain(call);
    answers[1]!.resolve('new');
    await again;
    answers[0]!.resolve('old');
    await Promise.resolve();
    assert.deepEqual([knownAnswer(call, {}), sent.count], ['new', 2]);
    leave();
    await loadAgain(call);
    // No component shows it: it is loaded when one does.
    assert.deepEqual([sent.count, isOld(entry)], [2, true]);
  });

  it('aborts the request that the last viewer leaves, and forgets what was not shown for long', async (test) => {
    noTimers(test);
    let aborted = false;
    const { call } = callOf(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => {
            aborted = true;
            reject(signal!.reason);
          });
        }),
    );
    const entry = entryOf(callKey(call, {}));
    const viewer = { render() {}, load: (signal: AbortSignal) => call.send({}, signal) };
    const leave = view(entry, viewer);
    void load(entry, viewer.load);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    leave();
    assert.ok(aborted);
    setAnswer(call, {}, 'known');
    test.mock.timers.tick(300_000);
    assert.equal(knownAnswer(call, {}), undefined);
  });

  it('shows what was set in place of an older answer that was under way', async (test) => {
    noTimers(test);
    const older = Promise.withResolvers<string>();
    const { call } = callOf(() => older.promise);
    const reading = readAnswer(call, {});
    setAnswer(call, {}, 'set');
    older.resolve('older');
    assert.equal(await reading, 'set');
    assert.equal(knownAnswer(call, {}), 'set');
  });

  it('reads an answer although the last viewer leaves meanwhile', async (test) => {
    noTimers(test);
    const { call, sent } = callOf(async () => 'answer');
    const entry = entryOf(callKey(call, {}));
    const viewer = { render() {}, load: (signal: AbortSignal) => call.send({}, signal) };
    const leave = view(entry, viewer);
    void load(entry, viewer.load);
    const reading = readAnswer(call, {});
    leave();
    assert.equal(await reading, 'answer');
    assert.ok(sent.count <= 2);
  });

  it('loads again after a change what is read for no component', async (test) => {
    noTimers(test);
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const { call, sent } = callOf(() => answers[sent.count - 1]!.promise);
    const reading = readAnswer(call, {});
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    await loadAgain(call);
    answers[0]!.resolve('before the change');
    answers[1]!.resolve('after it');
    assert.equal(await reading, 'after it');
  });

  it('forgets the answers of one call, or all', (test) => {
    noTimers(test);
    const [first, second] = [callOf(async () => 1).call, callOf(async () => 2).call];
    for (const call of [first, second]) setAnswer(call, {}, 'known');
    forgetAnswers(first);
    assert.deepEqual([knownAnswer(first, {}), knownAnswer(second, {})], [undefined, 'known']);
    forgetAnswers();
    assert.equal(knownAnswer(second, {}), undefined);
  });

  it('takes over parts that are equal, in any context', () => {
    const old = { rows: [{ id: 1 }, { id: 2 }], next: null, gone: 1 };
    const joined = withKnownParts(old, { rows: [{ id: 1 }, { id: 3 }], next: null }) as typeof old;
    assert.deepEqual(joined, { rows: [{ id: 1 }, { id: 3 }], next: null });
    assert.equal(joined.rows[0], old.rows[0]);
    assert.equal(withKnownParts(old, structuredClone(old)), old);
    assert.deepEqual(withKnownParts([1, 2], [1]), [1]);
    assert.deepEqual(withKnownParts([], {}), {});
    assert.deepEqual(withKnownParts({ a: undefined }, { b: undefined }), { b: undefined });
  });
});
