/** /api/v1/demo/scan/{token}: the report of a free scan, for anyone with its token. */
import { z } from 'zod';
import { ScannerServiceService } from '../../../src/gen/flowarden/v1/scanner.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, forAnybody, NOTHING } from '../../endpoint/route.ts';
import { WORKFLOW_FIELD, WORST_WORKFLOW } from '../validations/outline.ts';
import { REPORT_ANSWER, REPORT_HEADERS } from './demo-report.ts';

const PATH = '/api/v1/demo/scan/:token';
const Token = z.strictObject({
  // The core validates it and has an error code for it.
  token: z.string().meta({ description: 'The share token.', pattern: '^[0-9A-Za-z]{22}$' }),
});

export const demoScan = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'getDemoScan',
  tag: 'Free scanner',
  summary: 'Read the report of a free scan',
  description: 'The report that a share token stands for. It is deleted 30 days after the scan.',
  access: forAnybody(ScannerServiceService.getScan),
  params: Token,
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
  body: null,
  answers: {
    200: {
      description: 'The outline.',
      message: 'flowarden.v1.Outline',
      headers: { 'X-Robots-Tag': 'Always `noindex`.' },
    },
  },
  errors: ['invalid_share_token', 'scan_not_found', 'outline_not_found'],
  async handle({ params, query, context }, { core }) {
    const request = { shareToken: params.token, workflow: query.workflow ?? WORST_WORKFLOW };
    const { outline } = await core.call(ScannerServiceService.getScanOutline, request, context, READ_TIME);
    return { status: 200, body: outline, headers: REPORT_HEADERS };
  },
});

export const demoScanDetails = defineRoute({
  method: 'GET',
  path: '/api/v1/demo/scan/:token/details',
  operationId: 'getDemoScanDetails',
  tag: 'Free scanner',
  summary: 'Read the details of a free scan',
  description:
    'When the report is deleted, and for each rule that it names: why it matters and how to fix it.',
  access: forAnybody(ScannerServiceService.getScanDetails),
  params: Token,
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The details.',
      message: 'flowarden.v1.GetScanDetailsResponse',
      headers: { 'X-Robots-Tag': 'Always `noindex`.' },
    },
  },
  errors: ['invalid_share_token', 'scan_not_found'],
  async handle({ params, context }, { core }) {
    const request = { shareToken: params.token };
    const body = await core.call(ScannerServiceService.getScanDetails, request, context, READ_TIME);
    return { status: 200, body, headers: REPORT_HEADERS };
  },
});

export const deleteDemoScan = defineRoute({
  method: 'DELETE',
  path: PATH,
  operationId: 'deleteDemoScan',
  tag: 'Free scanner',
  summary: 'Delete the report of a free scan',
  description: 'Deletes the report for good. Anyone with its token may do so.',
  access: forAnybody(ScannerServiceService.deleteScan),
  params: Token,
  query: NOTHING,
  body: null,
  answers: { 204: { description: 'It is deleted.', message: null } },
  errors: ['invalid_share_token', 'scan_not_found'],
  async handle({ params, context }, { core }) {
    await core.call(ScannerServiceService.deleteScan, { shareToken: params.token }, context, READ_TIME);
    return { status: 204 };
  },
});
