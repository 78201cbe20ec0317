/** A handler reports an error without the message of the error. */
import { descendantsOf, isLive, parentOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { losesNothing } from '../../patterns/automation-anywhere/lost-work.ts';
import { writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether a command reports something to people: a log, a mail or a message. */
const reports = ({ role }: Activity): boolean => ['log', 'email', 'message'].includes(role);
/** Returns whether a command hands its error on: it throws, runs a bot, or decides. */
const handsOn = ({ role }: Activity): boolean => role === 'throw' || role === 'invoke' || role === 'branch';

export const rule = defineRule('AAB-REL-004', {
  level: 'activity',
  types: ['ErrorHandler/catch'],
  *check(handler, { workflow }) {
    if (writtenBy(handler).length > 0) return;
    const inside = [...descendantsOf(workflow, handler)].filter(isLive);
    const reporting = inside.find(reports);
    if (reporting === undefined || inside.some(handsOn)) return;
    const attempt = parentOf(workflow, handler);
    if (attempt !== undefined && losesNothing(workflow, attempt)) return;
    yield {
      at: handler,
      group: 'bot',
      message: `The catch on line ${handler.editorLine} stores neither message nor line of the error, so "${reporting.name}" on line ${reporting.editorLine} cannot state them.`,
    };
  },
});
