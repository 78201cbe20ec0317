/** `flowarden.v1.FeedService`: what runs and ran, and what needs attention. */
import { FeedServiceService } from '../../../gen/flowarden/v1/feed.ts';
import {
  type FeedDeps,
  readEntries,
  readFeedCounts,
  readFeedSummary,
} from '../../../service/results/feed/feed.ts';
import type { FeedWatch } from '../../../service/results/feed/feed-watch.ts';
import { toFeedCounts, toFeedEvent, toFeedRun, toFeedSummary } from '../../convert/convert-feed.ts';
import type { AnswerStyle } from '../../convert/convert-result.ts';
import { readFeedFilters } from '../../convert/feed-filters.ts';
import { pageSizeField } from '../../convert/fields.ts';
import { RPC_LIMITS } from '../../limits.ts';
import { defineService, type Service } from '../../server/service.ts';
import { deciderOf } from '../exception-decider.ts';

/** Creates the service. */
export function feedService(deps: FeedDeps & AnswerStyle & { readonly streams: FeedWatch }): Service {
  return defineService(FeedServiceService, {
    listFeed: {
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
      async handle({ filters }, { caller }) {
        const counts = await readFeedCounts(deps, caller.orgId, readFeedFilters(filters));
        return toFeedCounts(counts, deps.platformNames);
      },
    },
    watchFeed: {
      callMsDefault: RPC_LIMITS.streamMsDefault,
      async *handle({ lastEventId }, { caller, signal }) {
        const { orgId, actorId } = caller;
        const request = { orgId, actorId, lastEventId: lastEventId === '' ? null : lastEventId, signal };
        const seesExceptions = deciderOf(caller) !== null;
        for await (const event of deps.streams.watch(request))
          if (seesExceptions || event.kind !== 'exception') yield toFeedEvent(event, deps, deps.now());
      },
    },
    getFeedSummary: {
      async handle(_request, { caller }) {
        return toFeedSummary(await readFeedSummary(deps, caller.orgId, deciderOf(caller)));
      },
    },
  });
}
