/** A caller's rejection by a rate limit is repeated for a moment, to this caller and for this method alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metadata } from '@grpc/grpc-js';
import { createCallerRejections } from '../../../gateway/core/caller-rejections.ts';
import { AppError, type ErrorCode } from '../../../src/errors.ts';

const METHOD = '/flowarden.v1.Results/List';

function rejectionOf(code: ErrorCode): AppError {
  const metadata = new Metadata();
  metadata.set('ratelimit', '"read";r=0;t=60');
  return new AppError(code, 'Rejected.', {}, { cause: Object.assign(new Error(), { metadata }) });
}

/** Creates a cache that has seen one failed call of the caller `a`. */
async function afterFailure(code: ErrorCode, now = () => 0) {
  const rejections = createCallerRejections(now);
  const error = rejectionOf(code);
  await assert.rejects(rejections.learn('a', METHOD, Promise.reject(error)), error);
  return { rejections, error };
}

test('a rejection is repeated with its header fields, until its time has passed', async () => {
  let nowMs = 0;
  const { rejections, error } = await afterFailure('rate_limited', () => nowMs);
  nowMs = 99;
  const fields: unknown[] = [];
  const onFields = (metadata: Metadata) => fields.push(...metadata.get('ratelimit'));
  assert.throws(() => rejections.check('a', METHOD, { onFields }), error);
  assert.deepEqual(fields, ['"read";r=0;t=60']);
  nowMs = 100;
  rejections.check('a', METHOD, {});
});

test('other callers, other methods and repeated requests reach the core', async () => {
  const { rejections } = await afterFailure('rate_limited');
  rejections.check('b', METHOD, {});
  rejections.check('a', '/flowarden.v1.Results/Get', {});
  rejections.check('a', METHOD, { repeatable: { key: 'k' } });
});

test('only rate limits are repeated: a permit may be free again at once', async () => {
  for (const code of ['concurrency_limited', 'not_found', 'engine_unavailable'] as const)
    (await afterFailure(code)).rejections.check('a', METHOD, {});
});

test('the latest rejection counts', async () => {
  let nowMs = 0;
  const { rejections } = await afterFailure('rate_limited', () => nowMs);
  nowMs = 90;
  const later = rejectionOf('rate_limited');
  await assert.rejects(rejections.learn('a', METHOD, Promise.reject(later)), later);
  nowMs = 150;
  assert.throws(() => rejections.check('a', METHOD, {}), later);
});
