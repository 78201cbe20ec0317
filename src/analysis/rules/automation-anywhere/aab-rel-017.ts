/** A loop that one bad item ends. */
import { descendantsOf, enclosing, isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Role } from '../../model/workflow.ts';

/** Commands that other systems can make fail. */
const EXTERNAL: readonly Role[] = ['http', 'database', 'ui', 'email', 'file', 'spreadsheet', 'queue'];

const SEND = '{ "commandName": "get", "packageName": "Rest" }';
const loop = (inner: string): string =>
  `{ "commandName": "loop.commands.start", "packageName": "Loop", "children": [ ${inner} ] }`;
const around = (inner: string): string =>
  `{ "commandName": "try", "packageName": "ErrorHandler", "children": [ ${inner} ],
  "branches": [ { "commandName": "catch", "packageName": "ErrorHandler", "children": [
    { "commandName": "logToFile", "packageName": "LogToFile" } ] } ] }`;

export const rule = defineRule({
  id: 'AAB-REL-017',
  version: 1,
  title: 'Error handling inside the loop is missing',
  platforms: ['automation-anywhere'],
  category: 'reliability',
  severity: 'low',
  confidence: 'medium',
  kind: 'issue',
  preset: 'strict',
  why: 'The first item that fails leaves the loop: all items behind it are not processed, and nobody sees which they were.',
  fix: 'Put a Try with a Catch inside the loop: log the item that failed, count it, and go on with the next.',
  compliance: ['ERR'],
  options: {},
  level: 'activity',
  roles: ['loop'],
  *check(loop, { workflow }) {
    // Without any handler, other rules report the bot.
    if (enclosing(workflow, loop, 'try') === undefined) return;
    const inside = [...descendantsOf(workflow, loop)].filter(isLive);
    if (inside.some(({ role }) => role === 'try')) return;
    const external = inside.find(
      (activity) => EXTERNAL.includes(activity.role) && enclosing(workflow, activity, 'loop') === loop,
    );
    if (external === undefined) return;
    yield {
      at: loop,
      message: `An error in "${external.name}" ends "${loop.name}": the handler stands around the loop.`,
    };
  },
  examples: {
    'automation-anywhere': {
      bad: [around(loop(SEND)), around(loop(loop(SEND)))],
      good: [
        around(loop(around(SEND))),
        // Near miss: nothing in the loop reaches another system.
        around(loop('{ "commandName": "clearClipboard", "packageName": "Clipboard" }')),
        around(SEND),
      ],
    },
  },
});
