/** Runs every rule that applies over one workflow and collects the problems. */
import { isLive } from '../model/navigate.ts';
import type { RuleError } from '../model/report.ts';
import type { Context, Problem, Rule } from '../model/rule.ts';
import type { RuleSetting } from '../model/ruleset.ts';
import { textsOf } from '../model/text.ts';
import type { Activity, Anchor, Workflow } from '../model/workflow.ts';
import type { Dispatch } from './dispatch.ts';
import { SENTENCE_MAX, shorten } from './shorten.ts';
import { createStopwatch, type RuleTimer } from './stopwatch.ts';

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

/** Whether the part that an anchor belongs to can run. */
function isAnchorLive(workflow: Workflow, anchor: Anchor): boolean {
  const owner = workflow.activities[anchor.owner];
  return owner === undefined || isLive(owner);
}

/** Activities that the same rules want, by those rules. */
function groupActivities(
  activities: readonly Activity[],
  dispatch: Dispatch,
): Map<readonly RuleSetting[], Activity[]> {
  const groups = new Map<readonly RuleSetting[], Activity[]>();
  for (const activity of activities) {
    const settings = dispatch.forActivity(activity);
    const group = groups.get(settings);
    if (group) group.push(activity);
    else groups.set(settings, [activity]);
  }
  return groups;
}

/**
 * A rule that throws or takes too long is stopped and reported. What it has found by then is true and stands, but as
 * it has not seen everything its silence means nothing. The other rules go on.
 */
export function runRules(workflow: Workflow, dispatch: Dispatch, timer?: RuleTimer): RuleRun {
  const problems: RuleProblem[] = [];
  const failed = new Map<Rule, RuleError>();
  const stopwatch = createStopwatch(timer);
  function stop(): void {
    if (stopwatch.isOver()) throw new Error(`The rule took longer than ${timer!.ruleMsMax} ms.`);
  }

  function runRule(
    setting: RuleSetting,
    subjects: Iterable<unknown>,
    isSubjectLive: (subject: never) => boolean,
  ): void {
    const { rule, options } = setting;
    const context = { workflow, options };
    stopwatch.take(rule);
    for (const subject of subjects) {
      if (rule.includeDisabled !== true && !isSubjectLive(subject as never)) continue;
      for (const problem of (rule.check as AnyCheck)(subject, context)) {
        problems.push({ setting, problem: brief(problem) });
        stop();
      }
      stop();
    }
  }

  function run<Subject>(
    settings: readonly RuleSetting[],
    subjects: Iterable<Subject>,
    isSubjectLive: (subject: Subject) => boolean,
  ): void {
    for (const setting of settings) {
      const { rule } = setting;
      if (failed.has(rule)) continue;
      try {
        runRule(setting, subjects, isSubjectLive);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        failed.set(rule, { ruleId: rule.id, message });
      }
    }
  }

  const isHolderLive = (anchor: Anchor): boolean => isAnchorLive(workflow, anchor);
  run(dispatch.forLevel('workflow'), [workflow], () => true);
  for (const [settings, activities] of groupActivities(workflow.activities, dispatch))
    run(settings, activities, isLive);
  run(dispatch.forLevel('variable'), workflow.variables, isHolderLive);
  run(dispatch.forLevel('argument'), workflow.arguments, isHolderLive);
  run(dispatch.forLevel('call'), workflow.calls, isHolderLive);
  run(dispatch.forLevel('connection'), workflow.connections, isHolderLive);
  run(dispatch.forLevel('transition'), workflow.transitions, isHolderLive);
  run(dispatch.forLevel('expression'), workflow.expressions, isHolderLive);
  run(dispatch.forLevel('text'), textsOf(workflow), isHolderLive);
  return { problems, ruleErrors: [...failed.values()] };
}
