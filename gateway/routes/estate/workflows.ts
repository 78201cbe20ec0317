/** /api/v1/workflows: the workflow files of the organisation, and the runs of each. */
import { z } from 'zod';
import { WORKFLOW_ORDERS } from '../../../src/contract/lists/estate.ts';
import { EstateServiceService } from '../../../src/gen/flowarden/v1/estate.ts';
import { READ_TIME } from '../../core/client.ts';
import { uuid } from '../../endpoint/answer-members.ts';
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
import { historyExample, workflowExample, workflowsExample } from './estate-examples.ts';
import { filter } from './estate-filters.ts';
import { WorkflowHistoryResponse, WorkflowItem, WorkflowListResponse } from './estate-schema.ts';

const PATH = '/api/v1/workflows/:workflowId';
const Id = z.strictObject({ workflowId: uuid().describe('UUID of the workflow.') });
const { listWorkflows, getWorkflow, deleteWorkflow, listWorkflowRuns } = EstateServiceService;

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
      schema: WorkflowListResponse,
      example: workflowsExample,
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

export const workflow = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'getWorkflow',
  tag: 'Estate',
  summary: 'Read a workflow',
  description: 'One workflow file, as the run that it shows saw it.',
  access: getWorkflow,
  params: Id,
  query: NOTHING,
  body: null,
  answers: { 200: { description: 'The workflow.', schema: WorkflowItem, example: workflowExample } },
  errors: ['not_found', 'query_timeout'],
  async handle({ params, context }, { core }) {
    const answer = await core.call(getWorkflow, params, context, READ_TIME);
    return { status: 200, body: answer.workflow };
  },
});

export const removeWorkflow = defineRoute({
  method: 'DELETE',
  path: PATH,
  operationId: 'deleteWorkflow',
  tag: 'Estate',
  summary: 'Delete a workflow',
  description:
    'Takes a file that is no longer there out of the lists, together with its findings. Its runs stay, and its next run brings it back. Scope `org:admin`.',
  access: deleteWorkflow,
  params: Id,
  query: NOTHING,
  body: null,
  answers: { 204: { description: 'It is gone.', schema: null } },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    await core.call(deleteWorkflow, params, context, READ_TIME);
    return { status: 204 };
  },
});

export const workflowHistory = defineRoute({
  method: 'GET',
  path: `${PATH}/history`,
  operationId: 'listWorkflowRuns',
  tag: 'Estate',
  summary: 'List the runs of a workflow',
  description: 'The runs of a workflow on the branch that it shows, newest first.',
  access: listWorkflowRuns,
  params: Id,
  query: z.strictObject(PAGING),
  body: null,
  answers: { 200: { description: 'A page.', schema: WorkflowHistoryResponse, example: historyExample } },
  errors: ['not_found', 'invalid_cursor', 'query_timeout'],
  async handle({ params, query, context }, { core }) {
    const request = { ...params, ...pageRequest(query) };
    return { status: 200, body: await core.call(listWorkflowRuns, request, context, READ_TIME) };
  },
});
