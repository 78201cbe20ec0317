/** Runs every rule that applies over one workflow and collects the problems. */
import type { RuleError } from '../model/report.ts';
import type { Context, Problem, Rule } from '../model/rule.ts';
import type { RuleSetting } from '../model/ruleset.ts';
import type { Workflow } from '../model/workflow.ts';
import type { Dispatch } from './dispatch.ts';
import { selectSubjects, type Work } from './select-subjects.ts';
import { SENTENCE_MAX, shorten } from './shorten.ts';
import { createStopwatch, type RuleTimer, type Stopwatch } from './stopwatch.ts';

/** A problem and the rule that found it. */
export interface RuleProblem {
  readonly setting: RuleSetting;
  readonly problem: Problem;
}

export interface RuleRun {
  readonly problems: readonly RuleProblem[];
  readonly ruleErrors: readonly RuleError[];
}

type AnyCheck = (subject: unknown, context: Context) => Iterable<Problem>;

/** At once, as a name of a megabyte in ten thousand sentences is too much to keep. */
function brief(problem: Problem): Problem {
  const { message } = problem;
  return message.length <= SENTENCE_MAX ? problem : { ...problem, message: shorten(message, SENTENCE_MAX) };
}

/**
 * A rule that throws or takes too long is stopped and reported. What it has found by then is true and stands, but as
 * it has not seen everything its silence means nothing. The other rules go on.
 */
export function runRules(workflow: Workflow, dispatch: Dispatch, timer?: RuleTimer): RuleRun {
  const problems: RuleProblem[] = [];
  let failed: Map<Rule, RuleError> | undefined;
  const stopwatch = createStopwatch(timer);
  for (const work of selectSubjects(workflow, dispatch)) {
    const { rule } = work.setting;
    if (failed?.has(rule)) continue;
    try {
      check(work, workflow, stopwatch, problems);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failed ??= new Map();
      failed.set(rule, { ruleId: rule.id, message });
    }
  }
  return { problems, ruleErrors: failed === undefined ? NO_ERRORS : [...failed.values()] };
}

const NO_ERRORS: readonly RuleError[] = [];

function check(
  { setting, subjects }: Work,
  workflow: Workflow,
  stopwatch: Stopwatch,
  problems: RuleProblem[],
): void {
  const { rule, options } = setting;
  const context = { workflow, options };
  stopwatch.take(rule);
  for (const subject of subjects) {
    for (const problem of (rule.check as AnyCheck)(subject, context)) {
      problems.push({ setting, problem: brief(problem) });
      stopwatch.stopIfOver();
    }
    stopwatch.stopIfOver();
  }
}
