/** The bot stops until a person answers. */
import { literalOf, parentOf } from '../../model/navigate.ts';
import type { Severity } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { changesNothing, isTrial } from '../../patterns/automation-anywhere/bot-effects.ts';
import { botSymbols, writtenKeys } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

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

/** Real processes have more commands; smaller bots with a message box are trials. */
const SMALL = 10;

/** Returns whether an If shows the box only when the bot was started in a wrong way: it tests inputs and constants. */
function isForAuthor(workflow: Workflow, activity: Activity): boolean {
  const test = parentOf(workflow, activity);
  if (test?.type !== 'If/if') return false;
  const keys = test.properties.flatMap(({ expression }) => expression?.mentions ?? []);
  const written = writtenKeys(workflow);
  return (
    keys.length > 0 &&
    keys.every((key) => !written.has(key) && botSymbols(workflow).declared(key) !== undefined)
  );
}

/**
 * Returns the severity where it is milder: real repositories hold many bots of one message box, tests, and bots that
 * lead a person through forms.
 */
function milder(workflow: Workflow, activity: Activity): Severity | undefined {
  if (changesNothing(workflow)) return 'low';
  const isSmall = metricsOf(workflow).size <= SMALL;
  const isMild =
    isSmall || isTrial(workflow) || FORMS.includes(activity.type) || isForAuthor(workflow, activity);
  return isMild ? 'medium' : undefined;
}

export const rule = defineRule('AAB-REL-008', {
  level: 'activity',
  roles: ['message', 'script'],
  types: ['TaskBot/pauseTask', ...FORMS],
  *check(activity, { options, workflow }) {
    if (!options.unattended) return;
    const [packageName] = activity.type.split('/');
    const box = packageName === 'MessageBox';
    const isScript = packageName === 'VBScript';
    if (!box && !isScript && packageName !== 'Prompt' && !PAUSES.has(activity.type)) return;
    if (box ? closesItself(activity) : isScript && !opensBox(activity)) return;
    const severity = milder(workflow, activity);
    yield {
      at: activity,
      group: 'bot',
      message: `"${activity.name}" on line ${activity.editorLine} waits until a person answers.`,
      ...(severity !== undefined && { severity }),
    };
  },
});
