/** A bot decides at run time which task bot it runs. */
import { defineRule } from '../../model/rule.ts';
import { variablesIn } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

export const rule = defineRule({
  id: 'AAB-MNT-012',
  version: 1,
  title: 'Sub-bot chosen at run time',
  platforms: ['automation-anywhere'],
  category: 'maintainability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The Control Room cannot see which bot is needed: it is missing from exports and dependency checks, and whoever controls the variable controls what runs.',
  fix: 'Use an If or a Switch over the allowed cases and select a fixed bot in each "Task Bot: Run".',
  compliance: ['MAINT'],
  controls: ['CWE-470'],
  // A pattern with `*` for addresses that may be computed, such as `repository:///Automation Anywhere/Bots/Jobs/*`.
  options: {
    allowPattern: {
      default: '',
      about: 'Wildcard of the computed paths that are accepted; empty: none.',
      stricter: 'equal',
    },
  },
  level: 'call',
  *check(call, { workflow, options }) {
    const activity = workflow.activities[call.owner];
    const file = activity?.properties.find(({ at }) => at === call.at)?.expression;
    if (call.target !== undefined || activity === undefined || file === undefined) return;
    if (options.allowPattern !== '' && matchesWildcard(file.text, options.allowPattern)) return;
    const names = [...new Set(variablesIn(file.tree).map((name) => `"${name}"`))].join(', ');
    yield {
      at: call,
      message: `The task bot to run on line ${activity.editorLine} comes from ${names}.`,
      subject: 'taskbotFile',
    };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "runTask", "packageName": "TaskBot", "attributes": [ { "name": "taskbot", "value": {
  "type": "TASKBOT", "taskbotFile": { "type": "FILE", "expression": "$sBotToRun$" } } } ] }`,
        `{ "commandName": "runTask", "packageName": "TaskBot", "attributes": [ { "name": "taskbot", "value": {
  "type": "TASKBOT",
  "taskbotFile": { "type": "FILE", "expression": "repository:///Automation%20Anywhere/Bots/$dJob{bot}$" } } } ] }`,
      ],
      good: [
        `{ "commandName": "logToFile", "packageName": "LogToFile", "attributes": [
  { "name": "logContent", "value": { "type": "STRING", "expression": "Now $sBotToRun$" } } ] }`,
        `{ "commandName": "runTask", "packageName": "TaskBot", "attributes": [ { "name": "taskbot", "value": {
  "type": "TASKBOT",
  "taskbotFile": { "type": "FILE", "string": "repository:///Automation%20Anywhere/Bots/Log%20in" } } } ] }`,
        // Near miss: written as an expression, but there is no variable in it.
        `{ "commandName": "runTask", "packageName": "TaskBot", "attributes": [ { "name": "taskbot", "value": {
  "type": "TASKBOT",
  "taskbotFile": { "type": "FILE", "expression": "repository:///Automation%20Anywhere/Bots/Log%20in" } } } ] }`,
      ],
    },
  },
});
