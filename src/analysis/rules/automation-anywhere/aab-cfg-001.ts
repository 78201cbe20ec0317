/** A path in a bot that exists on one device or in one profile alone. */

import type { Value, Workflow } from '../../model/workflow.ts';
import { pathIn } from '../../patterns/automation-anywhere/bot-file.ts';
import { writtenKeys } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { readValue } from '../../patterns/texts/read-value.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { startedBy } from '../../semantics/assignments/assignments.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';
import { usedSymbols } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

const SEPARATOR = /[\\/]/;
/** Members of a window or a control that the recorder has stored: nothing is opened there. */
const RECORDED = /^uiObject\.|window[a-z]{0,20}\./i;
/** Folder of a server: the same on each device, and another one in each environment. */
const SHARE = /^\\\\/;
/** Parents of all profiles: the name of the user follows from a variable. */
const PROFILES = /^[a-z]:\\users\\$/i;

/** Returns whether a default is what the bot works with: its variable is used and never written. */
function isConfiguration(workflow: Workflow, initial: Value): boolean {
  const variable = startedBy(workflow, initial);
  if (variable === undefined || writtenKeys(workflow).has(variable.key)) return false;
  return usedSymbols(workflow).has(variable);
}

// A default of a variable that is an input is where such a path belongs: callers replace it.
export const rule = defineRule('AAB-CFG-001', {
  level: 'text',
  words: [':\\', ':/', '\\\\'],
  *check(text, { workflow }) {
    const value = readValue(workflow, text);
    if (value === undefined || !SEPARATOR.test(text.text)) return;
    if (text.kind === 'default' ? !isConfiguration(workflow, value) : RECORDED.test(text.name)) return;
    const path = pathIn(value);
    if (PROFILES.test(path) || !isPathOfOneMachine(path)) return;
    const what = SHARE.test(path) ? 'a share of one environment' : 'a path of one device';
    const message =
      text.kind === 'default'
        ? `The default of "${text.name}" is ${what}: ${shownPlace(path)}.`
        : `"${workflow.activities[text.owner]!.name}" names ${what} in "${text.name}": ${shownPlace(path)}.`;
    yield { at: text, subject: text.name, message };
  },
});
