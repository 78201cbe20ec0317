/** GET /api/v1/feed/summary: what needs attention. */
import { FeedServiceService } from '../../../src/gen/flowarden/v1/feed.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { summaryExample } from './feed-examples.ts';
import { FeedSummaryResponse } from './feed-schema.ts';

export const feedSummary = defineRoute({
  method: 'GET',
  path: '/api/v1/feed/summary',
  operationId: 'getFeedSummary',
  tag: 'Feed',
  summary: 'Read what needs attention',
  description:
    'Files and archives whose newest run is blocked or a regression, submitted in the last seven days; the runs that wait or are under way; the exceptions that wait for a decision.',
  access: FeedServiceService.getFeedSummary,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: { 200: { description: 'The summary.', schema: FeedSummaryResponse, example: summaryExample } },
  errors: ['query_timeout'],
  async handle({ context }, { core }) {
    const body = await core.call(FeedServiceService.getFeedSummary, {}, context, READ_TIME);
    return { status: 200, body };
  },
});
