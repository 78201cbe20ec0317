/**
 * Fast parser of common multipart forms, as browsers, curl and HTTP libraries write them.
 * It makes one pass over a complete body and copies no file. Any broken or unusual form is left to the general
 * parser; both read the common forms alike.
 */
import { isUtf8 } from 'node:buffer';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { FormLimits } from './body-limits.ts';
import { fileTooLarge } from './multer-form.ts';

/** Parsed form. */
export interface PlainForm {
  /** View of the body. */
  readonly file: Buffer;
  readonly filename: string;
  readonly fields: Readonly<Record<string, string>>;
}

const CONTENT_TYPE =
  /^multipart\/form-data; ?boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+./:=?-]{1,70}))$/i;

/** Names without escapes, which every parser reads alike. */
const PART_HEAD =
  /^Content-Disposition: form-data; name="([a-z][a-z0-9_]*)"(?:; filename="([^"\\%\p{Cc}]+)")?(?:\r\nContent-Type: ?([^\r\n]*))?$/iu;

/** Content types of a text field that change nothing. */
const TEXT_TYPE = /^text\/plain(?:; ?charset="?(?:utf-8|us-ascii)"?)?$/i;

const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const DASHES = Buffer.from('--');
/** Longest part header that is searched for. */
const HEAD_BYTES_MAX = 1024;

/**
 * Parses the form; null when the general parser has to decide.
 * @throws AppError `file_too_large`, also for an incomplete form
 */
export function readPlainForm(body: Buffer, contentType: string, limits: FormLimits): PlainForm | null {
  const [, quoted, bare] = CONTENT_TYPE.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return null;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  if (!startsWith(body, 0, delimiter.subarray(LINE_END.length))) return null;
  const fields: Record<string, string> = {};
  let file: Buffer | undefined;
  let filename = '';
  let place = delimiter.length - LINE_END.length;
  while (startsWith(body, place, LINE_END)) {
    const head = readHead(body, place + LINE_END.length);
    if (head === null) return null;
    const end = body.indexOf(delimiter, head.end - LINE_END.length);
    const isFile = head.name === 'file' && head.filename !== undefined && file === undefined;
    const fileEnd = end === -1 ? body.length - delimiter.length : end;
    if (isFile && fileEnd - head.end > limits.fileBytesMax) throw fileTooLarge(limits);
    if (end < head.end) return null;
    const content = body.subarray(head.end, end);
    if (head.filename === undefined) {
      if (!isPlainField(head, content) || Object.hasOwn(fields, head.name)) return null;
      fields[head.name] = content.toString();
    } else {
      if (!isFile) return null;
      file = content;
      filename = head.filename;
    }
    place = end + delimiter.length;
  }
  const isEnd = startsWith(body, place, DASHES) && isOver(body, place + DASHES.length);
  const isFew = Object.keys(fields).length <= GATEWAY_LIMITS.formFieldsMax;
  return isEnd && isFew && file !== undefined ? { file, filename, fields } : null;
}

interface PartHead {
  readonly name: string;
  /** Undefined for a text field. */
  readonly filename: string | undefined;
  readonly type: string | undefined;
  /** Offset of the content. */
  readonly end: number;
}

function readHead(body: Buffer, start: number): PartHead | null {
  const bytes = body.subarray(start, start + HEAD_BYTES_MAX);
  const length = bytes.indexOf(HEAD_END);
  if (length < 0 || !isUtf8(bytes.subarray(0, length))) return null;
  const match = PART_HEAD.exec(bytes.toString('utf8', 0, length));
  if (match === null) return null;
  const [, name = '', filename, type] = match;
  return { name, filename, type, end: start + length + HEAD_END.length };
}

function isPlainField({ name, type }: PartHead, content: Buffer): boolean {
  if (type !== undefined && !TEXT_TYPE.test(type)) return false;
  const { fieldNameBytesMax, fieldBytesMax } = GATEWAY_LIMITS;
  return name.length <= fieldNameBytesMax && content.length <= fieldBytesMax && isUtf8(content);
}

function startsWith(body: Buffer, place: number, start: Buffer): boolean {
  // For the few bytes of a delimiter, a loop is faster than a comparison of buffers.
  for (let i = 0; i < start.length; i += 1) if (body[place + i] !== start[i]) return false;
  return true;
}

/** Returns whether nothing or one line end is left. */
function isOver(body: Buffer, place: number): boolean {
  return (
    place === body.length || (place + LINE_END.length === body.length && startsWith(body, place, LINE_END))
  );
}
