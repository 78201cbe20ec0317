/** `flowarden.internal.v1.RunService`: runs that the jobs process delegates to this core. */

import { RunServiceService } from '../../gen/flowarden/internal/v1/run.ts';
import type { Logger } from '../../infra/logging/log.ts';
import { type DryRunDeps, runDryRun } from '../../service/policy/dry-runs/run-dry-run.ts';
import { type RunRulesDeps, readRunRules } from '../../service/tickets/planning/run-rules.ts';
import type { AsyncValidationDeps } from '../../service/validations/async-validations.ts';
import { type RunEnd, runValidation } from '../../service/validations/run-validation.ts';
import { definePeerService, type Service } from '../server/service.ts';
import type { LogRuleErrors } from './rule-errors.ts';

/** Creates the service. `observe` receives the end of each run and its seconds since the submission. */
export function runService(
  deps: AsyncValidationDeps,
  { dryRuns, runRules }: { readonly dryRuns: DryRunDeps; readonly runRules: RunRulesDeps },
  { log, logRuleErrors }: { readonly log: Logger; readonly logRuleErrors: LogRuleErrors },
  observe: (end: RunEnd, seconds: number) => void = () => {},
): Service {
  return definePeerService(RunServiceService, {
    runValidation: {
      async handle({ orgId, validationId }, { signal, requestId }) {
        const { ended, record, failure, made } = await runValidation(deps, orgId, validationId, signal);
        if (made !== null) observe(made.end, (Date.now() - made.queuedAt.getTime()) / 1000);
        if (failure !== null) log.error({ err: failure, requestId, validationId }, 'a run was lost');
        if (record !== null) logRuleErrors(requestId, record);
        return { ended };
      },
    },
    runDryRun: {
      async handle(name, { signal }) {
        return { ended: await runDryRun(dryRuns, name, signal) };
      },
    },
    getRunRules: {
      async handle(question) {
        const { checked, off } = await readRunRules(runRules, question);
        return { checked: [...checked], off: [...off] };
      },
    },
  });
}
