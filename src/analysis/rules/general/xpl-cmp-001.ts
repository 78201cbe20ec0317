/** One automation that does both sides of a duty that the organisation separates. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { isLive } from '../../model/navigate.ts';
import type { FoundClue, ProjectSubject, WorkflowFacts } from '../../model/project.ts';
import type { Spot } from '../../model/subjects/spot.ts';
import { dutyOf } from '../../patterns/operation.ts';
import { defineRule } from '../define-rule.ts';

/** Separates the sides of a pair. */
const AND = ' & ';
/** Clues of a workflow: real ones have fewer than a hundred. */
const NAMES_MAX = 1_000;

/** Names of one side that a workflow reaches: its own, else those of its callees. */
type Reached = ReadonlyMap<WorkflowFacts, string>;
type Callees = ReadonlyMap<WorkflowFacts, readonly WorkflowFacts[]>;

function calleesOf(project: ProjectSubject): Callees {
  const found = (workflow: WorkflowFacts) =>
    workflow.calls.flatMap((call) => {
      const callee = project.calleeOf(workflow, call);
      return callee.status === 'found' && callee.workflow !== workflow ? [callee.workflow] : [];
    });
  return new Map(project.workflows.map((workflow) => [workflow, [...new Set(found(workflow))]]));
}

function callersOf(callees: Callees): Callees {
  const callers = new Map<WorkflowFacts, WorkflowFacts[]>();
  for (const callee of new Set([...callees.values()].flat())) callers.set(callee, []);
  for (const [caller, all] of callees) for (const callee of all) callers.get(callee)!.push(caller);
  return callers;
}

/** Returns which workflows reach an operation of a side, itself or by calls. */
function reachedBy(clues: readonly FoundClue[], side: string, callers: Callees): Reached {
  const reached = new Map<WorkflowFacts, string>();
  for (const clue of clues)
    if (!reached.has(clue.in) && matchesWildcard(clue.text, side)) reached.set(clue.in, clue.text);
  for (const [workflow, name] of reached)
    for (const caller of callers.get(workflow) ?? []) if (!reached.has(caller)) reached.set(caller, name);
  return reached;
}

/** Returns the place of an operation in a workflow, or its beginning when only callees do it. */
function placeOf(clues: readonly FoundClue[], workflow: WorkflowFacts, names: readonly string[]): Spot {
  return clues.find((clue) => clue.in === workflow && names.includes(clue.text))?.at ?? workflow.start;
}

export const rule = defineRule('XPL-CMP-001', {
  level: 'project',
  isEnoughAlone: true,
  *gather(workflow) {
    const names = new Set<string>();
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      const text = dutyOf(activity);
      if (text === undefined || names.has(text) || names.size >= NAMES_MAX) continue;
      names.add(text);
      yield { at: activity, text };
    }
  },
  *check(project, { options: { conflicts } }) {
    const callees = calleesOf(project);
    const callers = callersOf(callees);
    for (const [index, pair] of conflicts.entries()) {
      const [first, second] = pair.split(AND);
      if (first === undefined || second === undefined) continue;
      const sides = [
        reachedBy(project.clues, first.trim(), callers),
        reachedBy(project.clues, second.trim(), callers),
      ] as const;
      const doBoth = project.workflows.filter((workflow) => sides.every((side) => side.has(workflow)));
      // Callers of a workflow that does both are not at fault; in a circle of calls the first one stands for all.
      const lowest = doBoth.filter((workflow) => !callees.get(workflow)!.some((it) => doBoth.includes(it)));
      for (const workflow of lowest.length > 0 ? lowest : doBoth.slice(0, 1)) {
        const names = sides.map((side) => side.get(workflow)!);
        yield {
          in: workflow,
          at: placeOf(project.clues, workflow, names),
          subject: `conflict ${index}`,
          message: `"${workflow.name}" does both "${names[0]}" and "${names[1]}", which are separate duties.`,
        };
      }
    }
  },
});
