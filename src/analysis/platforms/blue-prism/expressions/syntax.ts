/**
 * The expression language of Blue Prism: `[Data Item]`, `[Collection.Field]`, `"text"` with `""` inside,
 * `&` between texts, functions, and the words And, Or, Not, True, False.
 */
import type { Token } from '../../../model/workflow.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';
import { lexBluePrism, onlyItem } from './lexer.ts';
import { bluePrismTree, dataItemTree } from './tree.ts';

/** Returns the form of a name by which data items are matched. The product's own editors ignore case in look-ups. */
export function dataItemKey(name: string): string {
  return name.trim().toLowerCase();
}

const QUOTE = 34;
/** White space that is no blank, too. */
const QUOTED = /^\s+"/;
/** With more data items, each would have to be compared with too many. */
const ITEMS_MAX = 50;

function tokens(text: string): Token[] {
  const item = onlyItem(text);
  if (item !== undefined) return [{ kind: 'symbol', text: item }];
  const found: Token[] = [];
  lexBluePrism(text, (token) => found.push(token));
  return found;
}

function addItem(name: string, keys: string[]): void {
  const key = dataItemKey(name);
  if (!keys.includes(key)) keys.push(key);
  const dot = key.indexOf('.');
  const collection = dot > 0 ? key.slice(0, dot) : key;
  if (!keys.includes(collection)) keys.push(collection);
}

/** Returns every name in brackets outside of texts: each is a data item. */
function plainMentions(text: string): readonly string[] | undefined {
  const keys: string[] = [];
  let quote = text.indexOf('"');
  for (let open = text.indexOf('['); open !== -1; ) {
    if (quote !== -1 && quote < open) {
      // `""` inside of a text looks like the end of one and the beginning of the next.
      const behind = text.indexOf('"', quote + 1) + 1;
      if (behind === 0) break;
      quote = text.indexOf('"', behind);
      if (open < behind) open = text.indexOf('[', behind);
      continue;
    }
    const close = text.indexOf(']', open);
    if (close === -1) break;
    addItem(text.slice(open + 1, close), keys);
    if (keys.length > ITEMS_MAX) return undefined;
    open = text.indexOf('[', close);
    if (quote !== -1 && quote < close) quote = text.indexOf('"', close);
  }
  return keys;
}

/** Returns whether a text begins with a quotation mark. */
function mayBeLiteral(text: string): boolean {
  return text.charCodeAt(0) === QUOTE || QUOTED.test(text);
}

/** Returns the mentioned keys. A field counts as itself and as its collection: `[Orders.Total]` reads both. */
function mentions(lexed: readonly Token[]): string[] {
  const keys = new Set<string>();
  for (const token of lexed) {
    if (token.kind !== 'symbol') continue;
    const key = dataItemKey(token.text);
    keys.add(key);
    const dot = key.indexOf('.');
    if (dot > 0) keys.add(key.slice(0, dot));
  }
  return [...keys];
}

/** Syntax of Blue Prism expressions. */
export const BLUE_PRISM_SYNTAX: ExpressionSyntax = {
  language: 'blue-prism',
  tokens,
  plainMentions,
  mentions,
  mayBeLiteral,
  literal: (lexed) => (lexed.length === 1 && lexed[0]!.kind === 'string' ? lexed[0]!.text : undefined),
  tree: bluePrismTree,
};

/** Syntax of data items that the file names without brackets; such a name contains no closing one. */
export const DATA_ITEM_SYNTAX: ExpressionSyntax = {
  language: 'blue-prism',
  marked: (name) => `[${name}]`,
  tokens: (name) => [{ kind: 'symbol', text: name }],
  plainMentions(name) {
    const keys: string[] = [];
    addItem(name, keys);
    return keys;
  },
  mentions,
  literal: () => undefined,
  // Its text has the brackets that the file leaves out.
  tree: (name) => dataItemTree(name, 0, name.length + 2),
};
