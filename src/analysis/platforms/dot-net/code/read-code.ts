/** Reads a file of C#: namespaces, types and their members. What is damaged is passed by, and the rest is read. */
import { formatNumber } from '../../../../text/format.ts';
import { limitExceeded } from '../../limits.ts';
import { Cursor } from '../tree/cursor.ts';
import type { CodeAttribute, CodeFile, CodeMethod, Field, TypeDeclaration } from './code.ts';
import { requireShallow } from './depth.ts';
import { behindType, nameToken, skipExpression } from './parts.ts';
import { readParameters } from './read-parameters.ts';
import { readMethodBody } from './read-statements.ts';

/** Longest text, in UTF-16 units; real files are below a tenth of it. */
const TEXT_MAX = 4 * 1024 * 1024;

/** Reads a file; types inside others stand in one list with them, in the order of the text. */
export function readCode(text: string): CodeFile {
  if (text.length > TEXT_MAX)
    throw limitExceeded(`has more than ${formatNumber(TEXT_MAX)} characters of code`, TEXT_MAX);
  const cursor = new Cursor(text, 'csharp');
  const types: TypeDeclaration[] = [];
  // Namespaces hold nothing but types: their brackets need no counting.
  while (!cursor.isAtEnd) {
    const attributes = readAttributes(cursor);
    while (MODIFIER.test(cursor.word())) cursor.at += 1;
    if (startsType(cursor)) readType(cursor, attributes, types);
    else cursor.at += 1;
  }
  return { cursor, types };
}

const MODIFIER =
  /^(?:public|private|protected|internal|static|readonly|sealed|abstract|virtual|override|async|new|partial|extern|unsafe|volatile|const|required|file)$/;
const TYPE_WORD = /^(?:class|struct|interface|record|enum)$/;

const startsType = (cursor: Cursor): boolean =>
  TYPE_WORD.test(cursor.word()) &&
  (cursor.isName(cursor.at + 1) || TYPE_WORD.test(cursor.word(cursor.at + 1)));

/** Reads `[A, B(1)]` as often as it stands here. */
function readAttributes(cursor: Cursor): CodeAttribute[] {
  const attributes: CodeAttribute[] = [];
  while (cursor.isSign('[') && cursor.closeOf() !== -1) {
    const close = cursor.closeOf();
    cursor.at += 1;
    while (cursor.at < close) {
      // `assembly: …`
      if (cursor.isName() && cursor.isSign(':', cursor.at + 1)) cursor.at += 2;
      const at = cursor.start();
      const from = cursor.at;
      while (cursor.at < close && (cursor.isName() || cursor.isSign('.'))) cursor.at += 1;
      const name = cursor.textOf(from, cursor.at);
      if (name !== '') attributes.push({ name: name.slice(name.lastIndexOf('.') + 1), at });
      skipExpression(cursor, ',');
      if (!cursor.take(',')) break;
    }
    cursor.at = close + 1;
  }
  return attributes;
}

/** Reads a type and those in it, from the word before its name. */
function readType(cursor: Cursor, attributes: readonly CodeAttribute[], types: TypeDeclaration[]): void {
  const isEnum = cursor.word() === 'enum';
  while (TYPE_WORD.test(cursor.word()) && cursor.isName(cursor.at + 1)) cursor.at += 1;
  const name = nameToken(cursor);
  cursor.at = behindType(cursor, cursor.at) ?? cursor.at + 1;
  if (cursor.isSign('(')) readParameters(cursor);
  const bases = readBases(cursor);
  while (!cursor.isAtEnd && !cursor.isSign('{') && !cursor.isSign(';') && !cursor.isCloser()) cursor.at += 1;
  const close = cursor.isSign('{') ? cursor.closeOf() : -1;
  const fields: Field[] = [];
  const methods: CodeMethod[] = [];
  types.push({ name, bases, attributes, fields, methods });
  if (!cursor.take('{')) return;
  if (isEnum && close !== -1) {
    cursor.at = close + 1;
    return;
  }
  while (!cursor.isAtEnd && !cursor.isCloser()) {
    const { at } = cursor;
    readMember(cursor, { name: name.text, fields, methods }, types);
    if (cursor.at === at) cursor.at += 1;
  }
  cursor.take('}');
}

