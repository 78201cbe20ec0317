/**
 * Reading of unwanted bodies. Simple clients read no answer before they have sent their whole body, and lose the answer
 * when the connection breaks meanwhile.
 */

import type { Request, Response } from 'express';
import { AppError } from '../../src/errors.ts';
import { OwnedBytes } from '../../src/infra/memory/owned-bytes.ts';
import { KIB } from '../../src/units.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { gatherBody } from './body-arrival.ts';
import { statedLength } from './body-headers.ts';
import type { BodyLimits } from './body-limits.ts';

/** Longest pause in the body of a rejected request. */
export const DISCARD_IDLE_MS_MAX = 5_000;

/**
 * Largest unwanted body that is read to its end before that: simple clients send all before they read. It is above
 * the largest upload, so that a call with a wrong key learns that the key is wrong.
 */
export const DISCARDED_BODY_BYTES_MAX = 256 * 1024 * KIB;

/** Counts bytes that a client sends in vain. Returns false when no more of them may be read for the moment. */
export type DiscardBudget = (address: string, bytes: number) => boolean;

/** Limits of the bytes that are read in vain. */
export type DiscardLimits = Readonly<
  Record<'discardMsMax' | 'discardedBytesMax' | 'discardedAddressBytesMax', number>
>;

const LIMITS: BodyLimits = {
  bodyBytesMax: DISCARDED_BODY_BYTES_MAX,
  idleMsMax: DISCARD_IDLE_MS_MAX,
  uploadMsMax: GATEWAY_LIMITS.discardMsMax,
  tooSlowCode: 'upload_too_slow',
};

/** Creates the budget of one gateway, which is full again at the end of each period. */
export function createDiscardBudget(
  limits: DiscardLimits = GATEWAY_LIMITS,
  clock: () => number = () => performance.now(),
): DiscardBudget {
  const byAddress = new Map<string, number>();
  let all = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  return (address, bytes) => {
    if (clock() >= endMs) {
      endMs = clock() + limits.discardMsMax;
      all = 0;
      byAddress.clear();
    }
    const own = (byAddress.get(address) ?? 0) + bytes;
    if (own > limits.discardedAddressBytesMax || all + bytes > limits.discardedBytesMax) return false;
    byAddress.set(address, own);
    all += bytes;
    return true;
  };
}

/**
 * Reads the rest of a body and frees each piece at once. Resolves at its end, or when it is too large, too slow or over
 * the budget; a body that states a larger length is not read at all.
 */
export async function discardBody(
  request: Request,
  response: Response,
  mayRead: (bytes: number) => boolean,
): Promise<void> {
  if ((statedLength(request) ?? 0) > LIMITS.bodyBytesMax || !mayRead(0)) return;
  const read = gatherBody(request, response, LIMITS, {
    add(piece) {
      const bytes = piece.length;
      OwnedBytes.of(piece).free();
      if (!mayRead(bytes)) throw new AppError('request_too_large', 'No more of this body is read.');
    },
    finish: () => Buffer.alloc(0),
  });
  request.resume();
  // Why it ended makes no difference: the request has its answer.
  await read.catch(() => {});
}
