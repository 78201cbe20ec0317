/** A bot has more commands than a person can oversee. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';

/** Returns whether it does something when the bot runs. */
function isCommand(activity: Activity): boolean {
  const { role, type } = activity;
  return isLive(activity) && role !== 'comment' && role !== 'trigger' && type !== 'Step/step';
}

export const rule = defineRule({
  id: 'AAB-MNT-001',
  version: 1,
  title: 'Bot too long',
  platforms: ['automation-anywhere'],
  category: 'maintainability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A long bot is hard to test and to change without breaking another part of it, and two people cannot work on it at once.',
  fix: 'Move parts that belong together (log in, read the input, write the result) into task bots of their own, with inputs and outputs, and run them with "Task Bot: Run".',
  compliance: ['MAINT'],
  controls: ['CWE-1120'],
  // The catalogue has a second, milder threshold; a rule has one severity, so only the more important one is used.
  options: {
    max: {
      default: 300,
      unit: 'commands',
      about: 'Maximum number of commands of a bot.',
      stricter: 'lower',
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    if (workflow.activities.length <= options.max) return;
    let commands = 0;
    for (const activity of workflow.activities) if (isCommand(activity)) commands += 1;
    if (commands <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      message: `"${workflow.name}" has ${commands} commands; ${options.max} are the most that should be in one bot.`,
      subject: 'commands',
    };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 301 }`,
        `{ "commandName": "step", "packageName": "Step", "times": 2, "children": [
  { "commandName": "clearClipboard", "packageName": "Clipboard", "times": 160 } ] }`,
      ],
      good: [
        `{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 290 },
{ "commandName": "Comment", "packageName": "Comment", "times": 100 }`,
        // Near miss: exactly as many as are allowed.
        `{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 300 }`,
        `{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 10 },
{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 300, "disabled": true }`,
      ],
    },
  },
});
