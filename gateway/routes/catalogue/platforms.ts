/** GET /api/v1/platforms: the supported platforms. */
import { RuleServiceService } from '../../../src/gen/flowarden/v1/rule.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { PlatformListResponse } from './catalogue-schema.ts';

export const platforms = defineRoute({
  method: 'GET',
  path: '/api/v1/platforms',
  operationId: 'listPlatforms',
  tag: 'Catalogue',
  summary: 'List the platforms',
  description: 'The platforms whose files are read, in the order of their identifiers.',
  access: RuleServiceService.listPlatforms,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The platforms.',
      schema: PlatformListResponse,
      example: {
        platforms: [{ platform: 'platform_1', title: 'UiPath', aliases: ['uipath'], ruleCount: 60 }],
      },
    },
  },
  errors: [],
  async handle({ context }, { core }) {
    return { status: 200, body: await core.call(RuleServiceService.listPlatforms, {}, context, READ_TIME) };
  },
});
