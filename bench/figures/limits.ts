/** What limits cost a core: a call that the front lets through by itself against one for which the database is asked. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connectApplication } from '../../src/infra/database/database.ts';
import { LIMITS } from '../../src/limits.ts';
import { createLimiter } from '../../src/service/rate-limits/limiter.ts';
import type { Figure } from '../figure.ts';
import { paired, pairedFigure } from '../measure.ts';
import { startDatabase } from '../postgres.ts';

const CALLER = { orgId: '019a0000-0000-7000-8000-000000000001', actorId: 'bench' };
const CALLS = 200;
/** Far from every limit, as most callers are. */
const FACTOR = 99_999;

/** The figure of limits. Calls let the event loop turn, so that the front also pays for telling the others. */
export async function* limits(): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const sql = connectApplication(database.url);
  const onError = (error: unknown): never => {
    throw error;
  };
  let lateMs = 0;
  const front = createLimiter({ sql, factor: FACTOR, onError });
  // Believes nothing that it knows, as too much time has always passed.
  const asking = createLimiter({
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
        lateMs += LIMITS.limitFreshMsMax;
        (await asking.take('validate', { ...CALLER, actorId: 'asking' })).release();
        await nextTurn();
      }
    },
  });
  yield pairedFigure(pairs, {
    name: 'limits of 200 calls',
    unit: 'ms',
    against: 'of asking the database for each, processor time of the core',
    ratio: 'own/peer',
    bar: { atMost: 0.2, stretch: 0.05 },
  });
  await Promise.all([front.close(), asking.close()]);
  await sql.end(0);
}
