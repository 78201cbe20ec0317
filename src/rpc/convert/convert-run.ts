/** Converts the state of a validation to a protobuf message. */

import { reportUrl } from '../../analysis/model/report.ts';
import type { Complete } from '../../contract/complete.ts';
import type { ValidationRun } from '../../gen/flowarden/v1/validation.ts';
import type { RunState } from '../../service/validations/validation-runs-store.ts';

/** Converts the state of a validation. */
export function toValidationRun(state: RunState, baseUrl: string): Complete<ValidationRun> {
  const { id, orgId, status, webhookUrl, queuedAt, position, metadataIgnored } = state;
  return {
    validationId: id,
    orgId,
    status,
    resultUrl: `${baseUrl}/api/v1/results/${id}`,
    reportUrl: reportUrl(baseUrl, id),
    webhookUrl: webhookUrl ?? undefined,
    queuedAt,
    position: position ?? 0,
    metadataIgnored: [...(metadataIgnored ?? [])],
  };
}
