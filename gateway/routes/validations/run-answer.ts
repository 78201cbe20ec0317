/** Common parts of answers about a validation without a result. */
import type { ValidationRun } from '../../../src/gen/flowarden/v1/validation.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';
import { VALIDATION_STATUS } from '../../response/reply.ts';
import { RUN_RECORD_HEADERS, recordHeaders } from './result-headers.ts';

/** Documentation of the headers. */
export const RUN_HEADERS = {
  Location: 'Address of the future result.',
  'Retry-After': 'Seconds until the next poll.',
  [VALIDATION_STATUS]: 'The status of the validation: `queued` or `running`.',
  ...RUN_RECORD_HEADERS,
};

/** Returns the headers of an answer. */
export function runHeaders(run: ValidationRun): Readonly<Record<string, string>> {
  const { validationId, status } = run;
  return {
    Location: `/api/v1/results/${validationId}`,
    'Retry-After': String(GATEWAY_LIMITS.resultRetrySeconds),
    [VALIDATION_STATUS]: status,
    ...recordHeaders(run),
  };
}

/** Example body of the API reference. */
export const runExample = {
  validationId: '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42',
  orgId: '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e',
  status: 'queued',
  resultUrl: 'http://127.0.0.1:8080/api/v1/results/0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42',
  reportUrl: 'http://127.0.0.1:8080/validations/0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42',
  webhookUrl: null,
  queuedAt: '2026-03-02T09:41:07.120Z',
  position: 3,
};
