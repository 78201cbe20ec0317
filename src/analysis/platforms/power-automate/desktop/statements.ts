/** Groups the tokens of a Robin script into statements, and classifies each by its beginning. */
import { type Lexeme, lexRobin } from './lexer.ts';

/** One line of the script, or several when a text or a continuation spans them. */
export interface Statement {
  readonly tokens: readonly Lexeme[];
  /** True when `DISABLE` stands before it. The tokens are without it. */
  readonly disabled: boolean;
  readonly start: number;
}

/**
 * Beginning of the data that the designer adds behind copied actions: its repositories of selectors and images, as
 * JSON.
 */
const REPOSITORY = '[ControlRepository]';

/** Returns every statement of a script; lines without any token are left out. */
export function statementsOf(script: string): readonly Statement[] {
  const statements: Statement[] = [];
  let tokens: Lexeme[] = [];
  const finish = (): void => {
    const [first, second] = tokens;
    if (first === undefined) return;
    const disabled = first.text === 'DISABLE' && second?.kind === 'name';
    statements.push({ tokens: disabled ? tokens.slice(1) : tokens, disabled, start: first.start });
    tokens = [];
  };
  for (const token of lexRobin(script)) {
    if (token.kind === 'comment' && token.text.startsWith(REPOSITORY)) break;
    if (token.kind === 'line') finish();
    else tokens.push(token);
  }
  finish();
  return statements;
}

/** Returns a word at the beginning of a statement, as far as the words are names: `ON BLOCK ERROR`. */
export function wordAt({ tokens }: Statement, index: number): string {
  const token = tokens[index];
  return token?.kind === 'name' ? token.text : '';
}

/** Kinds of statements that begin with a fixed word. */
export type Keyword =
  | 'SET'
  | 'CALL'
  | 'FUNCTION'
  | 'END FUNCTION'
  | 'END'
  | 'IF'
  | 'ELSE IF'
  | 'ELSE'
  | 'SWITCH'
  | 'CASE'
  | 'DEFAULT'
  | 'LOOP'
  | 'EXIT LOOP'
  | 'NEXT LOOP'
  | 'EXIT FUNCTION'
  | 'EXIT'
  | 'BLOCK'
  | 'ON BLOCK ERROR'
  | 'ON ERROR'
  | 'THROW ERROR'
  | 'ERROR'
  | 'WAIT'
  | 'LABEL'
  | 'GOTO'
  | 'REPEAT BLOCK'
  | 'IMPORT';

/** By first word: the keywords that begin with it, the longest first. */
const KEYWORDS: ReadonlyMap<string, readonly Keyword[]> = new Map<string, readonly Keyword[]>([
  ['SET', ['SET']],
  ['CALL', ['CALL']],
  ['FUNCTION', ['FUNCTION']],
  ['END', ['END FUNCTION', 'END']],
  ['IF', ['IF']],
  ['ELSE', ['ELSE IF', 'ELSE']],
  ['SWITCH', ['SWITCH']],
  ['CASE', ['CASE']],
  ['DEFAULT', ['DEFAULT']],
  ['LOOP', ['LOOP']],
  ['EXIT', ['EXIT LOOP', 'EXIT FUNCTION', 'EXIT']],
  ['NEXT', ['NEXT LOOP']],
  ['REPEAT', ['REPEAT BLOCK']],
  ['BLOCK', ['BLOCK']],
  ['ON', ['ON BLOCK ERROR', 'ON ERROR']],
  ['THROW', ['THROW ERROR']],
  ['ERROR', ['ERROR']],
  ['WAIT', ['WAIT']],
  ['LABEL', ['LABEL']],
  ['GOTO', ['GOTO']],
  ['IMPORT', ['IMPORT']],
]);

/** Returns the keyword that a statement begins with; undefined for actions and for tokens that are no statement. */
export function statementKeyword(statement: Statement): Keyword | undefined {
  for (const keyword of KEYWORDS.get(wordAt(statement, 0)) ?? []) {
    if (keyword.split(' ').every((word, index) => wordAt(statement, index) === word)) return keyword;
  }
  return undefined;
}

/** Returns the dotted name at token `from`, as `Database.ExecuteSqlStatement.Execute`, and the index behind it. */
export function dottedName(
  tokens: readonly Lexeme[],
  from: number,
): { readonly name: string; readonly next: number } {
  let next = from;
  let name = '';
  while (tokens[next]?.kind === 'name') {
    name += tokens[next]!.text;
    next += 1;
    if (tokens[next]?.text !== '.' || tokens[next + 1]?.kind !== 'name') break;
    name += '.';
    next += 1;
  }
  return { name, next };
}

/** Returns whether a statement is `Module.Action …`: a dotted name, then a setting, an output or nothing. */
export function isAction({ tokens }: Statement): boolean {
  const { name, next } = dottedName(tokens, 0);
  if (!name.includes('.')) return false;
  const [first, second] = [tokens[next], tokens[next + 1]];
  if (first === undefined) return true;
  if (first.text === '@') return true;
  return first.kind === 'name' && (second?.text === ':' || second?.text === '=>');
}

/** Returns whether a statement is an annotation (`@@name: value`), which only the designer reads. */
export function isAnnotation({ tokens }: Statement): boolean {
  return tokens[0]?.text === '@' && tokens[1]?.text === '@';
}

/** Returns `INPUT`, `OUTPUT` or `SENSITIVE` when the statement declares one of them. */
export function declarationOf({ tokens }: Statement): string | undefined {
  const word = tokens[0]?.text === '@' && tokens[1]?.kind === 'name' ? tokens[1].text : undefined;
  return word === 'INPUT' || word === 'OUTPUT' || word === 'SENSITIVE' ? word : undefined;
}
