/** The binary operators of Visual Basic and C# with their levels: an operator of a higher level binds closer. */
import type { Cursor } from './cursor.ts';

export interface Operator {
  readonly text: string;
  readonly level: number;
  /** Tokens that it has. */
  readonly size: number;
  readonly isFromRight: boolean;
}

const table = (levels: readonly string[]): ReadonlyMap<string, number> =>
  new Map(levels.flatMap((signs, level) => signs.split(' ').map((sign) => [sign, level] as const)));

/** From the loosest: an assignment is the statement of code, and `=` compares where no statement stands. */
const VISUAL_BASIC = table([
  '+= -= *= /= &= \\= ^=',
  'xor',
  'or orelse',
  'and andalso',
  'not',
  '= <> < > <= >= == is isnot like',
  '<< >>',
  '&',
  '+ - --',
  'mod',
  '\\',
  '* /',
  'unary',
  '^',
]);
const CSHARP = table([
  '= += -= *= /= %= &= |= ^= ??=',
  '?',
  '??',
  '||',
  '&&',
  '|',
  '^',
  '&',
  '== !=',
  '< > <= >= is as',
  '<< >>',
  '+ -',
  '* / %',
  '..',
  'unary',
]);

/** Levels that the grammar names. */
export const LEVELS = {
  not: VISUAL_BASIC.get('not')! + 1,
  visualBasicUnary: VISUAL_BASIC.get('unary')! + 1,
  coalesce: CSHARP.get('??')!,
  conditional: CSHARP.get('?')!,
  pattern: CSHARP.get('<<')!,
  csharpUnary: CSHARP.get('unary')!,
} as const;

const words = (levels: ReadonlyMap<string, number>): ReadonlySet<string> =>
  new Set([...levels.keys()].filter((text) => /^[a-z]+$/.test(text) && !/^(?:not|unary)$/.test(text)));

/** Binary operators that are words. */
export const WORD_OPERATORS = { 'visual-basic': words(VISUAL_BASIC), csharp: words(CSHARP) } as const;
/** Operators of two signs that the lexer gives one by one. */
const PAIRS = new Set(['<<', '>>', '..', '??=', '%=', '|=', '^=', '\\=']);

/** Returns the operator at the cursor, undefined when none stands there. */
export function operatorAt(cursor: Cursor): Operator | undefined {
  const { at, isVisualBasic } = cursor;
  const levels = isVisualBasic ? VISUAL_BASIC : CSHARP;
  const word = cursor.word();
  if (word !== '') {
    const level = WORD_OPERATORS[isVisualBasic ? 'visual-basic' : 'csharp'].has(word)
      ? levels.get(word)
      : undefined;
    return level === undefined ? undefined : { text: word, level, size: 1, isFromRight: false };
  }
  const sign = cursor.sign();
  if (sign === '') return undefined;
  const next = cursor.isTouching(at + 1) ? cursor.sign(at + 1) : '';
  const isPair = PAIRS.has(sign + next) && next !== '';
  const text = isPair ? sign + next : sign;
  const level = levels.get(text);
  if (level === undefined) return undefined;
  const isFromRight = !isVisualBasic && (level === 0 || text === '??');
  return { text, level, size: isPair ? 2 : 1, isFromRight };
}
