/** GET /api/v1/statistics: runs by day. */
import { z } from 'zod';
import { STATISTICS_GROUPS } from '../../../src/contract/lists/estate.ts';
import { EstateServiceService } from '../../../src/gen/flowarden/v1/estate.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, timeField } from '../../endpoint/fields.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';

const { getStatistics } = EstateServiceService;

export const statistics = defineRoute({
  method: 'GET',
  path: '/api/v1/statistics',
  operationId: 'getStatistics',
  tag: 'Estate',
  summary: 'Read statistics',
  description:
    'Runs, blocked runs, mean score, new and resolved findings by day in UTC, at most a minute old. Project files count as runs.',
  access: getStatistics,
  params: NOTHING,
  query: z.strictObject({
    from: timeField('Runs that finished at this time or later.'),
    to: timeField('Runs that finished before this time, at most 400 days after `from`.'),
    by: choiceField(['day'], 'Length of a point; `day` when not given.').optional(),
    group: choiceField(STATISTICS_GROUPS, 'What the runs are grouped by.').optional(),
  }),
  body: null,
  answers: {
    200: {
      description: 'The statistics.',
      message: 'flowarden.rest.v1.StatisticsResponse',
    },
  },
  errors: ['invalid_time_range', 'query_timeout'],
  async handle({ query, context }, { core }) {
    const from = new Date(query.from);
    const to = new Date(query.to);
    const { group = '' } = query;
    const { series } = await core.call(getStatistics, { from, to, group }, context, READ_TIME);
    return { status: 200, body: { from, to, by: 'day', group, series } };
  },
});
