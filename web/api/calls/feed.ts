/** Calls of the feed. */
import type {
  FeedCountsResponse,
  FeedResponse,
  FeedRun as FeedRunSchema,
  FeedSummaryResponse,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type FeedRun = FeedRunSchema;
export type FeedPage = FeedResponse;
export type FeedCounts = FeedCountsResponse;
export type FeedSummary = FeedSummaryResponse;

type Filtered = { readonly query: QueryValues };

export const listFeed = defineCall<FeedPage, Filtered>('GET', '/api/v1/feed');
export const countFeed = defineCall<FeedCounts, Filtered>('GET', '/api/v1/feed/counts');
export const summariseFeed = defineCall<FeedSummary>('GET', '/api/v1/feed/summary');

/** Address of the stream of what happens. */
export const FEED_STREAM = '/api/v1/feed/stream';
