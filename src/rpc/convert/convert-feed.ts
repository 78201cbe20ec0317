/** Converts the feed to protobuf messages. */

import { type PlatformNaming, platformFromWire, platformName } from '../../analysis/model/platform.ts';
import { reportUrl } from '../../analysis/model/report.ts';
import { type Complete, withoutNulls } from '../../contract/complete.ts';
import { exceptionState } from '../../contract/exception.ts';
import type {
  FeedRun,
  GetFeedCountsResponse,
  GetFeedSummaryResponse,
  WatchFeedResponse,
} from '../../gen/flowarden/v1/feed.ts';
import { uuidV7Time } from '../../infra/database/uuid-v7.ts';
import type { FeedCounts, FeedFacet } from '../../service/results/feed/feed-counts-store.ts';
import type { FeedEntry } from '../../service/results/feed/feed-entry.ts';
import type { FeedEvent } from '../../service/results/feed/feed-events.ts';
import type { FeedSummary } from '../../service/results/feed/feed-summary-store.ts';
import { FEED_LIMITS } from '../../service/results/feed/limits.ts';
import { projectUrl } from './convert-project.ts';
import { type AnswerStyle, toPipeline } from './convert-result.ts';

/** Converts an entry. */
export function toFeedRun(entry: FeedEntry, { baseUrl, platformNames }: AnswerStyle): Complete<FeedRun> {
  const { kind, id, status, filename, enforcementMode, pipeline, error } = entry;
  const shown = withoutNulls(entry);
  return {
    kind,
    id,
    status,
    filename,
    platform: entry.platform === null ? undefined : platformName(entry.platform, platformNames),
    source: shown.source,
    label: shown.label,
    repository: pipeline?.repository ?? undefined,
    branch: shown.branch,
    environment: shown.environment,
    enforcementMode,
    ruleset: shown.ruleset,
    passed: shown.passed,
    wouldBlock: shown.wouldBlockCount,
    score: shown.score,
    scoreDelta: shown.scoreDelta,
    isRegression: shown.isRegression,
    newFindingsCount: shown.newFindingsCount,
    summary: shown.summary,
    pipeline: toPipeline(pipeline),
    ownerName: shown.ownerName,
    error: error === null ? undefined : { code: error.code, message: error.message },
    queuedAt: uuidV7Time(id),
    startedAt: shown.startedAt,
    endedAt: shown.endedAt,
    durationMs: shown.durationMs,
    fileCount: shown.fileCount,
    processedCount: shown.processedCount,
    failedCount: shown.failedCount,
    reportUrl: kind === 'file' ? reportUrl(baseUrl, id) : projectUrl(baseUrl, id),
  };
}

/** Converts an event of a stream. */
export function toFeedEvent(event: FeedEvent, style: AnswerStyle, now: Date): Complete<WatchFeedResponse> {
  const { id: eventId, kind } = event;
  switch (event.kind) {
    case 'run':
      return {
        eventId,
        kind,
        change: event.change,
        run: toFeedRun(event.entry, style),
        exception: undefined,
      };
    case 'exception': {
      const { id, ruleId, fileName, severity } = event.exception;
      const status = exceptionState(event.exception, now);
      const exception = { id, status, ruleId, fileName, severity };
      return { eventId, kind, change: event.change, run: undefined, exception };
    }
    default:
      return { eventId, kind, change: undefined, run: undefined, exception: undefined };
  }
}

/** Converts counts; platforms get the names of the installation. */
export function toFeedCounts(
  counts: FeedCounts,
  naming: PlatformNaming | undefined,
): Complete<GetFeedCountsResponse> {
  const { total, counted, facets } = counts;
  const shown = (value: string): string => {
    const platform = platformFromWire(value);
    return platform === undefined ? value : platformName(platform, naming);
  };
  const named = ({ name, values, othersCount }: FeedFacet) => ({
    name,
    othersCount,
    values: values.map(({ value, count }) => ({
      value: name === 'platform' ? shown(value) : value,
      count,
      label: undefined,
    })),
  });
  const isComplete = counted < FEED_LIMITS.feedRunsScannedMax;
  return { total, counted, isComplete, facets: facets.map(named) };
}

/** Converts the summary. */
export function toFeedSummary({ exceptions, ...summary }: FeedSummary): Complete<GetFeedSummaryResponse> {
  return {
    ...summary,
    exceptionsPending: exceptions?.pending,
    exceptionsToDecide: exceptions?.toDecide,
  };
}
