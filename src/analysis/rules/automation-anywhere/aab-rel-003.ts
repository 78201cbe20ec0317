/** An error is caught, something else is done, and no one learns of it. */
import { descendantsOf, isLive, parentOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { losesNothing } from '../../patterns/automation-anywhere/lost-work.ts';
import { writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';

const LEAVES_LOOP = 'Loop/loop.commands.break';
const NEXT_ROUND = 'Loop/loop.commands.continue';

const acts = (activity: Activity): boolean =>
  isLive(activity) && activity.role !== 'comment' && activity.type !== 'Step/step';

/** Commands that only tidy up. */
const CLOSES = /\/\w{0,60}(?:close|disconnect|endsession)\w{0,60}$|^clipboard\//i;

/** Returns whether a command neither reports the error nor tries another way. */
const isQuiet = ({ role, type }: Activity): boolean =>
  role === 'assign' || role === 'delay' || type === LEAVES_LOOP || type === NEXT_ROUND || CLOSES.test(type);

/** Returns whether the try is made again until it succeeds, and then leaves its loop. */
function isRetry(workflow: Workflow, handler: Activity): boolean {
  const outer = parentOf(workflow, handler);
  if (outer === undefined) return false;
  for (const { type, index } of descendantsOf(workflow, outer))
    if (type === LEAVES_LOOP && index < handler.index) return true;
  return false;
}

/** Returns whether a command outside of a range reads one of these variables. */
function isReadOutside(workflow: Workflow, keys: ReadonlySet<string>, first: number, last: number): boolean {
  return workflow.activities.some(
    (activity) =>
      (activity.index < first || activity.index > last) &&
      isLive(activity) &&
      activity.properties.some(
        ({ direction, expression }) =>
          direction === 'in' && expression?.mentions.some((key) => keys.has(key)),
      ),
  );
}

const guarded = (inner: string, returns = ''): string =>
  `{ "commandName": "try", "packageName": "ErrorHandler",
  "children": [ { "commandName": "runApp", "packageName": "Application" } ],
  "branches": [ { "commandName": "catch", "packageName": "ErrorHandler"${returns}, "children": [ ${inner} ] } ] }`;
const set = (name: string): string =>
  `{ "commandName": "assign", "packageName": "String", "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "string": "N" } } ], "returnTo": { "type": "VARIABLE", "variableName": "${name}" } }`;
const ERROR = `, "returns": { "errorMessage": { "type": "VARIABLE", "variableName": "sError" } }`;

export const rule = defineRule({
  id: 'AAB-REL-003',
  version: 2,
  title: 'Catch hides the error',
  platforms: ['automation-anywhere'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The bot goes on and ends as a success: nobody sees that a part of the work is missing, and nothing says why.',
  fix: 'Write the message and the line number with "Log to file" in the Catch, and end it with "Error handler: Throw" when the caller must know. Or set an output variable that the caller looks at.',
  compliance: ['ERR'],
  controls: ['CWE-391'],
  options: {},
  level: 'activity',
  types: ['ErrorHandler/catch'],
  *check(handler, { workflow }) {
    const inside = [...descendantsOf(workflow, handler)].filter(acts);
    // A catch without commands is another rule's.
    if (inside.length === 0 || !inside.every(isQuiet) || isRetry(workflow, handler)) return;
    const stored = new Set([handler, ...inside].flatMap(writtenBy));
    if (workflow.arguments.some(({ key, direction }) => direction !== 'in' && stored.has(key))) return;
    if (isReadOutside(workflow, stored, handler.index, inside.at(-1)!.index)) return;
    const message = `The catch on line ${handler.editorLine} keeps its error to itself: it writes, sends and returns nothing.`;
    const outer = parentOf(workflow, handler);
    if (outer !== undefined && losesNothing(workflow, outer)) yield { at: handler, message, severity: 'low' };
    else yield { at: handler, message };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        guarded('{ "commandName": "delay", "packageName": "Delay" }'),
        guarded(set('sUnread'), ERROR),
        guarded(
          '{ "commandName": "closeWindow", "packageName": "Window" }, { "commandName": "loop.commands.continue", "packageName": "Loop" }',
        ),
      ],
      good: [
        guarded(
          '{ "commandName": "step", "packageName": "Step", "children": [ { "commandName": "logToFile", "packageName": "LogToFile" } ] }',
        ),
        // Near misses: another way is tried, and the same way again until it succeeds.
        guarded('{ "commandName": "openbrowser", "packageName": "Browser" }'),
        `{ "commandName": "loop.commands.start", "packageName": "Loop", "children": [ ${guarded('{ "commandName": "delay", "packageName": "Delay" }').replace('"packageName": "Application" }', '"packageName": "Application" }, { "commandName": "loop.commands.break", "packageName": "Loop" }')} ] }`,
        // An If behind it looks at what it sets, and the caller gets it.
        `${guarded(set('sFailed'))}, { "commandName": "if", "packageName": "If", "attributes": [ { "name": "condition", "value": { "type": "CONDITIONAL", "conditionalName": "stringVariable" }, "attributes": [
  { "name": "variable", "value": { "type": "STRING", "expression": "$sFailed$" } } ] } ], "children": [ { "commandName": "stopTask", "packageName": "TaskBot" } ] }`,
        `"nodes": [ ${guarded(set('sFailed'))} ], "variables": [ { "name": "sFailed", "type": "STRING", "input": false, "output": true } ]`,
      ],
    },
  },
});
