/** Words of Visual Basic and C# that no expression begins with. */
import type { Cursor } from './cursor.ts';
import { WORD_OPERATORS } from './operators.ts';

/** Words that begin or join statements and never an expression. */
const STATEMENT_WORDS = {
  'visual-basic': new Set(
    `dim const static then else elseif end for each in to step next while wend do loop return throw try catch finally
    using select case call exit continue with goto on error resume byval byref optional paramarray imports let redim
    raiseevent addhandler removehandler handles implements inherits synclock when public private protected friend
    shared readonly overrides class module structure enum namespace property set stop erase of as sub function
    if`.split(/\s+/),
  ),
  csharp: new Set(
    `var const static if else for foreach in while do return try catch finally using switch case break continue goto
    lock public private protected internal readonly override class struct enum namespace void when unsafe
    fixed`.split(/\s+/),
  ),
} as const;

/** Words that stand between two operands or clauses. */
const BETWEEN = {
  'visual-basic': WORD_OPERATORS['visual-basic'],
  csharp: new Set([...WORD_OPERATORS.csharp, 'out', 'params']),
} as const;

/** Words of queries, `from x in y where …`, each with a part of the query behind it. */
export const QUERY_WORDS: ReadonlySet<string> = new Set(
  `from in where select order orderby by group join on equals into let distinct skip take while aggregate ascending
  descending`.split(/\s+/),
);

/** Returns whether a word begins or joins statements and never an expression. */
export function isStatementWord({ isVisualBasic }: Cursor, word: string): boolean {
  const words: ReadonlySet<string> = STATEMENT_WORDS[isVisualBasic ? 'visual-basic' : 'csharp'];
  return words.has(word);
}

/** Returns whether no expression begins with a word. */
export function isReserved(cursor: Cursor, word: string): boolean {
  const between: ReadonlySet<string> = BETWEEN[cursor.isVisualBasic ? 'visual-basic' : 'csharp'];
  return between.has(word) || isStatementWord(cursor, word);
}
