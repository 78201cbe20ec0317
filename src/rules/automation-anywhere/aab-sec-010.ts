/** The code that a bot runs is put together from variables. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Property } from '../../model/workflow.ts';
import { commandsOf } from '../patterns/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../patterns/bot-symbols.ts';
import { computedFileName } from '../patterns/file-name.ts';

/** Settings by the words in their names. Arguments, sessions, windows and time limits are no code. */
const HARMLESS = /arg|param|session|window|frame|tab\b|timeout|wait|return|encoding|url/i;
const FILE = /file|path/i;
const CODE = /code|script|function|method|source|manual|dll|file|path/i;

/**
 * The variables that decide what code runs. A file counts when its name is computed: a folder from the configuration
 * is how well-made bots avoid fixed paths.
 */
function deciding(property: Property, symbols: BotSymbols): string[] {
  const { name, direction, expression } = property;
  if (direction === 'out' || expression === undefined || expression.literal !== undefined) return [];
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (!CODE.test(last) || HARMLESS.test(last.replace(/script|java/gi, ''))) return [];
  if (FILE.test(last)) return symbols.open(computedFileName(expression.tokens));
  return symbols.open(expression.tokens);
}

export const rule = defineRule({
  id: 'AAB-SEC-010',
  version: 1,
  title: 'Script with interpolated variables',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A value with a quotation mark in it becomes code and runs with the rights of the bot runner; a file or function that is chosen by a value can be any.',
  fix: 'Keep the code fixed and hand values over in the arguments field of the script command. Where the file or function must vary, choose it by an If or a Switch over the allowed ones.',
  compliance: ['INJ'],
  controls: ['CWE-94'],
  dedupeGroup: 'command-injection',
  options: {},
  level: 'workflow',
  roles: ['script'],
  *check(workflow) {
    const scripts = commandsOf(workflow, ({ role }) => role === 'script').filter(isLive);
    if (scripts.length === 0) return;
    const symbols = botSymbols(workflow);
    for (const activity of scripts) {
      for (const property of activity.properties) {
        const names = deciding(property, symbols);
        if (names.length === 0) continue;
        const list = names.map((name) => `"${name}"`).join(', ');
        yield {
          at: property,
          message: `"${property.name}" of "${activity.name}" takes ${list} in as part of what it runs.`,
          subject: property.name,
        };
      }
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "runJavaScript", "packageName": "Browser", "attributes": [
  { "name": "javaScriptCode", "value": { "type": "STRING",
    "expression": "document.title = '$sCustomer$';" } } ] }`,
        `"nodes": [ { "commandName": "executeFunction", "packageName": "Python", "attributes": [
  { "name": "functionName", "value": { "type": "STRING", "expression": "$iFunction$" } },
  { "name": "arguments", "value": { "type": "STRING", "expression": "$sCustomer$" } } ] } ],
"variables": [ { "name": "iFunction", "type": "STRING", "input": true } ]`,
        `{ "commandName": "runScript", "packageName": "VBScript", "attributes": [
  { "name": "scriptFile", "value": { "type": "FILE", "expression": "file://C:\\\\Bots\\\\$sJob$.vbs" } } ] }`,
      ],
      good: [
        `{ "commandName": "executeFunction", "packageName": "Python", "attributes": [
  { "name": "functionName", "value": { "type": "STRING", "string": "clean" } },
  { "name": "arguments", "value": { "type": "VARIABLE", "variableName": "sCustomer" } } ] }`,
        `"nodes": [ { "commandName": "runScript", "packageName": "VBScript", "attributes": [
  { "name": "scriptFile", "value": { "type": "FILE", "expression": "file://$pScript$" } } ] } ],
"variables": [ { "name": "pScript", "type": "FILE",
  "defaultValue": { "type": "FILE", "expression": "file://C:\\\\Bots\\\\clean.vbs" } } ]`,
        // Near miss: the folder comes from a variable, which script it is does not.
        `{ "commandName": "runScript", "packageName": "VBScript", "attributes": [
  { "name": "scriptFile", "value": { "type": "FILE", "expression": "file://$pTools$\\\\clean.vbs" } } ] }`,
      ],
    },
  },
});
