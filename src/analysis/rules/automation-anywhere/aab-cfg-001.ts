/** A path in a bot that exists on one device or in one profile alone. */
import { defineRule } from '../../model/rule.ts';
import type { Value, Workflow } from '../../model/workflow.ts';
import { pathIn } from '../../patterns/automation-anywhere/bot-file.ts';
import { writtenKeys } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { readValue } from '../../patterns/texts/read-value.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { usedSymbols } from '../../patterns/used-symbols.ts';
import { startedBy } from '../../semantics/assignments/assignments.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';

const SEPARATOR = /[\\/]/;
/** Members of a window or a control that the recorder has stored: nothing is opened there. */
const RECORDED = /^uiObject\.|window[a-z]{0,20}\./i;
/** Folder of a server: the same on each device, and another one in each environment. */
const SHARE = /^\\\\/;
/** Parents of all profiles: the name of the user follows from a variable. */
const PROFILES = /^[a-z]:\\users\\$/i;

const read = (value: string): string =>
  `{ "commandName": "readTextFile", "packageName": "TextFile", "attributes": [ { "name": "inputFilePath", "value": { "type": "FILE", ${value} } } ] }`;

const variable = (isInput = false): string =>
  String.raw`"variables": [ { "name": "sFolder", "type": "STRING", "input": ${isInput}, "output": false, "defaultValue": { "type": "STRING", "string": "C:\\Users\\jane\\Orders" } } ]`;
const bot = (nodes: string, variables: string): string => `{ "nodes": [ ${nodes} ], ${variables} }`;
const write = `{ "commandName": "assign", "packageName": "String", "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "expression": "$sShare$" } } ], "returnTo": { "type": "VARIABLE", "variableName": "sFolder" } }`;
const use = read(String.raw`"expression": "file://$sFolder$\\list.txt"`);

/** Returns whether a default is what the bot works with: its variable is used and never written. */
function isConfiguration(workflow: Workflow, initial: Value): boolean {
  const variable = startedBy(workflow, initial);
  if (variable === undefined || writtenKeys(workflow).has(variable.key)) return false;
  return usedSymbols(workflow).has(variable);
}

// A default of a variable that is an input is where such a path belongs: callers replace it.
export const rule = defineRule({
  id: 'AAB-CFG-001',
  version: 4,
  title: 'Absolute or user-profile path',
  platforms: ['automation-anywhere'],
  category: 'configuration',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The bot fails where the path does not exist: on other devices, for other users, in production first of all. A share ties it to one environment, so that a test may change the files of production.',
  fix: 'Make the folder an input of the bot or a global value, which the Control Room keeps for each environment.',
  compliance: ['CONFIG'],
  dedupeGroup: 'fixed-path',
  options: {},
  level: 'text',
  words: [':\\', ':/', '\\\\'],
  *check(text, { workflow }) {
    const value = readValue(workflow, text);
    if (value === undefined || !SEPARATOR.test(text.text)) return;
    if (text.kind === 'default' ? !isConfiguration(workflow, value) : RECORDED.test(text.name)) return;
    const path = pathIn(value);
    if (PROFILES.test(path) || !isPathOfOneMachine(path)) return;
    const what = SHARE.test(path) ? 'a share of one environment' : 'a path of one device';
    const message =
      text.kind === 'default'
        ? `The default of "${text.name}" is ${what}: ${shownPlace(path)}.`
        : `"${workflow.activities[text.owner]!.name}" names ${what} in "${text.name}": ${shownPlace(path)}.`;
    yield { at: text, subject: text.name, message };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        read(String.raw`"string": "file://D:/Orders/list.txt"`),
        read(String.raw`"expression": "file://C:\\Users\\jane\\Documents\\$sName$"`),
        read(String.raw`"string": "file:////filer01/orders/list.txt"`),
        bot(use, variable()),
      ],
      good: [
        read(String.raw`"expression": "file://$pFolder$\\list.txt"`),
        bot(use, variable(true)),
        // Near misses: a default that the bot replaces, or that nothing reads.
        bot(`${write}, ${use}`, variable()),
        variable(),
        // Near miss: the window that the recorder has seen.
        String.raw`{ "commandName": "capture", "packageName": "Recorder", "attributes": [ { "name": "window", "value": { "type": "WINDOW", "window": { "name": "Orders", "path": "C:\\Users\\jane\\Orders\\orders.exe" } } } ] }`,
        // Near misses: the name of the user is a variable, and a folder of every device.
        read(String.raw`"expression": "file://C:\\Users\\$sUser$\\list.txt"`),
        read(String.raw`"string": "file://C:/Program%20Files/Monarch/Monarch.exe"`),
        '{ "commandName": "logToFile", "packageName": "LogToFile", "attributes": [ { "name": "logContent", "value": { "type": "STRING", "string": "Looked into C:\\\\Orders" } } ] }',
      ],
    },
  },
});
