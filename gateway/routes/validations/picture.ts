/** GET /api/v1/results/{validationId}/picture.svg: the picture of a workflow with its findings. */
import { z } from 'zod';
import type { PinChange } from '../../../src/analysis/model/outline/shown-outline.ts';
import type { Severity } from '../../../src/analysis/model/rule.ts';
import { OutlineServiceService, type OutlineWorkflow } from '../../../src/gen/flowarden/v1/outline.ts';
import { layoutPicture } from '../../../src/picture/layout-picture.ts';
import { picturePages, worstPage } from '../../../src/picture/open-state.ts';
import { sceneToSvg } from '../../../src/picture/svg/scene-to-svg.ts';
import { THEME_NAMES, THEMES } from '../../../src/picture/svg/themes.ts';
import { graphOf, type PictureWorkflow } from '../../../src/picture/workflow-graph.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';
import { ResultId, WORKFLOW_FIELD, WORST_WORKFLOW } from './outline.ts';

const SVG = 'image/svg+xml';

/** Converts the message of the core to what is drawn. */
function pictureWorkflow({ nodes, calls, places, edges, pins, ...rest }: OutlineWorkflow): PictureWorkflow {
  return {
    ...rest,
    nodes: nodes!,
    calls: calls!,
    places: places!,
    edges: { ...edges!, bends: edges!.bends.map(({ points }) => points) },
    pins: pins.map((pin) => ({
      ...pin,
      severity: pin.severity as Severity,
      change: (pin.change ?? null) as PinChange | null,
    })),
  };
}

export const picture = defineRoute({
  method: 'GET',
  path: '/api/v1/results/:validationId/picture.svg',
  operationId: 'getPicture',
  tag: 'Validations',
  summary: 'Draw a workflow with its findings',
  description:
    'One workflow of a result as an SVG image: its steps, and a mark for each finding. Of a workflow with pages the one with the worst finding is drawn.',
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
  body: null,
  otherTypes: { [SVG]: 'The picture.' },
  answers: { 200: { description: 'The picture.', schema: null } },
  errors: ['not_found', 'outline_not_found', 'result_unreadable'],
  async handle({ params, query, context }, { core }) {
    const request = {
      validationId: params.validationId,
      workflow: query.workflow ?? WORST_WORKFLOW,
      knownEtag: '',
    };
    const { outline } = await core.call(OutlineServiceService.getOutline, request, context, READ_TIME);
    const workflow = pictureWorkflow(outline!.workflow!);
    const graph = graphOf(workflow);
    const page = query.page === undefined ? worstPage(graph) : picturePages(graph)[query.page];
    const scene = layoutPicture(graph, page === undefined ? {} : { page });
    const text = sceneToSvg(scene, graph, { theme: THEMES[query.theme ?? 'light'], title: workflow.name });
    return { status: 200, text, textType: SVG };
  },
});
