/** Logout notices that fail at first. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/errors.ts';
import {
  createLogoutNotices,
  LOGOUT_NOTICE_RETRIES_MAX,
} from '../../../src/service/access/oidc/logout-notices.ts';
import { logoutTokenUsed } from '../../../src/service/access/tokens/logout-token.ts';

const NOTICE = { issuer: 'https://idp.example', tokenId: 't', subject: 'ada', session: null };
const AWAY = new AppError('database_unavailable', 'The database is away.', { retryAfterSeconds: '1' });

/**
 * Carries out a notice whose attempts fail with these errors, one after the other; the next attempt succeeds. It can be
 * stored after so many attempts.
 */
async function attempt(errors: readonly Error[], storableAfter = Number.POSITIVE_INFINITY) {
  const lines: string[] = [];
  const pauses: number[] = [];
  let attempts = 0;
  let stored = 0;
  const done = Promise.withResolvers<void>();
  const isOver = () =>
    attempts > errors.length || lines.includes('error') || (attempts === 1 && errors[0] !== AWAY);
  const carryOut = createLogoutNotices(
    {
      async end() {
        attempts += 1;
        if (attempts > LOGOUT_NOTICE_RETRIES_MAX) setImmediate(done.resolve);
        const error = errors[attempts - 1];
        if (error !== undefined) throw error;
        done.resolve();
      },
      async store() {
        if (attempts < storableAfter) throw AWAY;
        stored += 1;
        return true;
      },
    },
    {
      warn: () => lines.push('warn'),
      error() {
        lines.push('error');
        done.resolve();
      },
    },
    async (ms) => pauses.push(ms),
  );
  const first = await carryOut(NOTICE).catch((error: unknown) => error);
  if (!isOver()) await done.promise;
  return { first, attempts, lines, pauses, stored };
}

describe('a logout notice', () => {
  it('is repeated until it is carried out', async () => {
    const { first, attempts, lines, pauses } = await attempt([AWAY, AWAY, AWAY]);
    assert.equal(first, AWAY, 'the provider learns that it was not carried out');
    assert.deepEqual([attempts, lines], [4, ['warn']]);
    assert.deepEqual(pauses, [1_000, 2_000, 4_000]);
  });

  it('is logged as an error when every repetition fails', async () => {
    const all = LOGOUT_NOTICE_RETRIES_MAX + 1;
    const { attempts, lines } = await attempt(Array.from({ length: all + 5 }, () => AWAY));
    assert.deepEqual([attempts, lines], [all, ['warn', 'error']]);
  });

  it('is stored as soon as that works, and is then no error', async () => {
    const all = LOGOUT_NOTICE_RETRIES_MAX + 1;
    const { attempts, lines, stored } = await attempt(
      Array.from({ length: all }, () => AWAY),
      3,
    );
    assert.deepEqual([attempts, lines, stored], [all, ['warn'], 1]);
  });

  it('that was used is not repeated', async () => {
    const { attempts, lines } = await attempt([logoutTokenUsed()]);
    assert.deepEqual([attempts, lines], [1, []]);
  });
});
