/** A step that ends the robot's work at once. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { ancestorsOf, childrenOf, propertyOf } from '../../model/navigate.ts';
import type { FoundClue, ProjectSubject, WorkflowFacts } from '../../model/project.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { runsCode } from '../../patterns/operation.ts';
import { defineRule } from '../define-rule.ts';

/** Reaches the workflows that invoke this one as an exception. */
const TERMINATES = 'ends the workflow at once';
const EXIT = /\bEnvironment\.(?:Exit|FailFast)\s?\(|\bGetCurrentProcess\(\)\.Kill\s?\(/i;
/** Clue of a call whose failures its workflow catches. */
const CAUGHT = 'caught';
/** Exceptions of a terminated workflow. */
const CATCHES = /(?:^|[:.])(?:Exception|WorkflowTerminatedException)$/;

function stopOf(activity: Activity): string | undefined {
  if (activity.type === 'TerminateWorkflow') return TERMINATES;
  const exits = runsCode(activity) && activity.properties.some(({ text }) => EXIT.test(text));
  return exits ? 'ends the robot at once' : undefined;
}

function isCleaningUp(workflow: Workflow, activity: Activity): boolean {
  const parts = [activity, ...ancestorsOf(workflow, activity)];
  return parts.some(({ role, slot }) => role === 'finally' || slot === 'Finally');
}

const catchesAll = (part: Activity): boolean =>
  part.role === 'catch' && CATCHES.test(propertyOf(part, 'TypeArguments')?.text ?? 'Exception');

/** Returns whether an activity stands in a Try whose Catches are for every exception. */
function isCaught(workflow: Workflow, activity: Activity): boolean {
  const parts = [activity, ...ancestorsOf(workflow, activity)];
  return parts.some(({ role }, at) => {
    const isTried = role === 'try' && parts[at - 1]?.slot === 'Try';
    return isTried && childrenOf(workflow, parts[at]!).some(catchesAll);
  });
}

/**
 * Returns the workflows whose end may end the job. On at least one way from its start no call of them is in a Try; those
 * that nothing calls may be started by themselves.
 */
function uncaught({ workflows, clues, calleeOf }: ProjectSubject): ReadonlySet<WorkflowFacts> {
  const caughtAt = new Set(
    clues.filter(({ text }) => text === CAUGHT).map((clue) => keyOf(clue, clue.at.at)),
  );
  const called = new Set<WorkflowFacts>();
  const open = new Map<WorkflowFacts, WorkflowFacts[]>();
  for (const workflow of workflows)
    for (const call of workflow.calls) {
      const callee = calleeOf(workflow, call);
      if (callee.status !== 'found' || callee.workflow === workflow) continue;
      called.add(callee.workflow);
      if (caughtAt.has(keyOf({ in: workflow }, call.at))) continue;
      open.set(workflow, [...(open.get(workflow) ?? []), callee.workflow]);
    }
  const references = workflows.flatMap((workflow) => workflow.references);
  const entryPoints = references.filter(({ kind }) => kind === 'entry-point');
  const entries = new Set(entryPoints.map(({ target }) => target.toLowerCase()));
  const found = new Set(workflows.filter((one) => !called.has(one) || entries.has(one.file.toLowerCase())));
  for (const workflow of found) for (const callee of open.get(workflow) ?? []) found.add(callee);
  return found;
}

const keyOf = ({ in: { file } }: Pick<FoundClue, 'in'>, at: number): string => `${at} ${file}`;

export const rule = defineRule('UIP-REL-025', {
  level: 'project',
  isEnoughAlone: true,
  *gather(workflow) {
    for (const activity of workflow.activities) {
      const stop = stopOf(activity);
      if (stop !== undefined && !isCleaningUp(workflow, activity)) yield { at: activity, text: stop };
    }
    for (const call of workflow.calls) {
      const activity = workflow.activities[call.owner];
      if (activity !== undefined && isCaught(workflow, activity)) yield { at: call, text: CAUGHT };
    }
  },
  *check(project, { options }) {
    const ends = uncaught(project);
    for (const { at, text, in: workflow } of project.clues) {
      if (text === CAUGHT || (text === TERMINATES && !ends.has(workflow))) continue;
      if (options.cleanupFiles.some((pattern) => matchesWildcard(workflow.name, pattern))) continue;
      yield { in: workflow, at, message: `"${at.name}" ${text}, before anything is cleaned up.` };
    }
  },
});
