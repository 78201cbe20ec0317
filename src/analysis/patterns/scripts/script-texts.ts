/** The fixed parts of texts that a script joins. */
import type { Token } from '../../model/workflow.ts';
import { COMPUTED } from '../../semantics/joined.ts';
import { scriptTokens } from './script-tokens.ts';

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

/** Creates a filter for the indexes behind names, as in `rows[0]`, which are no part of the text. */
function createIndexFilter(): (token: Token, before: Token | undefined) => boolean {
  let depth = 0;
  let isBehindIndex = false;
  return ({ kind, text }, before) => {
    const isOpening = kind === 'punctuation' && text === '[';
    if (depth > 0) {
      if (isOpening) depth += 1;
      else if (kind === 'punctuation' && text === ']') depth -= 1;
      isBehindIndex = depth === 0;
      return true;
    }
    const isIndex = isOpening && (isBehindIndex || before?.kind === 'name');
    if (isIndex) depth = 1;
    isBehindIndex = false;
    return isIndex;
  };
}

const openChain = (call: string): Chain => ({ text: '', fixed: false, open: true, call });

/** Returns every text with at least one fixed part; each computed part is a `COMPUTED`. Linear in the script. */
export function scriptTexts(script: string): string[] {
  const tokens = scriptTokens(script);
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
    if (kind === 'string') add(text, true);
    else if (kind === 'number') add(text, false);
    else if (kind === 'name') {
      // The members of a name are no further part.
      if (tokens[i - 1]?.text !== '.' || !chain.text.endsWith(COMPUTED)) add(COMPUTED, false);
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
        chain.text = chain.text.slice(0, -COMPUTED.length);
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
