/** Texts of a Power Automate flow that an expression joins but that are the same in every run. */
import { matchedName } from '../../model/action-name.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Token, Value, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';
import { actionKey } from './flow-keys.ts';
import { writesOf } from './flow-writes.ts';

/** Functions that pass on their arguments; base64 leaves a text readable. */
const PASSING: ReadonlySet<string> = new Set(['concat', 'string', 'base64']);

/** Maps keys with exactly one value, which is fixed, to that value. */
const fixedValues = derived((workflow: Workflow): ReadonlyMap<string, string> => {
  const found = new Map<string, string | undefined>();
  const note = (key: string, value: Value | undefined) =>
    found.set(key, found.has(key) ? undefined : literalOf(value));
  // An empty start value is no value: the later assignment counts.
  for (const { key, default: initial } of workflow.variables)
    if (initial !== undefined && initial.text !== '') note(key, initial);
  for (const { activity, key } of writesOf(workflow))
    note(
      key,
      activity.properties.find(({ name }) => activity.type === 'SetVariable' && name === 'inputs.value'),
    );
  for (const activity of workflow.activities)
    if (activity.type === 'Compose')
      note(
        actionKey(activity),
        activity.properties.find(({ name }) => name === 'inputs'),
      );
  const values = new Map<string, string>();
  for (const [key, text] of found) if (text) values.set(key, text);
  return values;
});

/** Returns the key of a whole `variables('x')` or `outputs('X')` at a token, if nothing follows it. */
function keyAt(tokens: readonly Token[], at: number): string | undefined {
  const [call, open, name, close, behind] = tokens.slice(at, at + 5);
  if (open?.text !== '(' || name?.kind !== 'string' || close?.text !== ')') return undefined;
  if (behind?.kind === 'punctuation' && /^[?[.]$/.test(behind.text)) return undefined;
  const called = call!.text.toLowerCase();
  if (called === 'variables') return `variable:${name.text.toLowerCase()}`;
  return called === 'outputs' || called === 'body' ? `action:${matchedName(name.text)}` : undefined;
}

/**
 * Returns the text of a value that no run changes: a literal, joined ones, and Compose and variables that hold them.
 */
export function fixedText(workflow: Workflow, value: Value | undefined): string | undefined {
  const literal = literalOf(value);
  const tokens = value?.expression?.tokens;
  if (literal !== undefined || tokens === undefined) return literal;
  let whole = '';
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'string' || kind === 'number') whole += text;
    else if (kind === 'name') {
      if (PASSING.has(text.toLowerCase()) && tokens[at + 1]?.text === '(') continue;
      const key = keyAt(tokens, at);
      const part = key === undefined ? undefined : fixedValues(workflow).get(key);
      if (part === undefined) return undefined;
      whole += part;
      at += 3;
    } else if (!/^[(),&]$/.test(text)) return undefined;
  }
  return whole;
}
