/** Reads the filters of the feed. */
import type { ReadBy } from '../../contract/complete.ts';
import type { FeedFilters as FeedFiltersMessage } from '../../gen/flowarden/v1/feed.ts';
import type { EntryFilters } from '../../service/results/feed/feed-entry.ts';
import { choiceField, platformField, textField } from './fields.ts';
import { present, textFilters } from './list-filters.ts';

/** Reads the filters; empty texts count as not set. @throws AppError of the first that is wrong */
export function readFeedFilters(
  request: ReadBy<FeedFiltersMessage, keyof EntryFilters> | undefined,
): EntryFilters {
  if (request === undefined) return {};
  const { passed, wouldBlock, regression, latest } = request;
  return present<EntryFilters>({
    q: textField(request.q ?? '') ?? undefined,
    ...textFilters(request, ['filename', 'repository', 'branch', 'environment', 'source', 'label']),
    platform: request.platform ? platformField(request.platform) : undefined,
    kind: choiceField(request.kind ?? '') ?? undefined,
    status: choiceField(request.status ?? '') ?? undefined,
    passed,
    wouldBlock,
    regression,
    minScore: request.minScore,
    maxScore: request.maxScore,
    latest: latest || undefined,
    queuedAfter: request.queuedAfter,
    queuedBefore: request.queuedBefore,
  });
}
