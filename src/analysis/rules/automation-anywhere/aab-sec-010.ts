/** A bot joins the code that it runs from variables. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Property } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { computedFileName } from '../../patterns/texts/file-name.ts';
import { piecesOf } from '../../semantics/joined.ts';

/** Words in the names of settings without code: arguments, sessions, windows and time limits. */
const HARMLESS = /arg|param|session|window|frame|tab\b|timeout|wait|return|encoding|url/i;
const FILE = /file|path/i;
const CODE = /code|script|function|method|source|manual|dll|file|path/i;

/** Variables that decide what a setting runs. */
interface Deciding {
  readonly names: readonly string[];
  readonly severity?: 'medium';
  /** Effect of their values. */
  readonly effect: string;
}

/**
 * Returns the variables that decide which code runs. A file counts when its name is computed: a folder from the
 * configuration is how well-made bots avoid fixed paths.
 */
function deciding({ name, direction, expression }: Property, symbols: BotSymbols): Deciding | undefined {
  if (direction === 'out' || expression === undefined || expression.literal !== undefined) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (!CODE.test(last) || HARMLESS.test(last.replace(/script|java/gi, ''))) return undefined;
  const isFile = FILE.test(last);
  const pieces = piecesOf(expression.tree);
  const names = symbols.open(isFile ? computedFileName(pieces) : pieces);
  if (names.length === 0) return undefined;
  // What stands in the file is fixed: no value of a mail or a form becomes code.
  if (isFile) return { names, effect: 'the value chooses which script file runs', severity: 'medium' };
  if (/function|method/i.test(last)) return { names, effect: 'the value chooses which function runs' };
  return { names, effect: 'a quotation mark in the value ends the text, and what follows runs as code' };
}

export const rule = defineRule({
  id: 'AAB-SEC-010',
  version: 3,
  title: 'Script with interpolated variables',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever sets the value decides what runs with the rights of the bot runner.',
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
        const found = deciding(property, symbols);
        if (found === undefined) continue;
        const list = found.names.map((name) => `"${name}"`).join(', ');
        yield {
          at: property,
          ...(found.severity && { severity: found.severity }),
          message: `"${property.name}" of "${activity.name}" is made of ${list}: ${found.effect}.`,
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