function readBases(cursor: Cursor): string[] {
  const bases: string[] = [];
  if (!cursor.take(':')) return bases;
  for (;;) {
    const end = behindType(cursor, cursor.at);
    if (end === undefined) return bases;
    bases.push(cursor.textOf(cursor.at, end));
    cursor.at = end;
    if (cursor.isSign('(') && cursor.closeOf() !== -1) cursor.at = cursor.closeOf() + 1;
    if (!cursor.take(',')) return bases;
  }
}

interface OpenType {
  readonly name: string;
  readonly fields: Field[];
  readonly methods: CodeMethod[];
}

/** Words of members that are not read. */
const NO_TYPE = /^(?:event|delegate|implicit|explicit)$/;

function readMember(cursor: Cursor, type: OpenType, types: TypeDeclaration[]): void {
  const attributes = readAttributes(cursor);
  let isConstant = false;
  while (MODIFIER.test(cursor.word())) {
    isConstant ||= cursor.word() === 'const';
    cursor.at += 1;
  }
  if (startsType(cursor)) {
    requireShallow(cursor);
    cursor.depth += 1;
    readType(cursor, attributes, types);
    cursor.depth -= 1;
    return;
  }
  const isConstructor = cursor.isSign('(', cursor.at + 1) && (cursor.isName() || cursor.isSign('~'));
  const end = isConstructor ? cursor.at : behindType(cursor, cursor.at);
  if (end === undefined || !cursor.isName(end) || NO_TYPE.test(cursor.word())) {
    skipMember(cursor);
    return;
  }
  const returns = isConstructor ? '' : cursor.textOf(cursor.at, end);
  const name = nameToken(cursor, end);
  cursor.at = behindType(cursor, end) ?? end + 1;
  if (cursor.isSign('(') && cursor.closeOf() !== -1) {
    const parameters = readParameters(cursor);
    skipHead(cursor);
    type.methods.push({ name, attributes, returns, parameters, body: readMethodBody(cursor) });
  } else if (cursor.isSign('{')) readProperty(cursor, type, { name, type: returns });
  else if (cursor.isSign('=>'))
    type.methods.push({ name, attributes, returns, parameters: [], body: readMethodBody(cursor) });
  else readFields(cursor, type, { name, type: returns, isConstant });
}

/** Moves behind constraints and the call of another constructor. */
function skipHead(cursor: Cursor): void {
  while (!cursor.isAtEnd && !cursor.isCloser() && !/^(?:[{;]|=>)$/.test(cursor.sign())) {
    const close = cursor.closeOf();
    cursor.at = (close === -1 ? cursor.at : close) + 1;
  }
}

/** Moves behind a member that is not read. */
function skipMember(cursor: Cursor): void {
  while (!cursor.isAtEnd && !cursor.isCloser()) {
    if (cursor.take(';')) return;
    const isBody = cursor.isSign('{');
    const close = cursor.closeOf();
    cursor.at = (close === -1 ? cursor.at : close) + 1;
    if (isBody) return;
  }
}

/** Reads the accessors of a property, and its first value. */
function readProperty(
  cursor: Cursor,
  type: OpenType,
  { name, type: returns }: Pick<Field, 'name' | 'type'>,
): void {
  const close = cursor.closeOf();
  cursor.take('{');
  while (!cursor.isAtEnd && !cursor.isCloser()) {
    const { at } = cursor;
    readAttributes(cursor);
    while (MODIFIER.test(cursor.word())) cursor.at += 1;
    if (/^(?:get|set|init|add|remove)$/.test(cursor.word())) cursor.at += 1;
    const body = readMethodBody(cursor);
    if (body.length > 0) type.methods.push({ name, attributes: [], returns: '', parameters: [], body });
    if (cursor.at === at) cursor.at += 1;
  }
  if (close !== -1) cursor.at = close;
  cursor.take('}');
  if (!cursor.isSign('=')) return;
  readFields(cursor, type, { name, type: returns, isConstant: false });
}

/** Reads ` = value, b = value;` behind the name of a field. */
function readFields(cursor: Cursor, { fields }: OpenType, first: Omit<Field, 'value'>): void {
  let { name } = first;
  for (;;) {
    const value = cursor.take('=') ? skipExpression(cursor, ',') : undefined;
    fields.push({ ...first, name, value });
    if (!cursor.take(',') || !cursor.isName()) break;
    name = nameToken(cursor);
    cursor.at += 1;
  }
  skipExpression(cursor);
  cursor.take(';');
}
