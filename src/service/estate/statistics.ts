/** The use case of statistics: runs by day, remembered for a minute. */
import { AppError } from '../../errors.ts';
import { createTtlCache } from '../../infra/async/ttl-cache.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { DAY_MS } from '../../units.ts';
import { ESTATE_LIMITS } from './limits.ts';
import { countRuns, type StatisticsQuery, type StatisticsSeries } from './statistics-store.ts';

/** Reads statistics. */
export interface Statistics {
  /** @throws AppError `invalid_field` when the time is too long, `query_timeout` */
  read(orgId: string, query: StatisticsQuery): Promise<readonly StatisticsSeries[]>;
}

/** Creates the reader of a core. */
export function createStatistics(sql: Sql): Statistics {
  const cache = createTtlCache<readonly StatisticsSeries[]>({
    ttlMs: ESTATE_LIMITS.statisticsCacheMs,
    entriesMax: ESTATE_LIMITS.statisticsRemembered,
  });
  return {
    async read(orgId, query) {
      requireTime(query);
      const { from, to, group } = query;
      const key = [orgId, from.getTime(), to.getTime(), group].join();
      return cache.load(key, () => readList(sql, orgId, (transaction) => countRuns(transaction, query)));
    },
  };
}

function requireTime({ from, to }: StatisticsQuery): void {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  const { statisticsDaysMax } = ESTATE_LIMITS;
  if (days > 0 && days <= statisticsDaysMax) return;
  throw new AppError('invalid_field', `to must be after from, and at most ${statisticsDaysMax} days later.`, {
    field: 'to',
    limit: String(statisticsDaysMax),
  });
}
