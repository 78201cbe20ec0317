/** GET /api/v1/feed/counts: how many runs each value of a filter would show. */
import { z } from 'zod';
import { FeedServiceService } from '../../../src/gen/flowarden/v1/feed.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { countsExample } from './feed-examples.ts';
import { FEED_QUERY, feedFilters } from './feed-query.ts';
import { FeedCountsResponse } from './feed-schema.ts';

export const feedCounts = defineRoute({
  method: 'GET',
  path: '/api/v1/feed/counts',
  operationId: 'getFeedCounts',
  tag: 'Feed',
  summary: 'Count what runs and ran',
  description:
    'Counts of the newest runs, at most 10,000, by the values of each filter. Every facet ignores its own filter, so that its counts say what another value would show.',
  access: FeedServiceService.getFeedCounts,
  params: NOTHING,
  query: z.strictObject(FEED_QUERY),
  body: null,
  answers: { 200: { description: 'The counts.', schema: FeedCountsResponse, example: countsExample } },
  errors: ['query_timeout', 'unknown_platform'],
  async handle({ query, context }, { core }) {
    const request = { filters: feedFilters(query) };
    const body = await core.call(FeedServiceService.getFeedCounts, request, context, READ_TIME);
    return { status: 200, body };
  },
});
