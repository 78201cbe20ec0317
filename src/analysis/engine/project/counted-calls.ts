/** Calls that pass a depth or a number of tries on, and so come to an end. */
import type { Binding, Expression } from '../../model/workflow.ts';

/** Maximum length of the text in which a name is looked for. */
const TEXT_MAX = 1_000;
/** Names of arguments that count the depth of a recursion. */
const COUNTER = /depth|level|count|attempt|retr(?:y|ies)|tries|remaining/i;
const STEPS = new Set(['+', '-']);
const STEP_NAMES = new Set(['add', 'sub']);

/**
 * Returns false for most expressions that neither add nor subtract, without a text of them: none has `+`, `-`, `add` or
 * `sub`.
 */
function mayStep({ raw }: Expression): boolean {
  if (raw === undefined) return true;
  let before = 0;
  for (let at = raw.start; at < raw.end; at += 1) {
    const byte = raw.bytes[at]!;
    if (byte === 0x2b || byte === 0x2d) return true;
    const letters = ((before << 8) | byte) & 0xdfdf;
    if (letters === 0x4444 || letters === 0x5542) return true;
    before = byte;
  }
  return false;
}

/** Returns whether a binding such as `[depth + 1]` or `add(triggerBody()?['level'], 1)` passes a depth. */
export function counts({ name, value }: Binding): boolean {
  const { expression } = value;
  if (expression === undefined || !mayStep(expression)) return false;
  if (!COUNTER.test(name) && !COUNTER.test(expression.text.slice(0, TEXT_MAX))) return false;
  return expression.tokens.some(
    ({ kind, text }) =>
      (kind === 'operator' && STEPS.has(text)) || (kind === 'name' && STEP_NAMES.has(text.toLowerCase())),
  );
}
