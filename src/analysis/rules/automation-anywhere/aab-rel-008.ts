/** The bot stops until a person answers. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';

/** Returns whether a message box closes by itself: its switch is on, or without a switch it has a timeout. */
function closesItself(activity: Activity): boolean {
  const settings = activity.properties.filter(({ name }) => /close/i.test(name));
  const texts = settings.map((property) => literalOf(property)?.toLowerCase());
  if (texts.includes('true')) return true;
  return !texts.includes('false') && texts.some((text) => text === undefined || Number(text) > 0);
}

/** Commands that show an interactive form. */
const FORMS = [
  'Forms/uiFormDisplay',
  'Forms/uiformDisplay',
  'Forms/formDisplay',
  'Interactive forms/uiFormDisplay',
];
const PAUSES: ReadonlySet<string> = new Set(['TaskBot/pauseTask', ...FORMS]);

/** Functions of VBScript that open a box. */
const BOX = /\b(?:msgbox|inputbox)\b/i;
const TEXTS_AND_COMMENTS = /"[^"\n]*"|'[^\n]*|\brem\b[^\n]*/gi;

/** Returns whether a script opens a box. */
function opensBox({ properties }: Activity): boolean {
  return properties.some(
    ({ name, text }) => /script$/i.test(name) && BOX.test(text.replace(TEXTS_AND_COMMENTS, ' ')),
  );
}

export const rule = defineRule({
  id: 'AAB-REL-008',
  version: 4,
  title: 'Bot waits for a person',
  platforms: ['automation-anywhere'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'On an unattended bot runner nobody sees the question: the bot hangs until its time runs out and keeps the device from all others.',
  fix: 'Delete the command, write to a log with "Log to file" or send a mail instead. A message box can be told to close by itself after some seconds. What a person must decide belongs into a form of a process (Human task), not into a form that the bot shows.',
  compliance: ['AVAIL'],
  groupBy: 'bot',
  // For bots that people start and watch, set this to false: nothing is reported then.
  options: {
    unattended: {
      default: true,
      about: 'Bots run without a person who could answer.',
      stricter: 'higher',
    },
  },
  level: 'activity',
  roles: ['message', 'script'],
  types: ['TaskBot/pauseTask', ...FORMS],
  *check(activity, { options }) {
    if (!options.unattended) return;
    const [packageName] = activity.type.split('/');
    const box = packageName === 'MessageBox';
    const isScript = packageName === 'VBScript';
    if (!box && !isScript && packageName !== 'Prompt' && !PAUSES.has(activity.type)) return;
    if (box ? closesItself(activity) : isScript && !opensBox(activity)) return;
    yield {
      at: activity,
      group: 'bot',
      message: `"${activity.name}" on line ${activity.editorLine} waits until a person answers.`,
    };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "messageBox", "packageName": "MessageBox", "attributes": [
  { "name": "content", "value": { "type": "STRING", "string": "Done" } },
  { "name": "closeMsgBox", "value": { "type": "BOOLEAN", "boolean": false } },
  { "name": "closeMsgBoxTime", "value": { "type": "NUMBER", "number": "5" } } ] }`,
        `{ "commandName": "promptForValue", "packageName": "Prompt", "attributes": [
  { "name": "message", "value": { "type": "STRING", "string": "Which month?" } } ] },
{ "commandName": "logToFile", "packageName": "LogToFile" }`,
        `{ "commandName": "pauseTask", "packageName": "TaskBot" }`,
        // One bot that waits twice.
        `{ "commandName": "pauseTask", "packageName": "TaskBot" }, { "commandName": "pauseTask", "packageName": "TaskBot" }`,
        `{ "commandName": "uiFormDisplay", "packageName": "Forms", "attributes": [
  { "name": "formVar", "value": { "type": "VARIABLE", "variableName": "fAsk" } } ] }`,
        `{ "commandName": "vbscript.commands.openScript", "packageName": "VBScript", "attributes": [
  { "name": "script", "value": { "type": "STRING", "string": "Dim vMonth\\nvMonth = MonthName(Month(Now))\\nMsgBox vMonth" } } ] }`,
      ],
      good: [
        `{ "commandName": "messageBox", "packageName": "MessageBox", "attributes": [
  { "name": "closeMsgBox", "value": { "type": "BOOLEAN", "boolean": true } },
  { "name": "closeMsgBoxTime", "value": { "type": "NUMBER", "number": "5" } } ] }`,
        `{ "commandName": "postMessage", "packageName": "Microsoft Teams" }`,
        // Near miss: a form that is read and closed.
        `{ "commandName": "uiformGetValue", "packageName": "Forms" }, { "commandName": "uiFormClose", "packageName": "Forms" }`,
        // Near misses: a comment and a text in a script; left over from testing and switched off, or behind a stop.
        `{ "commandName": "vbscript.commands.openScript", "packageName": "VBScript", "attributes": [
  { "name": "script", "value": { "type": "STRING", "string": "' MsgBox vMonth\\nWriteLog \\"no MsgBox here\\"" } } ] }`,
        `{ "commandName": "messageBox", "packageName": "MessageBox", "disabled": true },
{ "commandName": "stopTask", "packageName": "TaskBot" },
{ "commandName": "messageBox", "packageName": "MessageBox" }`,
      ],
    },
  },
});
