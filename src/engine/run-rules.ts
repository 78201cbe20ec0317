/** Runs every rule that applies over one workflow and collects the problems. */
import { isLive } from '../model/navigate.ts';
import type { RuleError } from '../model/report.ts';
import type { Context, Level, Problem, Rule, Subjects } from '../model/rule.ts';
import type { RuleSetting } from '../model/ruleset.ts';
import { textsOf } from '../model/text.ts';
import type { Anchor, Workflow } from '../model/workflow.ts';
import type { Dispatch } from './dispatch.ts';

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

/** Whether the part that an anchor belongs to can run. */
function isAnchorLive(workflow: Workflow, anchor: Anchor): boolean {
  const owner = workflow.activities[anchor.owner];
  return owner === undefined || isLive(owner);
}

/** A rule that throws is reported and left out; what the others find stands. */
export function runRules(workflow: Workflow, dispatch: Dispatch): RuleRun {
  const problems: RuleProblem[] = [];
  const failed = new Map<Rule, RuleError>();

  function run(settings: readonly RuleSetting[], subject: unknown, live: boolean): void {
    for (const setting of settings) {
      const { rule, options } = setting;
      if ((!live && rule.includeDisabled !== true) || failed.has(rule)) continue;
      try {
        for (const problem of (rule.check as AnyCheck)(subject, { workflow, options }))
          problems.push({ setting, problem });
      } catch (error) {
        failed.set(rule, {
          ruleId: rule.id,
          message: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  function runLevel<L extends Exclude<Level, 'activity' | 'workflow'>>(
    level: L,
    subjects: Iterable<Subjects[L]>,
  ): void {
    const settings = dispatch.forLevel(level);
    if (settings.length === 0) return;
    for (const subject of subjects) run(settings, subject, isAnchorLive(workflow, subject));
  }

  run(dispatch.forLevel('workflow'), workflow, true);
  for (const activity of workflow.activities) run(dispatch.forActivity(activity), activity, isLive(activity));
  runLevel('variable', workflow.variables);
  runLevel('argument', workflow.arguments);
  runLevel('call', workflow.calls);
  runLevel('connection', workflow.connections);
  runLevel('transition', workflow.transitions);
  runLevel('expression', workflow.expressions);
  runLevel('text', textsOf(workflow));
  return { problems, ruleErrors: [...failed.values()] };
}
