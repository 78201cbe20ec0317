/** Commands that can never run, because an earlier one leaves the list or a condition never changes. */
import { descendantsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';

/** Returns whether it does something when it runs: a comment does not, nor does a step full of comments. */
function acts(workflow: Workflow, activity: Activity): boolean {
  if (!activity.enabled || activity.role === 'comment') return false;
  if (activity.type !== 'Step/step') return true;
  for (const inner of descendantsOf(workflow, activity)) {
    if (inner.enabled && inner.role !== 'comment' && inner.type !== 'Step/step') return true;
  }
  return false;
}

/** Yields the first command of every list that the flow never reaches. */
function* unreachable(workflow: Workflow): Generator<Problem> {
  if (workflow.activities.every(({ reachable }) => reachable)) return;
  const reported = new Set<number>();
  const before = new Map<number, Activity>();
  for (const activity of workflow.activities) {
    const { parent } = activity;
    const inReach = parent < 0 || isLive(workflow.activities[parent]!);
    if (!inReach || activity.slot === 'branches') continue;
    if (activity.reachable) {
      if (activity.enabled && activity.role !== 'comment') before.set(parent, activity);
    } else if (!reported.has(parent) && acts(workflow, activity)) {
      reported.add(parent);
      yield {
        at: activity,
        message: `"${activity.name}" can never run: "${before.get(parent)?.name ?? ''}" before it always leaves this block.`,
      };
    }
  }
}

/** Returns whether an If only compares one fixed value with another. */
function isConstant(activity: Activity): boolean {
  const left = literalOf(propertyOf(activity, 'condition.variable'));
  if (left === undefined || left === '') return false;
  if (literalOf(propertyOf(activity, 'condition.value')) === undefined) return false;
  return !activity.properties.some(({ name }) => name.includes('operatorAttribute'));
}

export const rule = defineRule({
  id: 'AAB-REL-016',
  version: 1,
  title: 'Unreachable commands',
  platforms: ['automation-anywhere'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever reads the bot believes that these commands run, such as a clean-up or a log that never happens.',
  fix: 'Delete the commands, or move them before the Throw, Stop, Break or Continue. Replace a fixed comparison with the condition that was meant; to switch commands off for a while, disable them.',
  compliance: ['MAINT'],
  controls: ['CWE-561'],
  options: {},
  level: 'workflow',
  *check(workflow) {
    yield* unreachable(workflow);
    for (const activity of commandsOf(workflow, ({ role }) => role === 'branch')) {
      if (!isLive(activity) || !isConstant(activity)) continue;
      yield {
        at: activity,
        message: `The condition of "${activity.name}" on line ${activity.editorLine} compares two fixed values, so it always has the same result.`,
        subject: 'condition',
      };
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "stopTask", "packageName": "TaskBot" },
{ "commandName": "Comment", "packageName": "Comment" },
{ "commandName": "logToFile", "packageName": "LogToFile" },
{ "commandName": "CloseSpreadsheet", "packageName": "Excel_MS" }`,
        `{ "commandName": "if", "packageName": "If", "attributes": [
  { "name": "condition", "value": { "type": "CONDITIONAL", "conditionalName": "numberVariable" }, "attributes": [
    { "name": "variable", "value": { "type": "NUMBER", "number": "1" } },
    { "name": "operator", "value": { "type": "STRING", "string": "EQ" } },
    { "name": "value", "value": { "type": "NUMBER", "number": "1" } } ] } ],
  "children": [ { "commandName": "logToFile", "packageName": "LogToFile" } ] }`,
      ],
      good: [
        `{ "commandName": "logToFile", "packageName": "LogToFile" },
{ "commandName": "stopTask", "packageName": "TaskBot" },
{ "commandName": "Comment", "packageName": "Comment" },
{ "commandName": "logToFile", "packageName": "LogToFile", "disabled": true }`,
        `{ "commandName": "if", "packageName": "If", "attributes": [
  { "name": "condition", "value": { "type": "CONDITIONAL", "conditionalName": "stringVariable" }, "attributes": [
    { "name": "variable", "value": { "type": "STRING", "expression": "$sState$" } },
    { "name": "operator", "value": { "type": "STRING", "string": "EQ" } },
    { "name": "value", "value": { "type": "STRING", "string": "done" } } ] } ],
  "children": [ { "commandName": "stopTask", "packageName": "TaskBot" } ] },
{ "commandName": "logToFile", "packageName": "LogToFile" }`,
        // Near miss: the catch goes on with the command behind the one that failed.
        `{ "commandName": "try", "packageName": "ErrorHandler",
  "children": [
    { "commandName": "throw", "packageName": "ErrorHandler" },
    { "commandName": "logToFile", "packageName": "LogToFile" } ],
  "branches": [ { "commandName": "catch", "packageName": "ErrorHandler",
    "attributes": [ { "name": "continueOnError", "value": { "type": "BOOLEAN", "boolean": true } } ],
    "children": [ { "commandName": "logToFile", "packageName": "LogToFile" } ] } ] }`,
      ],
    },
  },
});
