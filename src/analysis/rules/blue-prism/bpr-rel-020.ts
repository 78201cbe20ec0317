/** Finds programs that a process kills although nothing has failed. */
import { actionsNamed } from '../../patterns/blue-prism/action-calls.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { pageName } from '../../semantics/flow/pages.ts';
import { reachedFrom } from '../../semantics/flow/search.ts';
import { defineRule } from '../define-rule.ts';

/** Pages whose purpose it is to end programs, also those that failed. */
const ENDS_PROGRAMS = /\b(?:kill|terminate|clean|close|exit|reset|recover|stop|log ?(?:out|off)|shut ?down)/i;

export const rule = defineRule('BPR-REL-020', {
  level: 'workflow',
  types: ['Action'],
  words: ['kill process'],
  *check(workflow) {
    const kills = actionsNamed(workflow, /^kill process$/i).filter(
      (stage) => !ENDS_PROGRAMS.test(pageName(workflow, stage)),
    );
    if (kills.length === 0) return;
    const starts = stagesOf(workflow, 'Start').map(({ index }) => index);
    // What follows a Resume is no way without an exception.
    const resumes = new Set(stagesOf(workflow, 'Resume').map(({ index }) => index));
    const normal = reachedFrom(flowOf(workflow), starts, {
      kinds: FORWARD,
      through: (node) => !resumes.has(node),
    });
    for (const kill of kills)
      if (normal.has(kill.index))
        yield { at: kill, message: `"${kill.name}" kills a program although nothing failed.` };
  },
});
