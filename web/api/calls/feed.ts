/** Calls of the feed. */
import type { z } from 'zod';
import type {
  FeedCountsResponse,
  FeedResponse,
  FeedRun as FeedRunSchema,
  FeedSummaryResponse,
} from '../../../gateway/routes/feed/feed-schema.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type FeedRun = z.output<typeof FeedRunSchema>;
export type FeedPage = z.output<typeof FeedResponse>;
export type FeedCounts = z.output<typeof FeedCountsResponse>;
export type FeedSummary = z.output<typeof FeedSummaryResponse>;

type Filtered = { readonly query: QueryValues };

export const listFeed = defineCall<FeedPage, Filtered>('GET', '/api/v1/feed');
export const countFeed = defineCall<FeedCounts, Filtered>('GET', '/api/v1/feed/counts');
export const summariseFeed = defineCall<FeedSummary>('GET', '/api/v1/feed/summary');

/** Address of the stream of what happens. */
export const FEED_STREAM = '/api/v1/feed/stream';
