/** Possible fixed texts of a Visual Basic or C# expression. */
import type { Token } from '../../model/workflow.ts';

const isJoin = (token: Token): boolean => token.text === '+' || token.text === '&';

/** Returns whether one pair of brackets encloses everything between two offsets. */
function isBracketed(tokens: readonly Token[], start: number, end: number): boolean {
  if (tokens[start]?.text !== '(' || tokens[end - 1]?.text !== ')') return false;
  for (let at = start + 1; at < end - 1; at += 1) if (/^[()]$/.test(tokens[at]!.text)) return false;
  return true;
}

/** Strips brackets around all of it, and calls that do not change a text: `("a").ToString`. */
function bare(tokens: readonly Token[]): readonly Token[] {
  let [start, end] = [0, tokens.length];
  for (;;) {
    const hasCall = tokens[end - 1]?.text === ')' && tokens[end - 2]?.text === '(';
    const name = end - (hasCall ? 3 : 1);
    if (tokens[name - 1]?.text === '.' && /^(?:tostring|trim)$/i.test(tokens[name]?.text ?? ''))
      end = name - 1;
    else if (isBracketed(tokens, start, end)) {
      start += 1;
      end -= 1;
    } else return tokens.slice(start, end);
  }
}

/** Joins `"one" + "two"`; undefined when not all parts are texts. */
function joined(tokens: readonly Token[]): string | undefined {
  if (tokens.length % 2 === 0) return undefined;
  const isAll = tokens.every((token, i) => (i % 2 === 0 ? token.kind === 'string' : isJoin(token)));
  return isAll ? tokens.map(({ text }, i) => (i % 2 === 0 ? text : '')).join('') : undefined;
}

/**
 * Yields the results of `If(condition, "one", "other")` (Visual Basic), `condition ? "one" : "other"` and `value ??
 * "one"` (C#).
 */
function* chosen(tokens: readonly Token[]): Generator<string> {
  const isCall = /^i?if$/i.test(tokens[0]?.text ?? '') && tokens[1]?.text === '(';
  const [inside, before, after] = isCall ? [1, /^,$/, /^[,)]$/] : [0, /^(?:\?|\?\?|:)$/, /^:$/];
  let depth = 0;
  for (let at = 1; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'string') {
      const next = tokens[at + 1];
      const isWhole = before.test(tokens[at - 1]!.text) && (next === undefined || after.test(next.text));
      if (depth === inside && isWhole) yield text;
    } else if (text === '(' || text === '[') depth += 1;
    else if (text === ')' || text === ']') depth -= 1;
  }
}

/** Yields every fixed text that the value can be: a join of texts, or the results of a condition. */
export function* possibleTexts(tokens: readonly Token[]): Generator<string> {
  const core = bare(tokens);
  const whole = joined(core);
  if (whole === undefined) yield* chosen(core);
  else yield whole;
}
