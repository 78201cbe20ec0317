/** Runs every rule that applies over one workflow and collects the problems. */
import { truncate } from '../../text/truncate.ts';
import type { RuleError } from '../model/report.ts';
import type { Context, Problem, Rule, Severity } from '../model/rule.ts';
import type { RuleSetting } from '../model/ruleset.ts';
import type { Workflow } from '../model/workflow.ts';
import type { Dispatch } from './dispatch/dispatch.ts';
import { selectSubjects, type Work } from './dispatch/select-subjects.ts';
import { SENTENCE_MAX } from './findings/shorten.ts';

/** A problem with its rule. */
export interface RuleProblem {
  readonly setting: RuleSetting;
  readonly problem: Problem;
  /** Severity before a policy changed it; absent: the same. */
  readonly ownSeverity?: Severity;
  /** UTC day on which the own severity counts, as the rule is new; absent: no grace period. */
  readonly graceUntil?: string;
  /** Present if a note in the file waives it. */
  readonly isWaived?: boolean;
}

export interface RuleRun {
  readonly problems: readonly RuleProblem[];
  readonly ruleErrors: readonly RuleError[];
  /** True if a text may hold a statement that waives findings. */
  readonly mayWaive: boolean;
}

type AnyCheck = (subject: unknown, context: Context) => Iterable<Problem>;

/** Shortens the message at once: a name of a megabyte in ten thousand sentences would exhaust memory. */
function brief(problem: Problem): Problem {
  const { message } = problem;
  return message.length <= SENTENCE_MAX ? problem : { ...problem, message: truncate(message, SENTENCE_MAX) };
}

/**
 * Runs the rules of a table. A rule that throws is reported: its problems so far stand, its silence means nothing, and
 * the other rules continue. No rule has a budget of its own, as the first elements of a file could use it up; the
 * timeout of the whole run ends in an error, never in a report.
 */
export function runRules(workflow: Workflow, dispatch: Dispatch): RuleRun {
  const problems: RuleProblem[] = [];
  let failed: Map<Rule, RuleError> | undefined;
  const { work: selected, mayWaive } = selectSubjects(workflow, dispatch);
  for (const work of selected) {
    const { rule } = work.setting;
    if (failed?.has(rule) || rule.notIn?.includes(workflow.kind)) continue;
    try {
      check(work, workflow, problems);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failed ??= new Map();
      failed.set(rule, { ruleId: rule.id, message });
    }
  }
  return { problems, ruleErrors: failed === undefined ? NO_ERRORS : [...failed.values()], mayWaive };
}

const NO_ERRORS: readonly RuleError[] = [];

function check({ setting, subjects }: Work, workflow: Workflow, problems: RuleProblem[]): void {
  const { rule, options } = setting;
  const context = { workflow, options };
  for (const subject of subjects) {
    for (const problem of (rule.check as AnyCheck)(subject, context)) {
      const { severity = setting.severity } = problem;
      const found = severity === setting.severity ? setting : { ...setting, severity };
      problems.push({ setting: found, problem: brief(problem) });
    }
  }
}
