/** The texts that an expression or a piece of code puts together, as far as they are fixed. */
import type { Token } from '../../model/workflow.ts';

/** Stands for what is known at run time only. */
export const HOLE = '\u2026';

const JOINS = new Set(['&', '+', '.', '&=', '+=']);
/** Functions that join their arguments. */
const JOINING_CALLS = new Set(['concat']);

interface Chain {
  text: string;
  /** Whether a fixed text is among its parts. */
  fixed: boolean;
  /** Whether the last token asks for a further part: only then does the next one belong to the chain. */
  open: boolean;
  /** The function whose arguments these are, lower case; '' for mere parentheses. */
  readonly call: string;
}

const openChain = (call: string): Chain => ({ text: '', fixed: false, open: true, call });

/** Every text with at least one fixed part; each part that is computed is a `HOLE`. Linear in the tokens. */
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
  tokens.forEach(({ kind, text }, i) => {
    const before = tokens[i - 1]?.kind;
    // A360 writes references straight into its texts, so that nothing stands between the two.
    if (
      (kind === 'symbol' && before === 'string') ||
      (before === 'symbol' && (kind === 'string' || kind === 'symbol'))
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
