/** Cost of rate limits in a core: a call admitted by the front alone, against one with a query. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connectApplication } from '../../src/infra/database/database.ts';
import { createLimiter } from '../../src/service/rate-limits/limiter.ts';
import { RATE_LIMITS } from '../../src/service/rate-limits/limits.ts';
import type { Figure } from '../figure.ts';
import { paired, pairedFigure } from '../measure.ts';
import { startDatabase } from '../postgres.ts';

const CALLER = { orgId: '019a0000-0000-7000-8000-000000000001', actorId: 'bench' };
const CALLS = 200;
/** Factor far from every limit, as for most callers. */
const FACTOR = 99_999;

/** Measures the limits. Calls yield to the event loop, so that the front also pays for its reports. */
export async function* limits(): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const sql = connectApplication(database.url);
  const onError = (error: unknown): never => {
    throw error;
  };
  let lateMs = 0;
  const front = createLimiter({ sql, factor: FACTOR, onError });
  // Never trusts its cache, because too much time has always passed.
  const querying = createLimiter({
    sql,
    factor: FACTOR,
    onError,
    clock: () => performance.now() + lateMs,
  });
  const pairs = await paired({
    async own() {
      for (let i = 0; i < CALLS; i += 1) {
        (await front.take('validate', CALLER)).release();
        await nextTurn();
      }
    },
    async peer() {
      for (let i = 0; i < CALLS; i += 1) {
        lateMs += RATE_LIMITS.limitFreshMsMax;
        (await querying.take('validate', { ...CALLER, actorId: 'querying' })).release();
        await nextTurn();
      }
    },
  });
  yield pairedFigure(pairs, {
    name: 'limits of 200 calls',
    unit: 'ms',
    against: 'of a query for each, processor time of the core',
    ratio: 'own/peer',
    bar: { atMost: 0.2, stretch: 0.05 },
  });
  await Promise.all([front.close(), querying.close()]);
  await sql.end(0);
}
