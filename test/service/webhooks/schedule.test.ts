import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from '../../../src/infra/network/retry-after.ts';
import { outcomeOfAnswer, outcomeOfSendError } from '../../../src/service/webhooks/sending/outcome.ts';
import {
  CALLBACK_ATTEMPTS_MAX,
  nextWaitMs,
  WEBHOOK_WAITS_MS,
} from '../../../src/service/webhooks/sending/retry-waits.ts';

const MIDDLE = 0.5;
const ATTEMPTS = WEBHOOK_WAITS_MS.length;

test('ten attempts lie within 75 hours and 36 minutes', () => {
  assert.equal(ATTEMPTS, 10);
  const waits = WEBHOOK_WAITS_MS.map((_, made) => nextWaitMs(made, ATTEMPTS, undefined, MIDDLE));
  assert.deepEqual(waits.slice(0, 4), [0, 5_000, 300_000, 1_800_000]);
  assert.equal(
    waits.reduce((sum: number, wait) => sum + wait!, 0),
    75 * 3_600_000 + 35 * 60_000 + 5_000,
  );
  assert.equal(nextWaitMs(ATTEMPTS, ATTEMPTS, undefined, MIDDLE), undefined);
  assert.equal(nextWaitMs(CALLBACK_ATTEMPTS_MAX, CALLBACK_ATTEMPTS_MAX, undefined, MIDDLE), undefined);
});

test('each wait varies by a fifth', () => {
  assert.equal(nextWaitMs(1, ATTEMPTS, undefined, 0), 4_000);
  assert.equal(nextWaitMs(1, ATTEMPTS, undefined, 1), 6_000);
});

const REQUESTED: readonly (readonly [string, number, number])[] = [
  ['less than planned counts as planned', 1_000, 5_000],
  ['between one and two times the plan is honoured', 7_000, 7_000],
  ['more than twice the plan counts as twice', 3_600_000, 10_000],
];
for (const [title, requestedMs, expected] of REQUESTED) {
  test(`Retry-After: ${title}`, () => assert.equal(nextWaitMs(1, ATTEMPTS, requestedMs, MIDDLE), expected));
}

const NOW = new Date('2026-03-02T09:41:07Z');
const HEADERS: readonly (readonly [string | undefined, number | undefined])[] = [
  [undefined, undefined],
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 02 Mar 2026 09:42:07 GMT', 60_000],
  ['Sun, 01 Mar 2026 09:42:07 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['2026', 2_026_000],
];
for (const [header, expected] of HEADERS) {
  test(`Retry-After ${JSON.stringify(header)} requests ${expected} ms`, () =>
    assert.equal(retryAfterMs(header, NOW), expected));
}

const ANSWERS = [
  [200, '', 'generic', 'success'],
  [204, '', 'generic', 'success'],
  [299, '', 'generic', 'success'],
  [200, 'error', 'generic', 'success'],
  [200, 'ok', 'chat-a', 'success'],
  [200, '1', 'chat-b', 'success'],
  [202, 'error', 'chat-b', 'success'],
  [200, 'Webhook message delivery failed with error: HTTP error 429', 'chat-b', 'error_in_body'],
  [301, '', 'generic', 'redirect'],
  [304, '', 'generic', 'redirect'],
  [400, '', 'generic', 'client_error'],
  [408, '', 'generic', 'client_error'],
  [410, '', 'generic', 'gone'],
  [429, '', 'generic', 'rate_limited'],
  [500, '', 'generic', 'server_error'],
  [599, '', 'generic', 'server_error'],
] as const;
for (const [status, body, target, expected] of ANSWERS) {
  test(`${status} ${JSON.stringify(body)} from ${target} is ${expected}`, () =>
    assert.equal(outcomeOfAnswer(status, body, target), expected));
}

test('an unknown fault is one of the connection', () => {
  assert.equal(outcomeOfSendError('ECONNRESET'), 'connection_failed');
  assert.equal(outcomeOfSendError('UND_ERR_SOCKET'), 'connection_failed');
  assert.equal(outcomeOfSendError('EAI_AGAIN'), 'name_not_resolved');
  assert.equal(outcomeOfSendError('SELF_SIGNED_CERT_IN_CHAIN'), 'tls_failed');
});
