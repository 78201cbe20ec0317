/** Logs rules that failed, which is our fault. */
import type { Logger } from '../../infra/logging/log.ts';
import type { ValidationRecord } from '../../service/validations/validation-record.ts';

/** Logs the rules that failed in a validation. */
export function logRuleErrors(
  log: Logger,
  requestId: string,
  { id: validationId, ruleErrors }: Pick<ValidationRecord, 'id' | 'ruleErrors'>,
): void {
  for (const { ruleId, message } of ruleErrors)
    log.error({ requestId, validationId, ruleId, reason: message }, 'a rule failed');
}
