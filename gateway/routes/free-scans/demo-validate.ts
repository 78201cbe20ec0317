/** POST /api/v1/demo/validate: the free scan of one file. */

import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { ScanFileRequest, ScannerServiceService } from '../../../src/gen/flowarden/v1/scanner.ts';
import type { CallTime } from '../../core/client.ts';
import type { UnaryMethod } from '../../core/unary-call.ts';
import { encodeWithFile } from '../../core/uploads/file-message.ts';
import { HIDDEN, HIDDEN_HEADERS } from '../../endpoint/hidden.ts';
import { defineRoute, forAnybody, NOTHING } from '../../endpoint/route.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';

const SCAN = {
  ...ScannerServiceService.scanFile,
  requestSerialize: (request: ScanFileRequest) => encodeWithFile(ScanFileRequest, request),
} satisfies UnaryMethod<ScanFileRequest, unknown>;

/** Returns the remaining time of the scan after its upload. */
function timeLeft(startedAtMs: number): CallTime {
  const callMsMax = Math.max(1, CONTRACT_LIMITS.scanMsMax - (performance.now() - startedAtMs));
  return {
    callMsMax,
    coreReturnMsMax: GATEWAY_LIMITS.coreReturnValidateMsMax,
    timeoutCode: 'scan_timeout',
  };
}

export const demoValidate = defineRoute({
  method: 'POST',
  path: '/api/v1/demo/validate',
  operationId: 'demoValidate',
  tag: 'Free scanner',
  summary: 'Scan a file for free',
  description:
    'Scans one file without an account and waits for the report. The platform is recognised by the content. The report is stored for 30 days under `shareToken`, the file is not stored. One address may scan 5 files a minute and 30 a day. After 20 s in all the answer is 408.',
  access: forAnybody(ScannerServiceService.scanFile),
  body: {
    kind: 'form',
    fileBytesMax: CONTRACT_LIMITS.scanFileBytesMax,
    fileDescription: 'The workflow file, at most 2 MiB.',
    schema: NOTHING,
    spelling: 'snake',
    uploadMsMax: CONTRACT_LIMITS.scanMsMax,
    tooSlowCode: 'upload_timeout',
  },
  answers: {
    200: { description: 'The report.', message: 'flowarden.v1.ScanReport', headers: HIDDEN_HEADERS },
  },
  errors: [
    'unsupported_file_type',
    'unparsable_file',
    'structure_limit_exceeded',
    'archive_unsafe',
    'scan_timeout',
    'archive_too_large',
    'daily_limit_reached',
    'queue_full',
  ],
  async handle({ file, filename, startedAtMs, context }, { core }) {
    const { scan } = await core.call(SCAN, { file, filename }, context, timeLeft(startedAtMs));
    return { status: 200, body: scan, headers: HIDDEN };
  },
});
