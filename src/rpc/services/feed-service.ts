/** `flowarden.v1.FeedService`: what runs and ran, and what needs attention. */
import { FeedServiceService } from '../../gen/flowarden/v1/feed.ts';
import { type FeedDeps, readEntries, readFeedCounts, readFeedSummary } from '../../service/feed/feed.ts';
import type { AnswerStyle } from '../convert/convert.ts';
import { toFeedCounts, toFeedRun, toFeedSummary } from '../convert/convert-feed.ts';
import { readFeedFilters } from '../convert/feed-filters.ts';
import { pageSizeField } from '../convert/fields.ts';
import { defineService, type Service } from '../server/service.ts';
import { deciderOf } from './exception-readers.ts';

/** Creates the service. */
export function feedService(deps: FeedDeps & AnswerStyle): Service {
  return defineService(FeedServiceService, {
    listFeed: {
      scopes: ['analysis:read'],
      async handle({ cursor, pageSize, filters }, { caller }) {
        const paging = { cursor: cursor === '' ? null : cursor, pageSize: pageSizeField(pageSize) };
        const page = await readEntries(deps, caller.orgId, readFeedFilters(filters), paging);
        return {
          runs: page.entries.map((entry) => toFeedRun(entry, deps)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
    getFeedCounts: {
      scopes: ['analysis:read'],
      async handle({ filters }, { caller }) {
        const counts = await readFeedCounts(deps, caller.orgId, readFeedFilters(filters));
        return toFeedCounts(counts, deps.platformNames);
      },
    },
    getFeedSummary: {
      scopes: ['analysis:read'],
      async handle(_request, { caller }) {
        return toFeedSummary(await readFeedSummary(deps, caller.orgId, deciderOf(caller)));
      },
    },
  });
}
