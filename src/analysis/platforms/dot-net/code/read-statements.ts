/** Reads the statements of a method of C#. Linear in the tokens; nesting is bounded. */
import type { Cursor } from '../tree/cursor.ts';
import { typeEnd } from '../tree/types.ts';
import type {
  Branch,
  CodeMethod,
  CodeName,
  CodeSpan,
  CodeStatement,
  Handler,
  Local,
  TextRange,
} from './code.ts';
import { requireShallow } from './depth.ts';
import { behindType, nameToken, readHead, skipExpression, skipLabel, spanOf } from './parts.ts';
import { readLocals } from './read-locals.ts';
import { readParameters } from './read-parameters.ts';

/** Reads the statements up to the bracket that closes their block, or the end. */
export function readBlock(cursor: Cursor): CodeStatement[] {
  const statements: CodeStatement[] = [];
  requireShallow(cursor);
  cursor.depth += 1;
  while (!cursor.isAtEnd && !cursor.isCloser()) {
    const { at } = cursor;
    const statement = readStatement(cursor);
    if (statement !== undefined) statements.push(statement);
    // Nothing begins with this token.
    if (cursor.at === at) cursor.at += 1;
  }
  cursor.depth -= 1;
  return statements;
}

/** Reads `{ … }`; of a damaged file what stands there. */
function readBraces(cursor: Cursor): CodeStatement[] {
  cursor.take('{');
  const body = readBlock(cursor);
  cursor.take('}');
  return body;
}

/** Reads the statement of a condition or loop as a list. */
function readBody(cursor: Cursor): readonly CodeStatement[] {
  if (cursor.isSign('{')) return readBraces(cursor);
  requireShallow(cursor);
  cursor.depth += 1;
  const statement = readStatement(cursor);
  cursor.depth -= 1;
  return statement === undefined ? [] : [statement];
}

/** Reads a statement inside of another one's head, or behind a word before it. */
function readInner(cursor: Cursor): CodeStatement | undefined {
  requireShallow(cursor);
  cursor.depth += 1;
  const statement = readStatement(cursor);
  cursor.depth -= 1;
  return statement;
}

function readStatement(cursor: Cursor): CodeStatement | undefined {
  const start = cursor.start();
  const from = cursor.at;
  const word = cursor.word();
  const make = <T extends object>(bare: T): T & TextRange => ({ ...bare, start, end: cursor.lastEnd });
  if (cursor.take(';')) return undefined;
  if (cursor.isSign('{')) return make({ kind: 'block', word: '', body: readBraces(cursor) } as const);
  const isCall = (at: number): boolean => cursor.isSign('(', at);
  switch (word) {
    case 'if':
      return make({ kind: 'if', branches: readIf(cursor) } as const);
    case 'switch':
      if (isCall(from + 1)) return make(readSwitch(cursor));
      break;
    case 'while':
    case 'for':
    case 'foreach':
    case 'do':
      return make(readLoop(cursor, word));
    case 'try':
      return make(readTry(cursor));
    case 'using':
    case 'lock':
    case 'fixed':
    case 'checked':
    case 'unchecked':
    case 'unsafe':
      if (isCall(from + 1) || cursor.isSign('{', from + 1)) return make(readScope(cursor, word));
      break;
    case 'return':
    case 'throw': {
      cursor.at += 1;
      const value = cursor.isSign(';') ? undefined : skipExpression(cursor);
      cursor.take(';');
      return make({ kind: word, value } as const);
    }
    case 'break':
    case 'continue':
    case 'goto':
      cursor.at += 1;
      skipExpression(cursor);
      cursor.take(';');
      return make({ kind: 'jump', word } as const);
    default:
  }
  if (word === 'yield' || (word === 'await' && /^(?:using|foreach)$/.test(cursor.word(from + 1)))) {
    cursor.at += 1;
    return readInner(cursor);
  }
  // A label of `goto`.
  if (word !== '' && cursor.isSign(':', from + 1) && !cursor.isSign(':', from + 2)) {
    cursor.at += 2;
    return undefined;
  }
  const method = readFunction(cursor);
  if (method !== undefined) return make({ kind: 'function', method } as const);
  const declared = readLocals(cursor);
  if (declared !== undefined) return make({ kind: 'declaration', ...declared } as const);
  const value = skipExpression(cursor);
  cursor.take(';');
  return cursor.at === from ? undefined : make({ kind: 'value', value } as const);
}

