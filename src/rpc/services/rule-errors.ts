/** Logs rules that failed: one line an hour for each policy pack and each rule, as callers decide how often they fail. */
import { createTtlCache } from '../../infra/async/ttl-cache.ts';
import type { Logger } from '../../infra/logging/log.ts';
import type { ValidationRecord } from '../../service/validations/validation-record.ts';
import { HOUR_MS } from '../../units.ts';

/** Packs and rules whose last line is remembered; the oldest goes. */
const SOURCES_MAX = 10_000;

/** Result whose failed rules are logged. */
type FailedRules = Pick<ValidationRecord, 'id' | 'ruleErrors' | 'policyPackId'>;

/** Logs the rules that failed in a validation. */
export type LogRuleErrors = (requestId: string, record: FailedRules) => void;

/** Creates the log, by a clock in milliseconds. A line has the number of failures since the last one, itself included. */
export function createRuleErrorLog(
  log: Pick<Logger, 'error'>,
  now: () => number = () => performance.now(),
): LogRuleErrors {
  const lines = createTtlCache<{ readonly sinceMs: number; failures: number }>({ entriesMax: SOURCES_MAX });
  return (requestId, { id: validationId, ruleErrors, policyPackId }) => {
    for (const { ruleId, message } of ruleErrors) {
      const source = policyPackId ?? ruleId;
      const last = lines.get(source);
      if (last !== undefined && now() - last.sinceMs < HOUR_MS) {
        last.failures += 1;
        continue;
      }
      lines.delete(source);
      lines.getOrCreate(source, () => ({ sinceMs: now(), failures: 0 }));
      const failures = (last?.failures ?? 0) + 1;
      log.error(
        { requestId, validationId, policyPackId, ruleId, failures, reason: message },
        'a rule failed',
      );
    }
  };
}
