/** How far a validation is, as a message of the wire. */
import type { ValidationRun } from '../gen/flowarden/v1/validation.ts';
import { reportUrl } from '../model/report.ts';
import type { RunState } from '../store/validation-runs.ts';

/** The state of a validation. */
export function toValidationRun(state: RunState, baseUrl: string): ValidationRun {
  const { id, orgId, status, webhookUrl, queuedAt, position } = state;
  return {
    validationId: id,
    orgId,
    status,
    resultUrl: `${baseUrl}/api/v1/results/${id}`,
    reportUrl: reportUrl(baseUrl, id),
    webhookUrl: webhookUrl ?? undefined,
    queuedAt,
    position: position ?? 0,
  };
}
