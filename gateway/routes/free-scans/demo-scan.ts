/** GET /api/v1/demo/scan/{token}: the report of a free scan, for anyone with its token. */
import { z } from 'zod';
import { ScannerServiceService } from '../../../src/gen/flowarden/v1/scanner.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, forAnybody, NOTHING } from '../../endpoint/route.ts';
import { REPORT_ANSWER, REPORT_HEADERS } from './demo-report.ts';

export const demoScan = defineRoute({
  method: 'GET',
  path: '/api/v1/demo/scan/:token',
  operationId: 'getDemoScan',
  tag: 'Free scanner',
  summary: 'Read the report of a free scan',
  description: 'The report that a share token stands for. It is deleted 30 days after the scan.',
  access: forAnybody(ScannerServiceService.getScan),
  params: z.strictObject({
    // The core validates it and has an error code for it.
    token: z.string().meta({ description: 'The share token.', pattern: '^[0-9A-Za-z]{22}$' }),
  }),
  query: NOTHING,
  body: null,
  answers: { 200: REPORT_ANSWER },
  errors: ['invalid_share_token', 'scan_not_found'],
  async handle({ params, context }, { core }) {
    const request = { shareToken: params.token };
    const { scan } = await core.call(ScannerServiceService.getScan, request, context, READ_TIME);
    return { status: 200, body: scan, headers: REPORT_HEADERS };
  },
});
