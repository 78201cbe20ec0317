/** An automation starts another one that the call policy of the organisation does not let it start. */
import { callNamesOf } from '../../patterns/calls/call-names.ts';
import { type CallProblem, judgeOf } from '../../patterns/calls/call-policy.ts';
import { defineRule } from '../define-rule.ts';

const WORDS: Readonly<Record<CallProblem, (callee: string, caller: string) => string>> = {
  denied: (callee, caller) => `starts "${callee}", which the call policy denies to "${caller}"`,
  'not-allowed': (callee, caller) =>
    `starts "${callee}", which no line of the call policy allows to "${caller}"`,
  unnamed: (_, caller) =>
    `starts something that cannot be identified in these files, and the call policy limits what "${caller}" may start`,
  absent: (callee) => `starts "${callee}", which is not in these files`,
};

export const rule = defineRule('XPL-CMP-005', {
  level: 'project',
  isEnoughAlone: true,
  *check(project, { options: { allowed, denied, mustBeKnown } }) {
    const names = callNamesOf(project);
    // Of a file that was sent by itself all others are absent.
    const policy = { allowed, denied, mustBeKnown: mustBeKnown && project.isWhole };
    for (const workflow of project.workflows) {
      if (workflow.calls.length === 0) continue;
      const caller = names.callerOf(workflow);
      const judge = judgeOf(policy, caller);
      for (const call of workflow.calls) {
        const callee = names.calleeOf(workflow, call);
        const problem = callee && judge(callee);
        if (!problem) continue;
        const message = `"${call.step}" ${WORDS[problem](callee.shown || 'something', caller.shown)}.`;
        yield { in: workflow, at: call, subject: callee.shown, message };
      }
    }
  },
});
