/** GET /api/v1/workflows: the workflow files of the organisation. */
import { z } from 'zod';
import { WORKFLOW_ORDERS } from '../../../src/contract/lists/estate.ts';
import { EstateServiceService } from '../../../src/gen/flowarden/v1/estate.ts';
import { READ_TIME } from '../../core/client.ts';
import {
  EXPORT_FORMAT,
  EXPORT_HEADERS,
  EXPORT_TYPES,
  exportAnswer,
  exportFormat,
} from '../../endpoint/export.ts';
import { booleanField, choiceField, integerField } from '../../endpoint/fields.ts';
import { PAGING, type PageRequest, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { filter } from './estate-filters.ts';

const { listWorkflows } = EstateServiceService;

export const workflows = defineRoute({
  method: 'GET',
  path: '/api/v1/workflows',
  operationId: 'listWorkflows',
  tag: 'Estate',
  summary: 'List workflows',
  description:
    'One row a file. It shows the newest run on a default branch of the organisation or without a branch; as long as the file has none, its newest run on any branch.',
  access: listWorkflows,
  params: NOTHING,
  query: z.strictObject({
    ...PAGING,
    sort: choiceField(
      WORKFLOW_ORDERS,
      '`score`: the worst first, which is the default. `time`: the newest run first.',
    ).optional(),
    platform: filter('Only this platform.'),
    repository: filter('Only this repository of the pipeline.'),
    q: filter('Only paths with this text, in any case.'),
    minScore: integerField(1, 100, 'Only scores of at least this.').optional(),
    maxScore: integerField(1, 100, 'Only scores of at most this.').optional(),
    wouldBlock: booleanField('Only those that would block, or only those that would not.').optional(),
    ...EXPORT_FORMAT,
  }),
  body: null,
  otherTypes: EXPORT_TYPES,
  answers: {
    200: {
      description: 'A page.',
      message: 'flowarden.v1.ListWorkflowsResponse',
      headers: EXPORT_HEADERS,
    },
  },
  errors: ['invalid_cursor', 'query_timeout', 'unknown_platform'],
  async handle({ query, context, wantedType }, { core }) {
    const { sort = '', platform, repository, q, minScore, maxScore } = query;
    const wouldBlock = query.wouldBlock === undefined ? undefined : query.wouldBlock === 'true';
    const filters = { sort, platform, repository, q, minScore, maxScore, wouldBlock };
    const read = (paging: PageRequest) =>
      core.call(listWorkflows, { ...paging, ...filters }, context, READ_TIME);
    const format = exportFormat(query.format, wantedType);
    if (format === null) return { status: 200, body: await read(pageRequest(query)) };
    return exportAnswer(format, 'workflows', query, read);
  },
});
