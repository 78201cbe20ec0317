/** The fixed parts of texts that an expression or a piece of code joins. */
import type { Token } from '../../model/workflow.ts';

/** Placeholder for a part known only at run time. */
export const HOLE = '\u2026';

const JOINS = new Set(['&', '+', '.', '&=', '+=']);
/** Functions that join their arguments. */
const JOINING_CALLS = new Set(['concat']);

interface Chain {
  text: string;
  /** True if a fixed text is among its parts. */
  fixed: boolean;
  /** True if the last token needs a further part: only then the next one belongs to the chain. */
  open: boolean;
  /** Function whose arguments these are, lower case; '' for mere parentheses. */
  readonly call: string;
}

/** Creates a filter for the indexes behind names, as in `rows[0]` and `$row{name}$`, which are no part of the text. */
function createIndexFilter(): (token: Token, before: Token | undefined) => boolean {
  let depth = 0;
  let isBehindIndex = false;
  return ({ kind, text }, before) => {
    const isOpening = kind === 'punctuation' && (text === '[' || text === '{');
    if (depth > 0) {
      if (isOpening) depth += 1;
      else if (kind === 'punctuation' && (text === ']' || text === '}')) depth -= 1;
      isBehindIndex = depth === 0;
      return true;
    }
    const isIndex =
      isOpening && (isBehindIndex || before?.kind === 'symbol' || (before?.kind === 'name' && text === '['));
    if (isIndex) depth = 1;
    isBehindIndex = false;
    return isIndex;
  };
}

/**
 * Returns whether a token may be the last of a reference of A360: `$a$`, `$rows[0]$`, `$row{name}$`,
 * `$n.Number:toString$`.
 */
const endsReference = ({ kind, text }: Token): boolean =>
  kind === 'symbol' ||
  (kind === 'name' && text.includes(':')) ||
  (kind === 'punctuation' && (text === ']' || text === '}'));

const openChain = (call: string): Chain => ({ text: '', fixed: false, open: true, call });

/** Returns every text with at least one fixed part; each computed part is a `HOLE`. Linear in the tokens. */
export function joinedTexts(tokens: readonly Token[]): string[] {
  const found: string[] = [];
  const outer: Chain[] = [];
  let chain = openChain('');
  const finish = (ended: Chain): void => {
    if (ended.fixed) found.push(ended.text);
    ended.text = '';
    ended.fixed = false;
    ended.open = true;
  };
  const add = (text: string, fixed: boolean): void => {
    if (!chain.open) finish(chain);
    chain.text += text;
    chain.fixed ||= fixed;
    chain.open = false;
  };
  const isIndex = createIndexFilter();
  tokens.forEach((token, i) => {
    const { kind, text } = token;
    const before = tokens[i - 1];
    if (isIndex(token, before)) return;
    // A360 writes references straight into its texts, without a join between the two.
    if (
      (kind === 'symbol' && before?.kind === 'string') ||
      ((kind === 'string' || kind === 'symbol') && before !== undefined && endsReference(before))
    )
      chain.open = true;
    if (kind === 'string') add(text, true);
    else if (kind === 'number') add(text, false);
    else if (kind === 'name' || kind === 'symbol') {
      // The members of a name are no further part.
      if (tokens[i - 1]?.text !== '.' || !chain.text.endsWith(HOLE)) add(HOLE, false);
      else chain.open = false;
    } else if (JOINS.has(text)) chain.open = true;
    else if (text === '(') {
      outer.push(chain);
      chain = openChain(tokens[i - 1]?.kind === 'name' ? tokens[i - 1]!.text.toLowerCase() : '');
    } else if (text === ')' && outer.length > 0) {
      const inner = chain;
      chain = outer.pop()!;
      if (JOINING_CALLS.has(inner.call)) {
        // The name of the function itself was taken for a part.
        chain.text = chain.text.slice(0, -HOLE.length);
        chain.open = true;
        add(inner.text, inner.fixed);
      } else if (inner.call === '') add(inner.text, inner.fixed);
      else finish(inner);
    } else if (text === ',' && JOINING_CALLS.has(chain.call)) chain.open = true;
    else finish(chain);
  });
  for (const open of [chain, ...outer]) finish(open);
  return found;
}
