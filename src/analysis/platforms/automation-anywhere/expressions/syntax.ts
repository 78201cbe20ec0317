/** Syntaxes of values in Automation Anywhere: text without references, text with them, arithmetic, lockers. */
import type { Token } from '../../../model/workflow.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';
import { arithmeticTokens, textTokens } from './lexer.ts';
import { arithmeticTree, textTree } from './tree.ts';

/** Returns a variable's name as expressions match it: Automation Anywhere ignores its letter case. */
export function symbolKey(name: string): string {
  return name.toLowerCase();
}

/** `"Var"`: functions of migrated bots name the variable that they read as a text. */
const QUOTED = /^"([^"]+)"$/;

function mentions(tokens: readonly Token[]): readonly string[] {
  const keys = new Set<string>();
  tokens.forEach(({ kind, text }, index) => {
    if (kind === 'symbol') keys.add(symbolKey(text));
    const named = kind === 'string' && tokens[index - 1]?.text === '(' ? QUOTED.exec(text)?.[1] : undefined;
    if (named !== undefined) keys.add(symbolKey(named));
  });
  return [...keys];
}

const ONE_REFERENCE = /^\$[A-Za-z_@][\w-]*\$$/;

/** Returns the mention of a text that is one reference, as most are; otherwise undefined. */
function plainMentions(text: string): readonly string[] | undefined {
  return ONE_REFERENCE.test(text) ? [symbolKey(text.slice(1, -1))] : undefined;
}

/** Text without a dollar sign. */
export const plainSyntax: ExpressionSyntax = {
  language: 'a360',
  isPlain: true,
  tokens: (text) => [{ kind: 'string', text }],
  tree: (text) => ({ kind: 'literal', type: 'text', value: text, start: 0, end: text.length }),
  mentions: () => [],
  literal: ([token]) => token?.text,
};

/** Text with references: `Dear $sName$, row $tRows[1][2]$`, `file://$pFolder$`. `$$` stands for one dollar sign. */
export const textSyntax: ExpressionSyntax = {
  language: 'a360',
  tokens: textTokens,
  tree: textTree,
  plainMentions,
  mentions,
  literal: (tokens) =>
    tokens.length === 0
      ? ''
      : tokens.length === 1 && tokens[0]!.kind === 'string'
        ? tokens[0]!.text
        : undefined,
};

/** Numbers and conditions: `$nRow$ + 1`. */
export const arithmeticSyntax: ExpressionSyntax = {
  language: 'a360',
  tokens: arithmeticTokens,
  tree: arithmeticTree,
  mentions,
  literal: (tokens) =>
    tokens.length === 1 && (tokens[0]!.kind === 'number' || tokens[0]!.kind === 'name')
      ? tokens[0]!.text
      : undefined,
};

/** A credential of a locker as the default of a variable: neither a literal nor a variable. */
export const lockerSyntax: ExpressionSyntax = {
  language: 'a360',
  tokens: (text) => [{ kind: 'symbol', text }],
  tree: (text) => ({ kind: 'reference', name: text, isMarked: true, start: 0, end: text.length }),
  mentions: () => [],
  literal: () => undefined,
};