/** Reads a chain of `if … else if … else`, however long it is. */
function readIf(cursor: Cursor): Branch[] {
  const branches: Branch[] = [];
  while (cursor.word() === 'if') {
    cursor.at += 1;
    const label = readHead(cursor);
    branches.push({ label, body: readBody(cursor) });
    if (cursor.word() !== 'else') return branches;
    cursor.at += 1;
  }
  branches.push({ label: undefined, body: readBody(cursor) });
  return branches;
}

function readSwitch(cursor: Cursor): Omit<CodeStatement & { readonly kind: 'switch' }, keyof TextRange> {
  cursor.at += 1;
  const value = readHead(cursor);
  const branches: Branch[] = [];
  cursor.take('{');
  while (!cursor.isAtEnd && !cursor.isCloser()) {
    let label: CodeSpan | undefined;
    while (/^(?:case|default)$/.test(cursor.word())) {
      const isCase = cursor.word() === 'case';
      cursor.at += 1;
      const own = skipLabel(cursor);
      if (isCase) label ??= own;
    }
    const body = readSection(cursor);
    branches.push({ label, body });
  }
  cursor.take('}');
  return { kind: 'switch', value, branches };
}

/** Reads the statements of a case, up to the next one. */
function readSection(cursor: Cursor): CodeStatement[] {
  const body: CodeStatement[] = [];
  requireShallow(cursor);
  cursor.depth += 1;
  while (!cursor.isAtEnd && !cursor.isCloser() && !/^(?:case|default)$/.test(cursor.word())) {
    const { at } = cursor;
    const statement = readStatement(cursor);
    if (statement !== undefined) body.push(statement);
    if (cursor.at === at) cursor.at += 1;
  }
  cursor.depth -= 1;
  return body;
}

type Loop = CodeStatement & { readonly kind: 'loop' };
const AS_LOOP = { kind: 'loop', before: [], item: undefined, after: undefined } as const;

function readLoop(cursor: Cursor, word: Loop['word']): Omit<Loop, keyof TextRange> {
  cursor.at += 1;
  if (word === 'do') {
    const body = readBody(cursor);
    if (cursor.word() === 'while') cursor.at += 1;
    const test = readHead(cursor);
    cursor.take(';');
    return { ...AS_LOOP, word, test, body };
  }
  if (word === 'while') {
    const test = readHead(cursor);
    return { ...AS_LOOP, word, test, body: readBody(cursor) };
  }
  const close = cursor.isSign('(') ? cursor.closeOf() : -1;
  if (close === -1) return { ...AS_LOOP, word, test: undefined, body: [] };
  cursor.at += 1;
  const head = word === 'foreach' ? readEach(cursor, close) : readFor(cursor, close);
  cursor.at = close + 1;
  return { ...AS_LOOP, word, ...head, body: readBody(cursor) };
}

function readEach(cursor: Cursor, close: number): Pick<Loop, 'item' | 'test'> {
  const end = behindType(cursor, cursor.at);
  let item: Local | undefined;
  if (end !== undefined && cursor.isName(end) && cursor.word(end) !== 'in') {
    item = { name: nameToken(cursor, end), type: cursor.textOf(cursor.at, end), value: undefined };
    cursor.at = end + 1;
  }
  while (cursor.at < close && cursor.word() !== 'in') cursor.at += 1;
  return { item, test: spanOf(cursor, Math.min(cursor.at + 1, close), close) };
}

