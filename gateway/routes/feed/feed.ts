/** GET /api/v1/feed: runs in any state, newest submission first. */
import { z } from 'zod';
import { FeedServiceService } from '../../../src/gen/flowarden/v1/feed.ts';
import { READ_TIME } from '../../core/client.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { feedExample } from './feed-examples.ts';
import { FEED_QUERY, feedFilters } from './feed-query.ts';
import { FeedResponse } from './feed-schema.ts';

export const feed = defineRoute({
  method: 'GET',
  path: '/api/v1/feed',
  operationId: 'listFeed',
  tag: 'Feed',
  summary: 'List what runs and ran',
  description:
    'A page of the runs of files and projects in any state, in the order of their submission, newest first. A project is one entry; read its files with `projectValidationId` at `/api/v1/validations`, or at `/api/v1/validate/project/{id}`. At most 10,000 runs are looked through for a page: one that is short, or empty, while `nextCursor` is set goes on behind them.',
  access: FeedServiceService.listFeed,
  params: NOTHING,
  query: z.strictObject({ ...PAGING, ...FEED_QUERY }),
  body: null,
  answers: { 200: { description: 'A page.', schema: FeedResponse, example: feedExample } },
  errors: ['invalid_cursor', 'query_timeout', 'unknown_platform'],
  async handle({ query, context }, { core }) {
    const { cursor, pageSize, ...filters } = query;
    const request = { ...pageRequest({ cursor, pageSize }), filters: feedFilters(filters) };
    const body = await core.call(FeedServiceService.listFeed, request, context, READ_TIME);
    return { status: 200, body };
  },
});
