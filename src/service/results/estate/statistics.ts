/** The use case of statistics: runs by day. */
import { teamsOfNow } from '../../../infra/async/narrowing.ts';
import { createTtlCache } from '../../../infra/async/ttl-cache.ts';
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { DAY_MS } from '../../../units.ts';
import {
  countRuns,
  hashRepositories,
  type StatisticsQuery,
  type StatisticsSeries,
} from './statistics-store.ts';
import { requireStatisticsTime } from './statistics-time.ts';

/** Time that the counts of a span of days are cached. */
const STATISTICS_CACHE_MS = 60_000;

/** Time that they are remembered once the days are over. */
const STATISTICS_PAST_CACHE_MS = 3_600_000;

/** Cached counts of one core. */
const STATISTICS_REMEMBERED = 10_000;

/** Days that one statement counts. */
const STATISTICS_PART_DAYS = 4;

/** Reads statistics. */
export interface Statistics {
  /** @throws AppError `invalid_time_range`, `query_timeout` */
  read(orgId: string, query: StatisticsQuery): Promise<readonly StatisticsSeries[]>;
}

/** Creates the reader of a core. It reads a few days at a time and caches finished days longer. */
export function createStatistics(sql: Sql): Statistics {
  const cache = createTtlCache<readonly StatisticsSeries[]>({
    ttlMs: STATISTICS_PAST_CACHE_MS,
    entriesMax: STATISTICS_REMEMBERED,
  });
  return {
    async read(orgId, query) {
      requireStatisticsTime(query);
      // What a narrowed caller sees changes with the patterns of the teams.
      const sight = teamsOfNow() === null ? null : await withOrganisation(sql, orgId, hashRepositories);
      const parts: (readonly StatisticsSeries[])[] = [];
      for (const part of partsOf(query)) {
        const { from, to, group } = part;
        const key = JSON.stringify([orgId, from, to, group, sight]);
        const isOver = to.getTime() < Date.now() - STATISTICS_CACHE_MS;
        const ageMsMax = isOver ? STATISTICS_PAST_CACHE_MS : STATISTICS_CACHE_MS;
        const load = () => readList(sql, orgId, (transaction) => countRuns(transaction, part));
        parts.push(await cache.load(key, load, ageMsMax));
      }
      return joined(parts);
    },
  };
}

/** Splits a time at every few midnights in UTC. */
function* partsOf({ from, to, group }: StatisticsQuery): Generator<StatisticsQuery> {
  const partMs = STATISTICS_PART_DAYS * DAY_MS;
  for (let start = from.getTime(); start < to.getTime(); ) {
    const end = Math.min((Math.floor(start / partMs) + 1) * partMs, to.getTime());
    yield { from: new Date(start), to: new Date(end), group };
    start = end;
  }
}

/** Joins the days of each group, in the order of the parts. */
function joined(parts: readonly (readonly StatisticsSeries[])[]): readonly StatisticsSeries[] {
  const byKey = Map.groupBy(parts.flat(), ({ key }) => key);
  return Array.from(byKey, ([key, series]) => ({ key, points: series.flatMap(({ points }) => points) }));
}
