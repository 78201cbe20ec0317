/** Reads the filters of the feed. */
import type { ReadBy } from '../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { VALIDATION_STATUSES } from '../../contract/lists/validation-status.ts';
import type { FeedFilters as FeedFiltersMessage } from '../../gen/flowarden/v1/feed.ts';
import { type EntryFilters, FEED_KINDS } from '../../service/results/feed/feed-entry.ts';
import { optionalChoice, optionalText, platformField, scoreField, timeField } from './fields.ts';
import { present, textFilters } from './list-filters.ts';

/** Reads the filters; empty texts count as not set. @throws AppError of the first that is wrong */
export function readFeedFilters(
  request: ReadBy<FeedFiltersMessage, keyof EntryFilters> | undefined,
): EntryFilters {
  if (request === undefined) return {};
  const { passed, wouldBlock, regression, latest } = request;
  return present<EntryFilters>({
    q: optionalText('q', request.q ?? '', CONTRACT_LIMITS.filenameCharactersMax) ?? undefined,
    ...textFilters(request, ['filename', 'repository', 'branch', 'environment', 'source', 'label']),
    platform: request.platform ? platformField(request.platform) : undefined,
    kind: optionalChoice('kind', request.kind ?? '', FEED_KINDS) ?? undefined,
    status: optionalChoice('status', request.status ?? '', VALIDATION_STATUSES) ?? undefined,
    passed,
    wouldBlock,
    regression,
    minScore: scoreField('min_score', request.minScore),
    maxScore: scoreField('max_score', request.maxScore),
    latest: latest || undefined,
    queuedAfter: timeField('queued_after', request.queuedAfter),
    queuedBefore: timeField('queued_before', request.queuedBefore),
  });
}
