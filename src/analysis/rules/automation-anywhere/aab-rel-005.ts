/** A bot goes on after the failure of a bot that it runs. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { decidesLater, writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

const run = (bot: string, goesOn: boolean, more = ''): string =>
  `{ "commandName": "runTask", "packageName": "TaskBot", "attributes": [ { "name": "taskbot", "value": { "type": "TASKBOT", "taskbotFile": { "type": "FILE", "string": "repository:///Automation%20Anywhere/Bots/${bot}" } } },
  { "name": "continueOnError", "value": { "type": "BOOLEAN", "boolean": ${goesOn} } } ]${more} }`;
const RETURNS =
  ', "returnTo": { "type": "DICTIONARY", "dictionary": [ { "key": "bDone", "value": { "type": "VARIABLE", "variableName": "bDone" } } ] }';

export const rule = defineRule({
  id: 'AAB-REL-005',
  version: 2,
  title: 'Sub-bot failure ignored',
  platforms: ['automation-anywhere'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'When the other bot fails, this one works on without its result, with old values or none, and ends as a success.',
  fix: 'Switch "Continue on error" off and put the command into a Try, whose Catch logs the error and decides. Or let the other bot return whether it succeeded, and look at that with an If behind the command.',
  compliance: ['ERR'],
  controls: ['CWE-252'],
  groupBy: 'bot',
  options: {
    sideBots: {
      default: [
        '*error*',
        '*exception*',
        '*log',
        '*logger*',
        '*logging*',
        '*mail*',
        '*notif*',
        '*alert*',
        '*screenshot*',
      ] as readonly string[],
      about: 'Wildcards of the task bots whose failure may be ignored, as the work does not depend on them.',
      stricter: 'shorter',
    },
  },
  level: 'activity',
  types: ['TaskBot/runTask'],
  words: ['continueonerror'],
  *check(run, { workflow, options }) {
    const goesOn = propertyOf(run, 'continueOnError');
    if (literalOf(goesOn)?.toLowerCase() !== 'true') return;
    if (options.sideBots.some((bot) => matchesWildcard(run.name, bot))) return;
    if (decidesLater(workflow, writtenBy(run), run.index)) return;
    yield {
      at: run,
      subject: 'continueOnError',
      group: 'bot',
      message: `"${run.name}" on line ${run.editorLine} may fail, and the bot goes on without looking.`,
    };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        run('Post Payments', true),
        run('Post Payments', true, RETURNS),
        // One bot with two such commands.
        `${run('Post Payments', true)}, ${run('Post Invoices', true)}`,
      ],
      good: [
        run('Post Payments', false, RETURNS),
        run('Common/Send Email', true),
        // Near miss: an If looks at what the bot returns.
        `${run('Post Payments', true, RETURNS)}, { "commandName": "if", "packageName": "If", "attributes": [ { "name": "condition", "value": { "type": "CONDITIONAL", "conditionalName": "booleanVariable" }, "attributes": [
  { "name": "variable", "value": { "type": "BOOLEAN", "expression": "$bDone$" } } ] } ], "children": [ { "commandName": "stopTask", "packageName": "TaskBot" } ] }`,
      ],
    },
  },
});
