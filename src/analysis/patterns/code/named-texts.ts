/**
 * Fixed texts with a name, in expressions and code.
 * Forms: `password = "…"`, `{"Password", "…"}`, `["Password"] = "…"`, `headers.Add("ApiKey", "…")`.
 */
import type { Token } from '../../model/workflow.ts';
import { ADDS } from '../../semantics/assigned.ts';
import type { NamedText } from '../../semantics/assignments/named-text.ts';

/** Words of Visual Basic that follow a comparison. */
const CONDITION = /^(?:then|and|andalso|or|orelse)$/i;

/** Returns whether the text in front of a token is part of a longer text or of a condition. */
function goesOn(token: Token | undefined): boolean {
  return (
    token !== undefined && (token.kind === 'operator' || token.text === '.' || CONDITION.test(token.text))
  );
}

/** Returns the name in front of a value; undefined when neither an assignment nor an entry stands there. */
function nameBefore(tokens: readonly Token[], at: number, assigns: boolean): string | undefined {
  const [before, sign] = [tokens[at - 2], tokens[at - 1]];
  if (before === undefined || sign === undefined) return undefined;
  if (sign.text === ',') {
    // An entry of a dictionary: `{"Password", "…"}`, or a call that makes one.
    const opening = tokens[at - 3]?.text;
    const isEntry = opening === '{' || (opening === '(' && ADDS.test(tokens[at - 4]?.text ?? ''));
    return before.kind === 'string' && isEntry ? before.text : undefined;
  }
  if (sign.text !== '=' || !assigns || before.kind === 'string') return undefined;
  if (before.kind !== 'name') {
    const key = tokens[at - 3];
    return /^[)\]]$/.test(before.text) && key?.kind === 'string' ? key.text : undefined;
  }
  // The type of a declaration: `Dim password As String = "…"`.
  const isType = tokens[at - 3]?.text.toLowerCase() === 'as';
  return isType ? tokens[at - 4]?.text : before.text;
}

/**
 * Yields each pair of a name and its fixed text, in the order of the text.
 * @param assigns whether `=` assigns a value: in an expression of Visual Basic it compares.
 */
export function* namedTexts(tokens: readonly Token[], assigns: boolean): Generator<NamedText> {
  for (let at = 2; at < tokens.length; at += 1) {
    const value = tokens[at]!;
    if (value.kind !== 'string' || goesOn(tokens[at + 1])) continue;
    const name = nameBefore(tokens, at, assigns);
    if (name !== undefined) yield { name, text: value.text };
  }
}
