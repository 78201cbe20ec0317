/** Declarations before the first action of a desktop flow: inputs, outputs, and sensitive variables. */
import type { Argument } from '../../../model/workflow.ts';
import { robinKey } from './expressions.ts';
import { decodeText, type Lexeme } from './lexer.ts';
import { declarationOf, type Statement } from './statements.ts';
import { outerEnd, type RobinReader, readScriptValue } from './values.ts';

/** Returns the variables of every `@SENSITIVE: [a, b]`, as keys. */
export function sensitiveNames(statements: readonly Statement[]): Set<string> {
  const found = new Set<string>();
  for (const statement of statements) {
    if (declarationOf(statement) !== 'SENSITIVE') continue;
    for (const token of statement.tokens.slice(2)) {
      if (token.kind === 'name') found.add(robinKey(token.text));
      else if (token.kind === 'text') found.add(robinKey(decodeText(token.text)));
    }
  }
  return found;
}

/** Returns the entries of `{ 'Key': value, … }` whose brace stands at `open`: key → the tokens of the value. */
function entriesOf(tokens: readonly Lexeme[], open: number): Map<string, readonly Lexeme[]> {
  const entries = new Map<string, readonly Lexeme[]>();
  for (let at = open + 1; at < tokens.length; ) {
    const key = tokens[at]!;
    if (key.kind !== 'text' || tokens[at + 1]?.text !== ':') {
      at += 1;
      continue;
    }
    const end = outerEnd(tokens, at + 2, ({ text }) => text === ',' || text === '}');
    entries.set(decodeText(key.text), tokens.slice(at + 2, end));
    at = end + 1;
  }
  return entries;
}

function textOfEntry(tokens: readonly Lexeme[] | undefined): string {
  return tokens?.[0]?.kind === 'text' ? decodeText(tokens[0].text) : '';
}

/**
 * Reads `@INPUT Name : { 'Type': 'String', 'DefaultValue': '' }` or the same with `@OUTPUT` into an argument.
 * Its description becomes a note.
 */
export function readDeclaration(
  reader: RobinReader,
  { tokens, start }: Statement,
  direction: 'in' | 'out',
  sensitive: ReadonlySet<string>,
): Argument | undefined {
  const named = tokens[2];
  if (named === undefined || named.kind !== 'name') return undefined;
  const name = named.text;
  const open = tokens.findIndex((token) => token.text === '{' && token.kind === 'punctuation');
  const entries: ReadonlyMap<string, readonly Lexeme[]> = open === -1 ? new Map() : entriesOf(tokens, open);
  const initial = entries.get('DefaultValue');
  const description = entries.get('Description');
  const note = textOfEntry(description);
  if (note !== '') {
    const { start: at } = description![0]!;
    const about = { symbol: start };
    reader.draft.notes.push({ at, owner: -1, name, kind: 'annotation', text: note, about });
  }
  return {
    at: start,
    owner: -1,
    name,
    key: robinKey(name),
    type: textOfEntry(entries.get('Type')),
    secure: sensitive.has(robinKey(name)),
    default: initial === undefined ? undefined : readScriptValue(reader, initial, -1, name, start),
    enabled: true,
    direction,
  };
}
