/** A path in a workflow that exists on one machine or in one profile alone. */

import { literalOf } from '../../model/navigate.ts';
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import type { Value } from '../../model/workflow.ts';
import { readValue } from '../../patterns/texts/read-value.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isCallOf } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';
import { defineRule } from '../define-rule.ts';

/** The beginning of a joined path, when its folder or server is complete in it. */
const COMPLETE = /^\s*(?:[a-z]:[\\/][^\\/]+[\\/]|\\\\[^\\]+\\)/i;

/** Returns the fixed path in a value: all of it, or what it begins with. */
function pathIn(value: Value): string | undefined {
  const literal = literalOf(value);
  if (literal !== undefined || value.expression === undefined) return literal;
  let [first] = piecesOf(value.expression.tree);
  let end = '';
  if (first !== undefined && (isCallOf(first, 'combine') || isCallOf(first, 'format'))) {
    end = isCallOf(first, 'combine') ? '\\' : '';
    first = first.args[0]?.value;
  }
  if (first?.kind !== 'literal') return undefined;
  return COMPLETE.test(first.value + end) ? first.value : undefined;
}

// A default of an argument is where such a path belongs: callers and the Orchestrator replace it.
export const rule = defineRule('UIP-CFG-001', {
  languages: UIPATH_LANGUAGES,
  level: 'text',
  words: [':\\', ':/', '\\\\'],
  *check(text, { workflow }) {
    const value = readValue(workflow, text);
    const path = value === undefined ? undefined : pathIn(value)?.trim();
    if (path === undefined || !isPathOfOneMachine(path)) return;
    const message =
      text.kind === 'default'
        ? `The default of "${text.name}" is a path of one machine: ${shownPlace(path)}.`
        : `"${workflow.activities[text.owner]!.name}" names a path of one machine in "${text.name}": ${shownPlace(path)}.`;
    yield { at: text, subject: text.name, message };
  },
});
