/** /api/v1/results/{validationId}/outline: what the picture of a workflow is drawn from. */
import { z } from 'zod';
import { OutlineServiceService } from '../../../src/gen/flowarden/v1/outline.ts';
import { READ_TIME } from '../../core/client.ts';
import { CACHED_ETAG, IF_NONE_MATCH, knownEtagOf, UNCHANGED } from '../../endpoint/etag.ts';
import { uuid } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';

/** Query parameter that selects a workflow of the file. */
export const WORKFLOW_FIELD = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(100_000, 'must be 100000 or less')
  .optional()
  .meta({
    description: 'Position of the workflow among those of the file. Default: the one with the worst finding.',
  });

/** Query parameter that selects the workflow of a finding. */
const FINDING_FIELD = z.string().max(64).optional().meta({
  description: 'Id of a finding whose workflow is wanted, when `workflow` is not sent.',
});

/** Stands for the workflow with the worst finding. */
export const WORST_WORKFLOW = -1;

/** Result whose outline or picture is read. */
export const ResultId = z.strictObject({ validationId: uuid().describe('UUID of the validation.') });

export const outline = defineRoute({
  method: 'GET',
  path: '/api/v1/results/:validationId/outline',
  operationId: 'getOutline',
  tag: 'Validations',
  summary: 'Read the outline of a workflow',
  description:
    'What the picture of one workflow of a result is drawn from: the names and the structure of its steps, and the findings at their places. It holds no value and no expression, and never changes. 404 when none is kept.',
  access: OutlineServiceService.getOutline,
  params: ResultId,
  query: z.strictObject({ workflow: WORKFLOW_FIELD, finding: FINDING_FIELD }),
  headers: IF_NONE_MATCH,
  answers: {
    200: {
      description: 'The outline.',
      message: 'flowarden.v1.Outline',
      headers: CACHED_ETAG,
    },
    304: UNCHANGED,
  },
  errors: ['not_found', 'outline_not_found', 'result_unreadable'],
  async handle({ params, query, header, context }, { core }) {
    const request = {
      validationId: params.validationId,
      workflow: query.workflow ?? WORST_WORKFLOW,
      findingId: query.finding ?? '',
      knownEtag: knownEtagOf(header('If-None-Match')),
    };
    const answer = await core.call(OutlineServiceService.getOutline, request, context, READ_TIME);
    // Both spellings of an answer have the same version, which is therefore weak.
    const headers = { ETag: `W/"${answer.etag}"` };
    if (answer.outline === undefined) return { status: 304, headers };
    return { status: 200, body: answer.outline, headers };
  },
});
