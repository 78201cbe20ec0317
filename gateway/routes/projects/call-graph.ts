/** GET /api/v1/projects/{id}/calls: which workflows of a project call each other. */
import { z } from 'zod';
import { ProjectServiceService } from '../../../src/gen/flowarden/v1/project.ts';
import { READ_TIME } from '../../core/client.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { CallGraphResponse } from './call-graph-schema.ts';

const { getCallGraph } = ProjectServiceService;

const workflow = {
  name: 'Main',
  path: 'Main.xaml',
  platform: 'uipath',
  validationId: '0190d5a4-7c1e-7a3b-9f00-1b4c5d6e3f2a',
  passed: true,
  score: 88,
  wouldBlock: 0,
  summary: { critical: 0, high: 0, medium: 2, low: 1, total: 3 },
};

export const callGraph = defineRoute({
  method: 'GET',
  path: '/api/v1/projects/:id/calls',
  operationId: 'getCallGraph',
  tag: 'Validations',
  summary: 'Read the call graph of a project',
  description:
    'Which workflows of a completed project call each other, with the result of the file of each, the calls without a target, and those that lead back to where they come from. Workflows that neither call nor are called are not in it.',
  access: getCallGraph,
  params: z.strictObject({ id: uuid().describe('`projectValidationId` of the project.') }),
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The call graph.',
      schema: CallGraphResponse,
      example: {
        workflows: [workflow, { ...workflow, name: 'Load', path: 'Framework/Load.xaml' }],
        calls: [
          { from: 0, to: 1, target: null, status: 'found', count: 2, isCircular: false },
          { from: 1, to: null, target: 'Gone.xaml', status: 'missing', count: 1, isCircular: false },
        ],
        isComplete: true,
      },
    },
  },
  errors: ['not_found', 'call_graph_not_found', 'query_timeout'],
  async handle({ params, context }, { core }) {
    const request = { projectValidationId: params.id };
    return { status: 200, body: await core.call(getCallGraph, request, context, READ_TIME) };
  },
});
