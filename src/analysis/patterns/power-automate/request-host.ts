/** The part of a computed address that decides the host (Power Automate expressions). */
import type { Token } from '../../model/workflow.ts';

/** Nesting depth; deeper parts count as one, unsplit. Only a medium rule uses this, which blocks nothing. */
const NESTING_MAX = 16;
/** Address whose host has ended, or a path, which stays on the host of the connection. */
const HOST_ENDS = /^(?:[a-z][\w+.-]*:\/\/[^/?#]+[/?#]|[^:]*[/?#])/i;

/** Splits tokens at separators outside parentheses. */
function split(tokens: readonly Token[], separator: string): Token[][] {
  const pieces: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    const isText = token.kind === 'string';
    if (!isText && token.text === '(') depth += 1;
    if (!isText && token.text === ')') depth -= 1;
    if (!isText && depth === 0 && token.text === separator) pieces.push([]);
    else pieces.at(-1)!.push(token);
  }
  return pieces;
}

/** Returns the parts that an expression joins, in order: `concat(a, b)`, and the pieces of a text with `@{…}`. */
function partsOf(tokens: readonly Token[], nesting = 0): readonly (readonly Token[])[] {
  if (nesting > NESTING_MAX) return [tokens];
  const joined = split(tokens, '&');
  if (joined.length > 1) return joined.flatMap((piece) => partsOf(piece, nesting + 1));
  const first = tokens[0];
  const isConcat = first?.kind === 'name' && first.text.toLowerCase() === 'concat';
  const opens = tokens[isConcat ? 1 : 0];
  if (opens?.kind !== 'punctuation' || opens.text !== '(' || tokens.at(-1)?.text !== ')') return [tokens];
  const inner = tokens.slice(isConcat ? 2 : 1, -1);
  // `(a)(b)` is no group.
  if (!isBalanced(inner)) return [tokens];
  return split(inner, ',').flatMap((piece) => partsOf(piece, nesting + 1));
}

function isBalanced(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'punctuation') continue;
    if (text === '(') depth += 1;
    if (text === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

/**
 * Returns whether data decides the host of an address.
 * @param isData whether a computed part depends on data of the run. An independent part at the beginning counts as the
 * whole base address.
 */
export function isHostFromData(
  tokens: readonly Token[],
  isData: (part: readonly Token[]) => boolean,
): boolean {
  let address = '';
  for (const part of partsOf(tokens)) {
    const only = part.length === 1 ? part[0]! : undefined;
    // A call ignores white space in front of an address.
    if (only?.kind === 'string') address = (address + only.text).trimStart();
    else if (part.length > 0) {
      if (isData(part)) return true;
      if (address === '') return false;
      address += 'x';
    }
    if (HOST_ENDS.test(address)) return false;
  }
  return false;
}
