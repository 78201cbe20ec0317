/** Which part of a computed address decides the host, and what that part is made of (Power Automate expressions). */
import type { Token } from '../../model/workflow.ts';

/** Deeper parts count as one, unsplit. The only rule that asks is a medium one, which blocks nothing. */
const NESTING_MAX = 16;
/** An address whose host has ended, or a path, which stays on the host of the connection. */
const HOST_ENDS = /^(?:[a-z][\w+.-]*:\/\/[^/?#]+[/?#]|[^:]*[/?#])/i;

/** The pieces between separators that are in no parentheses. */
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

/** The parts that an expression joins, in order: `concat(a, b)`, and the pieces of a text with `@{…}`. */
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
 * Whether data decides the host of an address.
 * @param isData whether a computed part depends on data of the run. A part that does not, and that begins the address,
 * is taken for the whole base address.
 */
export function isHostFromData(
  tokens: readonly Token[],
  isData: (part: readonly Token[]) => boolean,
): boolean {
  let address = '';
  for (const part of partsOf(tokens)) {
    const only = part.length === 1 ? part[0]! : undefined;
    // White space in front of an address is passed over when it is called.
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
