/**
 * The workflow definition language: which texts are expressions, their tokens, and what they refer to.
 *
 * A text is an expression when it begins with `@` (the whole text is one) or holds `@{…}` (pieces of it are); `@@`
 * stands for a plain `@`. Mentions are keys of these forms, in lower case, because the language ignores case:
 * `variable:x`, `parameter:p`, `action:a` (outputs, body, actions, result …), `loop:a` (items, iterationIndexes),
 * `trigger`, `input:k` (a field of the trigger's body) and `item`. A name that is computed becomes `*`.
 */
import { flowNameKey, NAMING_FUNCTIONS, TRIGGER_FUNCTIONS } from '../../../model/flow-names.ts';
import type { Token } from '../../../model/workflow.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';
import { FoundKeys } from '../../found-keys.ts';
import { lexCode, lexTemplate } from './lexer.ts';
import { findInCode, findInTemplate } from './mention-scan.ts';
import { parseCode, parseTemplate } from './parser.ts';

const NOTHING: readonly string[] = [];

/** Returns the key of a variable. */
export const variableKey = (name: string): string => `variable:${name.toLowerCase()}`;
/** Returns the key of a parameter (an environment variable, in a solution). */
export const parameterKey = (name: string): string => `parameter:${name.toLowerCase()}`;
/** Returns the key of a field that the trigger receives. */
export const inputKey = (name: string): string => `input:${name.toLowerCase()}`;

/** Returns the texts of the accessors `?['a']`, `['a']`, `.a`, `?.a` that follow token `from`, at most two of them. */
function accessorsAt(tokens: readonly Token[], from: number): string[] {
  const found: string[] = [];
  let at = from;
  while (found.length < 2) {
    if (tokens[at]?.text === '?' && tokens[at]?.kind === 'punctuation') at += 1;
    const open = tokens[at];
    const inner = tokens[at + 1];
    if (open?.kind !== 'punctuation' || inner === undefined) break;
    if (open.text === '[' && inner.kind === 'string') at += 3;
    else if (open.text === '.' && inner.kind === 'name') at += 2;
    else break;
    found.push(inner.text);
  }
  return found;
}

/** Returns the field of the trigger's body that `triggerBody()…` or `triggerOutputs()…` at token `at` reads. */
function triggerField(tokens: readonly Token[], at: number, name: string): string | undefined {
  const argument = tokens[at + 2];
  if (name.startsWith('triggerformdata')) return argument?.kind === 'string' ? argument.text : undefined;
  const [first, second] = accessorsAt(tokens, at + 3);
  if (name === 'triggerbody') return first;
  if (name !== 'triggeroutputs' || first === undefined) return undefined;
  return first === 'body' ? second : first.startsWith('body/') ? first.slice(5) : undefined;
}

function mentions(tokens: readonly Token[]): readonly string[] {
  let first: string | undefined;
  // Few mention two things: for the others a set would cost more than the search.
  let found: Set<string> | undefined;
  const add = (key: string): void => {
    if (first === undefined) first = key;
    else if (key !== first) (found ??= new Set([first])).add(key);
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (token.kind !== 'name' || tokens[at + 1]?.text !== '(' || tokens[at - 1]?.text === '.') continue;
    const name = token.text.toLowerCase();
    const prefix = NAMING_FUNCTIONS.get(name);
    if (prefix !== undefined) {
      const argument = tokens[at + 2];
      const end = tokens[at + 3];
      const fixed =
        argument?.kind === 'string' && (end === undefined || end.text === ')' || end.text === ',');
      add(fixed ? flowNameKey(prefix, argument.text) : `${prefix}:*`);
    } else if (TRIGGER_FUNCTIONS.has(name)) {
      add('trigger');
      const field = triggerField(tokens, at, name);
      if (field !== undefined) add(inputKey(field));
    } else if (name === 'item') add('item');
  }
  if (found !== undefined) return [...found];
  return first === undefined ? NOTHING : [first];
}

function mentionsInText(find: typeof findInCode, text: string): readonly string[] | undefined {
  const bytes = Buffer.from(text);
  const found = new FoundKeys();
  return find(bytes, 0, bytes.length, found) ? found.toArray() : undefined;
}

/** Syntax of a text that is one expression as a whole; its source comes without the `@`. */
export const wholeSyntax: ExpressionSyntax = {
  language: 'workflow-definition',
  tokens: lexCode,
  plainMentions: (text) => mentionsInText(findInCode, text),
  findMentions: findInCode,
  mentions,
  literal: (tokens) => (tokens.length === 1 && tokens[0]!.kind === 'string' ? tokens[0]!.text : undefined),
  tree: parseCode,
};

/** Syntax of a text with `@{…}` in it, which is read as a join of its parts. */
export const templateSyntax: ExpressionSyntax = {
  language: 'workflow-definition',
  tokens: lexTemplate,
  plainMentions: (text) => mentionsInText(findInTemplate, text),
  findMentions: findInTemplate,
  mentions,
  literal: (tokens) =>
    tokens.every(({ kind, text }) => kind === 'string' || text === '&' || text === '(' || text === ')')
      ? tokens.map((token) => (token.kind === 'string' ? token.text : '')).join('')
      : undefined,
  tree: parseTemplate,
};

/** "Syntax" of a setting that holds a variable's bare name, so that a written variable reads like any mention. */
export const variableNameSyntax: ExpressionSyntax = {
  language: 'workflow-definition',
  tokens: (text) => [{ kind: 'symbol', text }],
  mentions: (tokens) => tokens.map((token) => variableKey(token.text)),
  literal: (tokens) => tokens[0]?.text,
  tree: (text) => ({ kind: 'reference', name: text, isMarked: true, start: 0, end: text.length }),
};

/** An expression's syntax and source, as found in a text. */
export interface ExpressionSource {
  readonly syntax: ExpressionSyntax;
  readonly text: string;
}

/** Returns the expression that a text of the file is or holds; undefined for a literal. */
export function expressionIn(text: string): ExpressionSource | undefined {
  if (!text.includes('@')) return undefined;
  const second = text[1];
  if (text[0] === '@' && second !== '@' && second !== '{' && second !== undefined)
    return { syntax: wholeSyntax, text: text.slice(1) };
  for (let at = text.indexOf('@{'); at !== -1; at = text.indexOf('@{', at + 2)) {
    if (text[at - 1] !== '@') return { syntax: templateSyntax, text };
  }
  return undefined;
}

/** Returns the expression in the key of a member. Keys such as `@odata.type` are names, so only calls count. */
export function expressionInKey(key: string): ExpressionSource | undefined {
  if (key.includes('@{')) return expressionIn(key);
  return key[0] === '@' && key[1] !== '@' && key.includes('(') ? expressionIn(key) : undefined;
}

/** Decodes a literal: `@@` at the start and `@@{` anywhere mean a plain `@`. */
export function unescapeLiteral(text: string): string {
  if (!text.includes('@@')) return text;
  return (text.startsWith('@@') ? text.slice(1) : text).replaceAll('@@{', '@{');
}
