/** A bot without comments. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';

/** Commands from which on a bot needs comments. */
const COMMANDS_MIN = 10;
/** Commands at the top among which a comment describes the bot. */
const HEAD = 3;

export const rule = defineRule({
  id: 'AAB-MNT-006',
  version: 1,
  title: 'Comments missing',
  platforms: ['automation-anywhere'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'A bot outlives its author: without comments nobody knows its purpose, its owner, or why it does what it does.',
  fix: 'Begin the bot with a comment: purpose, owner, inputs and outputs. Comment the parts that are not obvious.',
  compliance: ['MAINT'],
  controls: ['CWE-1059'],
  options: {
    minPercent: {
      default: 5,
      unit: '%',
      about: 'Minimum number of comments for a hundred commands.',
      stricter: 'higher',
      isMeasured: true,
    },
  },
  level: 'workflow',
  *check(workflow, { options: { minPercent } }) {
    const { activities, roles } = metricsOf(workflow);
    const comments = roles.get('comment') ?? 0;
    const commands = activities - comments - (roles.get('trigger') ?? 0);
    if (commands < COMMANDS_MIN) return;
    const live = workflow.activities.filter((activity) => isLive(activity) && activity.role !== 'trigger');
    const hasHead = live.slice(0, HEAD).some(({ role }) => role === 'comment');
    if (hasHead && comments * 100 >= commands * minPercent) return;
    const message = hasHead
      ? `"${workflow.name}" has ${comments} comments for ${commands} commands.`
      : `"${workflow.name}" has ${commands} commands, and no comment at its beginning.`;
    const measure = hasHead ? { option: 'minPercent', value: (comments * 100) / commands } : undefined;
    yield { at: { at: 0, owner: -1, name: '' }, subject: 'comments', message, measure };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        '{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 10 }',
        `{ "commandName": "Comment", "packageName": "Comment" },
{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 40 }`,
      ],
      good: [
        '{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 40, "disabled": true }',
        '{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 9 }',
        `{ "commandName": "Comment", "packageName": "Comment" },
{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 20 }`,
      ],
    },
  },
});
