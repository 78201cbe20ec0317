/** Tokens that state their end. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isExpiredToken } from '../../../src/analysis/patterns/secrets/expired-token.ts';

const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
const token = (claims: object): string => `${part({ alg: 'HS256' })}.${part(claims)}.signature`;

it('knows the tokens that have ended', () => {
  assert.ok(isExpiredToken(token({ sub: 'robot', exp: Date.UTC(2019, 9, 13) / 1000 })));
  // Without the first part, as the search for secrets finds it.
  assert.ok(isExpiredToken(token({ exp: 1 }).slice(token({ exp: 1 }).indexOf('.') + 1)));
});

it('takes every other token for one that works', () => {
  for (const claims of [{}, { exp: Date.UTC(2031, 0, 1) / 1000 }, { exp: '1' }])
    assert.equal(isExpiredToken(token(claims)), false, JSON.stringify(claims));
  assert.equal(isExpiredToken('eyJ.eyJbroken.x'), false);
});
