/** Variables that nothing in the bot uses. */
import { defineRule } from '../../model/rule.ts';
import type { Variable, Workflow } from '../../model/workflow.ts';

/** Variables that the editor puts into new bots, by version. */
const BUILT_IN = new Set(['prompt-assignment', 'samplestring', 'samplenumber']);
/** Names that an expression can mention. A file can hold other names, whose use cannot be judged. */
const MENTIONABLE = /^[\p{L}_@][\p{L}\p{N}\p{M}_-]{0,199}$/u;
const NAMES_SHOWN = 10;

function unused(workflow: Workflow): Variable[] {
  const own = workflow.variables.filter(({ key, name }) => !BUILT_IN.has(key) && MENTIONABLE.test(name));
  const used = new Set(workflow.mentions.keys);
  return own.filter(({ key }) => !used.has(key));
}

export const rule = defineRule({
  id: 'AAB-MNT-005',
  version: 1,
  title: 'Unused variable',
  platforms: ['automation-anywhere'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Variables without a use hide the ones that matter and make readers look for what they are for.',
  fix: 'Open the Variables panel of the editor, select the unused variables and delete them.',
  compliance: ['MAINT'],
  controls: ['CWE-563'],
  options: {},
  level: 'workflow',
  wants: 'variables',
  // One finding for the bot: nearly every real bot has such variables, often dozens.
  *check(workflow) {
    const variables = unused(workflow);
    const [first] = variables;
    if (first === undefined) return;
    const shown = variables.slice(0, NAMES_SHOWN).map(({ name }) => `"${name}"`);
    const more = variables.length > NAMES_SHOWN ? ` and ${variables.length - NAMES_SHOWN} more` : '';
    const what = variables.length === 1 ? 'One variable is' : `${variables.length} variables are`;
    yield {
      // The place is the first of them, the identity the bot's list: removing one leaves the finding the same.
      at: { at: first.at, owner: -1, name: 'Variables' },
      message: `${what} never used: ${shown.join(', ')}${more}.`,
      subject: 'unused variables',
    };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `"variables": [ { "name": "sOld", "type": "STRING" }, { "name": "nOld", "type": "NUMBER" } ]`,
        `"nodes": [ { "commandName": "Comment", "packageName": "Comment", "attributes": [
  { "name": "comment", "value": { "type": "STRING", "expression": "was: $sOld$" } } ] } ],
"variables": [ { "name": "sOld", "type": "STRING" } ]`,
      ],
      good: [
        `"nodes": [ { "commandName": "logToFile", "packageName": "LogToFile", "attributes": [
  { "name": "logContent", "value": { "type": "STRING", "expression": "Row $nRow.Number:toString$" } } ] } ],
"variables": [ { "name": "nRow", "type": "NUMBER" } ]`,
        `"variables": [ { "name": "prompt-assignment", "type": "STRING" }, { "name": "SampleString", "type": "STRING" },
  { "name": "iName", "type": "STRING", "input": true }, { "name": "oResult", "type": "STRING", "output": true } ]`,
        // Near miss: the letter case differs, which Automation Anywhere ignores.
        `"nodes": [ { "commandName": "catch", "packageName": "ErrorHandler",
  "returns": { "errorMessage": { "type": "VARIABLE", "variableName": "sMessage" } } } ],
"variables": [ { "name": "SMESSAGE", "type": "STRING" } ]`,
      ],
    },
  },
});