function readFor(cursor: Cursor, close: number): Pick<Loop, 'before' | 'test' | 'after'> {
  const first = readInner(cursor);
  const test = skipExpression(cursor);
  cursor.take(';');
  const after = spanOf(cursor, Math.min(cursor.at, close), close);
  return {
    before: first === undefined ? [] : [first],
    test: test.to > test.from ? test : undefined,
    after: after.to > after.from ? after : undefined,
  };
}

function readTry(cursor: Cursor): Omit<CodeStatement & { readonly kind: 'try' }, keyof TextRange> {
  cursor.at += 1;
  const body = readBraces(cursor);
  const handlers: Handler[] = [];
  while (cursor.word() === 'catch') handlers.push(readHandler(cursor));
  if (cursor.word() !== 'finally') return { kind: 'try', body, handlers, last: undefined };
  cursor.at += 1;
  return { kind: 'try', body, handlers, last: readBraces(cursor) };
}

function readHandler(cursor: Cursor): Handler {
  const start = cursor.start();
  cursor.at += 1;
  let type = '';
  let variable: CodeName | undefined;
  const close = cursor.isSign('(') ? cursor.closeOf() : -1;
  if (close !== -1) {
    const end = typeEnd(cursor, cursor.at + 1);
    if (end !== undefined) {
      type = cursor.textOf(cursor.at + 1, end);
      if (end < close && cursor.isName(end)) variable = nameToken(cursor, end);
    }
    cursor.at = close + 1;
  }
  let filter: CodeSpan | undefined;
  if (cursor.word() === 'when') {
    cursor.at += 1;
    filter = readHead(cursor);
  }
  const body = readBraces(cursor);
  return { start, end: cursor.lastEnd, type, variable, filter, body };
}

/** Reads `using (…) …`, `lock (…) …`, `checked { … }`: what stands in its brackets is its first statement. */
function readScope(
  cursor: Cursor,
  word: string,
): Omit<CodeStatement & { readonly kind: 'block' }, keyof TextRange> {
  cursor.at += 1;
  const before: CodeStatement[] = [];
  const close = cursor.isSign('(') ? cursor.closeOf() : -1;
  if (close !== -1) {
    cursor.at += 1;
    const first = readInner(cursor);
    if (first !== undefined) before.push(first);
    cursor.at = close + 1;
  }
  return { kind: 'block', word, body: [...before, ...readBody(cursor)] };
}

const FUNCTION_WORDS = /^(?:static|async|unsafe|extern)$/;

/** Reads a function inside a method; undefined when none begins here. */
function readFunction(cursor: Cursor): CodeMethod | undefined {
  let at = cursor.at;
  while (FUNCTION_WORDS.test(cursor.word(at))) at += 1;
  const end = cursor.word(at) === 'new' ? undefined : behindType(cursor, at);
  if (end === undefined || !cursor.isName(end) || !cursor.isSign('(', end + 1)) return undefined;
  const close = cursor.closeOf(end + 1);
  if (close === -1 || !(cursor.isSign('{', close + 1) || cursor.isSign('=>', close + 1))) return undefined;
  const name = nameToken(cursor, end);
  const returns = cursor.textOf(at, end);
  cursor.at = end + 1;
  const parameters = readParameters(cursor);
  return { name, attributes: [], returns, parameters, body: readMethodBody(cursor) };
}

/** Reads `{ … }`, `=> value;` or `;` behind the head of a method. */
export function readMethodBody(cursor: Cursor): readonly CodeStatement[] {
  if (cursor.isSign('{')) return readBraces(cursor);
  if (!cursor.take('=>')) {
    cursor.take(';');
    return [];
  }
  const value = skipExpression(cursor);
  cursor.take(';');
  return [{ kind: 'return', value, start: value.start, end: value.end }];
}
