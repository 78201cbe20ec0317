/** A REST call that returns failures like answers, where nothing checks the status. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { decidesLater, writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { defineRule } from '../define-rule.ts';

const REST = /^rest\//i;
const STATUS = /status/i;

/** Returns whether some command reads the status of an answer, or decides by the answer. */
function isChecked(workflow: Workflow, call: Activity): boolean {
  const keys = writtenBy(call);
  if (decidesLater(workflow, keys, call.index)) return true;
  // The caller may check what it gets.
  if (workflow.arguments.some(({ key, direction }) => direction !== 'in' && keys.includes(key))) return true;
  return workflow.expressions.some(
    ({ text, mentions }) => STATUS.test(text) && mentions.some((key) => keys.includes(key)),
  );
}

export const rule = defineRule('AAB-REL-022', {
  level: 'workflow',
  roles: ['http'],
  words: ['capturefailureresponse'],
  *check(workflow) {
    for (const call of commandsOf(workflow, ({ type }) => REST.test(type)).filter(isLive)) {
      if (literalOf(propertyOf(call, 'captureFailureResponse'))?.toLowerCase() !== 'true') continue;
      if (isChecked(workflow, call)) continue;
      yield {
        at: call,
        subject: 'status',
        message: `"${call.name}" on line ${call.editorLine} goes on after an error of the service, and nothing checks the status.`,
      };
    }
  },
});
