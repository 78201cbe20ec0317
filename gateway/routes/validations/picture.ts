/** GET /api/v1/results/{validationId}/picture.svg: the picture of a workflow with its findings. */
import { z } from 'zod';
import { OutlineServiceService } from '../../../src/gen/flowarden/v1/outline.ts';
import { THEME_NAMES } from '../../../src/picture/svg/themes.ts';
import { choiceField } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';
import { drawPicture } from './draw-picture.ts';
import { ResultId, WORKFLOW_FIELD, WORST_WORKFLOW } from './outline.ts';

const SVG = 'image/svg+xml';

export const picture = defineRoute({
  method: 'GET',
  path: '/api/v1/results/:validationId/picture.svg',
  operationId: 'getPicture',
  tag: 'Validations',
  summary: 'Draw a workflow with its findings',
  description:
    'One workflow of a result as an SVG image: its steps, and a mark for each finding. Of a workflow with pages the one with the worst finding is drawn; of one with more than 1,000 steps the outer containers are open.',
  access: OutlineServiceService.getOutline,
  params: ResultId,
  query: z.strictObject({
    workflow: WORKFLOW_FIELD,
    page: z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(0, 'must be 0 or more')
      .optional()
      .meta({ description: 'Position of the page. Default: the one with the worst finding.' }),
    theme: choiceField(THEME_NAMES, 'Colours. Default: `light`.').optional(),
  }),
  otherTypes: { [SVG]: 'The picture.' },
  answers: { 200: { description: 'The picture.', message: null } },
  errors: ['not_found', 'outline_not_found', 'result_unreadable'],
  async handle({ params, query, context }, { core }) {
    const { workflow = WORST_WORKFLOW, page, theme = 'light' } = query;
    const text = await drawPicture(core, context, { ...params, workflow, page, theme });
    return { status: 200, text, textType: SVG };
  },
});
