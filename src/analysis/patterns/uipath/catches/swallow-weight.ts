/** Severity of a Catch that hides failures, where it loses less than the work of a run. */
import type { Severity } from '../../../model/rule.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { isNamedBeside } from '../project/beside-process.ts';
import { isOutcomeTested } from './checked-outcome.ts';
import { lossIn } from './clean-up.ts';
import { keepsDefault } from './kept-default.ts';

/** Workflows that run tests, which write their results down elsewhere. */
const TEST_RUNNER = /^run_?(?:all_?)?tests?\b/i;

/** A milder severity, and its reason as a sentence. */
export interface Mildness {
  readonly severity: Severity;
  readonly reason: string;
}

/** Returns why a Catch that hides failures of a Try is milder than one around work; undefined when it is not. */
export function mildnessOf(workflow: Workflow, attempt: Activity, handler: Activity): Mildness | undefined {
  const loss = lossIn(workflow, attempt);
  if (loss === 'nothing') return { severity: 'low', reason: 'The Try has no steps.' };
  if (loss === 'little') return { severity: 'low', reason: 'It holds only clean-up, pictures or logs.' };
  if (keepsDefault(workflow, attempt))
    return { severity: 'low', reason: 'The variable keeps the value from before, but nobody sees why.' };
  if (isOutcomeTested(workflow, attempt, handler))
    return { severity: 'medium', reason: 'A decision behind it looks at the result, but the cause is lost.' };
  if (TEST_RUNNER.test(workflow.name) || isNamedBeside(workflow.name))
    return { severity: 'medium', reason: 'It only runs tests.' };
  return undefined;
}
