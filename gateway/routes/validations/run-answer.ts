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
