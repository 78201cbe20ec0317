/** The fixed texts that an expression of Visual Basic or C# can be, when it is more than one of them alone. */
import type { Token } from '../../model/workflow.ts';

const isJoin = (token: Token): boolean => token.text === '+' || token.text === '&';

/** Whether one pair of brackets holds everything between two offsets. */
function isBracketed(tokens: readonly Token[], start: number, end: number): boolean {
  if (tokens[start]?.text !== '(' || tokens[end - 1]?.text !== ')') return false;
  for (let at = start + 1; at < end - 1; at += 1) if (/^[()]$/.test(tokens[at]!.text)) return false;
  return true;
}

/** Without brackets round all of it, and without calls that leave a text as it is: `("a").ToString`. */
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

/** `"one" + "two"`: nothing but texts. */
function joined(tokens: readonly Token[]): string | undefined {
  if (tokens.length % 2 === 0) return undefined;
  const isAll = tokens.every((token, i) => (i % 2 === 0 ? token.kind === 'string' : isJoin(token)));
  return isAll ? tokens.map(({ text }, i) => (i % 2 === 0 ? text : '')).join('') : undefined;
}

/** `If(condition, "one", "other")` of Visual Basic, `condition ? "one" : "other"` and `value ?? "one"` of C#. */
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

/** Every fixed text that the value can be: a join of texts, or one of those that a condition chooses between. */
export function* possibleTexts(tokens: readonly Token[]): Generator<string> {
  const core = bare(tokens);
  const whole = joined(core);
  if (whole === undefined) yield* chosen(core);
  else yield whole;
}
