/** JavaScript as the language of expressions: of API workflows, flows, cases and BPMN processes of UiPath. */
import type { Token } from '../../model/workflow.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { scriptTokensOf } from './lexer.ts';
import { parseScript, parseScriptExpression } from './parser.ts';

/** Roots of the data of a run → names behind them that belong to the key of what is read. */
const ROOTS: ReadonlyMap<string, number> = new Map([
  ['$context', 2],
  ['$workflow', 2],
  ['$vars', 1],
  ['vars', 1],
  ['bindings', 1],
  ['input', 1],
]);

/** Returns the names behind a root: `.a`, `?.a` and `["a"]`, at most `count`. */
function namesBehind(tokens: readonly Token[], from: number, count: number): string[] {
  const names: string[] = [];
  let at = from;
  while (names.length < count) {
    const sign = tokens[at]?.text;
    const optional = sign === '?.' && tokens[at + 1]?.text === '[' ? 1 : 0;
    const next = tokens[at + optional + 1];
    if ((sign === '.' || sign === '?.') && next?.kind === 'name') at += 2;
    else if (tokens[at + optional]?.text === '[' && next?.kind === 'string') at += optional + 3;
    else break;
    names.push(next.text);
  }
  return names;
}

const DECLARES = new Set(['const', 'let', 'var']);
/** Most tokens of a list of parameters that are looked at. */
const PARAMETERS_MAX = 100;

/** Returns the names that a script declares itself: constants, variables, and parameters of its functions. */
function declaredNames(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  const opens: number[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { text, kind } = tokens[at]!;
    const next = tokens[at + 1];
    if (kind === 'name') {
      if (DECLARES.has(text) && next?.kind === 'name') names.add(next.text);
      else if (next?.text === '=>') names.add(text);
    } else if (text === '(') opens.push(at);
    else if (text === ')') {
      const open = opens.pop();
      if (open === undefined || (next?.text !== '=>' && next?.text !== '{')) continue;
      // A block behind brackets is a function's, or one of `if`, which has no list of names.
      for (let i = open + 1; i < Math.min(at, open + PARAMETERS_MAX); i += 1) {
        const isFirst = tokens[i - 1]!.text === '(' || tokens[i - 1]!.text === ',';
        const isAlone =
          tokens[i + 1]!.text === ')' || tokens[i + 1]!.text === ',' || tokens[i + 1]!.text === '=';
        if (tokens[i]!.kind === 'name' && isFirst && isAlone && isParameterList(tokens, open, next.text))
          names.add(tokens[i]!.text);
      }
    }
  }
  return names;
}

/** Returns whether brackets before `=>` or `{` hold parameters: `if (vars) {` reads a value. */
function isParameterList(tokens: readonly Token[], open: number, next: string): boolean {
  if (next === '=>') return true;
  return tokens[open - 1]?.text === 'function' || tokens[open - 2]?.text === 'function';
}

/** Keys of the data that an expression reads: `$vars.order`, `$context.variables.total`, `$row`; a root alone reads all of it. */
function mentions(tokens: readonly Token[]): readonly string[] {
  const found = new Set<string>();
  const own = declaredNames(tokens);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (own.has(token.text)) continue;
    const before = tokens[at - 1]?.text;
    if (token.kind !== 'name' || before === '.' || before === '?.') continue;
    // `{ $filter: … }` names a member.
    if (
      (before === '{' || before === ',') &&
      tokens[at + 1]?.text === ':' &&
      tokens[at + 1]?.kind === 'punctuation'
    )
      continue;
    const count = ROOTS.get(token.text);
    if (count !== undefined) found.add([token.text, ...namesBehind(tokens, at + 1, count)].join('.'));
    else if (token.text.startsWith('$') && token.text.length > 1) found.add(token.text);
  }
  return [...found];
}

const base = {
  language: 'javascript',
  tokens: scriptTokensOf,
  mentions,
  literal: (tokens: readonly Token[]) =>
    tokens.length === 1 && tokens[0]!.kind === 'string' ? tokens[0]!.text : undefined,
} as const;

/** Syntax of a text that is one expression. */
export const expressionSyntax: ExpressionSyntax = { ...base, tree: parseScriptExpression };

/** Syntax of a text of statements. */
export const scriptSyntax: ExpressionSyntax = { ...base, tree: parseScript };
