/** `Idempotency-Key` of a request: the endpoints that accept one, and its way to the core. */
import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { isIdempotencyKey } from '../../src/contract/headers/idempotency-key.ts';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { AppError } from '../../src/errors.ts';
import type { RepeatableRequest } from '../core/client.ts';
import { isForPeople, needsCaller, type Route } from '../endpoint/route.ts';

/** Returns whether an endpoint accepts a key: it is a POST of a caller for an organisation. */
export function takesIdempotencyKey(route: Pick<Route, 'method' | 'access'>): boolean {
  return route.method === 'POST' && needsCaller(route) && !isForPeople(route);
}

/**
 * Returns the key of a request; null if there is none, or it cannot be forwarded. A request without one gets a key of
 * the gateway's own, so that retries have their effect once.
 */
export function repeatableRequest(route: Route, request: Request): RepeatableRequest | null {
  const [key, ...others] = keysOf(route, request);
  const id = randomUUID();
  if (key === undefined) return needsOwnKey(route) ? { key: `gateway-${id}`, id } : null;
  return others.length > 0 || !isIdempotencyKey(key) ? null : { key, id };
}

/**
 * Returns whether a request gets a key of the gateway's own. Routes opt out if a duplicate costs less than the key.
 */
function needsOwnKey(route: Route): boolean {
  return takesIdempotencyKey(route) && route.isRepeatedWithoutKey !== true;
}

/** @throws AppError `invalid_idempotency_key` when there is one that cannot be sent on */
export function checkIdempotencyKey(route: Route, request: Request): void {
  const keys = keysOf(route, request);
  if (keys.length === 0 || (keys.length === 1 && isIdempotencyKey(keys[0]!))) return;
  const limit = CONTRACT_LIMITS.idempotencyKeyCharactersMax;
  throw new AppError(
    'invalid_idempotency_key',
    `The Idempotency-Key must be one value of 1 to ${limit} visible ASCII characters, for example a UUID.`,
  );
}

function keysOf(route: Route, request: Request): readonly string[] {
  return takesIdempotencyKey(route) ? (request.headersDistinct['idempotency-key'] ?? []) : [];
}
