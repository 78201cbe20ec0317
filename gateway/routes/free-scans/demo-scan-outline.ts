/** /api/v1/demo/scan/{token}/outline: the outline of a scanned workflow, for anyone with its token. */
import { z } from 'zod';
import { ScannerServiceService } from '../../../src/gen/flowarden/v1/scanner.ts';
import { READ_TIME } from '../../core/client.ts';
import { HIDDEN, HIDDEN_HEADERS } from '../../endpoint/hidden.ts';
import { defineRoute, forAnybody } from '../../endpoint/route.ts';
import { WORKFLOW_FIELD, WORST_WORKFLOW } from '../validations/outline.ts';

const Token = z.strictObject({
  // The core validates it and has an error code for it.
  token: z.string().meta({ description: 'The share token.', pattern: '^[0-9A-Za-z]{22}$' }),
});

export const demoScanOutline = defineRoute({
  method: 'GET',
  path: '/api/v1/demo/scan/:token/outline',
  operationId: 'getDemoScanOutline',
  tag: 'Free scanner',
  summary: 'Read the outline of a scanned workflow',
  description:
    'What the picture of one workflow of a scanned file is drawn from: the names and the structure of its steps, and the findings at their places.',
  access: forAnybody(ScannerServiceService.getScanOutline),
  params: Token,
  query: z.strictObject({ workflow: WORKFLOW_FIELD }),
  answers: {
    200: {
      description: 'The outline.',
      message: 'flowarden.v1.Outline',
      headers: HIDDEN_HEADERS,
    },
  },
  errors: ['invalid_share_token', 'scan_not_found', 'outline_not_found'],
  async handle({ params, query, context }, { core }) {
    const request = { shareToken: params.token, workflow: query.workflow ?? WORST_WORKFLOW };
    const { outline } = await core.call(ScannerServiceService.getScanOutline, request, context, READ_TIME);
    return { status: 200, body: outline, headers: HIDDEN };
  },
});
