/** A bot has more commands than a person can oversee. */
import { defineRule } from '../../model/rule.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';

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
      isMeasured: true,
      metric: { name: 'sizeMax', isExact: true },
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    const { size: commands } = metricsOf(workflow);
    if (commands <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      message: `"${workflow.name}" has ${commands} commands; ${options.max} are the most that should be in one bot.`,
      subject: 'commands',
      measure: { option: 'max', value: commands },
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
