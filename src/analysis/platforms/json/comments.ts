/** Comments in JSON files that the vendor's tools read with them. */
import { AppError } from '../../../errors.ts';
import type { ReadLimits } from '../limits.ts';
import type { JsonDocument } from './document.ts';
import { readJson } from './reader.ts';

/**
 * Files whose tools skip comments: those of a Logic Apps (Standard) project, which the Azure Functions host and the
 * designer read with Json.NET, and the project file of UiPath Studio.
 */
const COMMENTED: ReadonlySet<string> = new Set([
  'workflow.json',
  'connections.json',
  'parameters.json',
  'host.json',
  'local.settings.json',
  'project.json',
]);

const [SLASH, STAR, QUOTE, BACKSLASH, LINE_FEED, RETURN, BLANK] = [47, 42, 34, 92, 10, 13, 32];

/** Returns whether a file may have comments, by its path. */
export const mayHaveComments = (path: string): boolean =>
  COMMENTED.has(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase());

/**
 * Returns the bytes with blanks in place of comments, so that each value keeps its place. A comment without its end stays:
 * the reader rejects it.
 */
export function withoutComments(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  let at = 0;
  while (at < copy.length) {
    const byte = copy[at]!;
    if (byte === QUOTE) at = endOfString(copy, at + 1);
    else if (byte !== SLASH) at += 1;
    else {
      const end = endOfComment(copy, at);
      if (end === -1) break;
      for (let blank = at; blank < end; blank += 1)
        if (copy[blank] !== LINE_FEED && copy[blank] !== RETURN) copy[blank] = BLANK;
      at = Math.max(end, at + 1);
    }
  }
  return copy;
}

function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Returns the offset behind a comment; that of its beginning where there is none, -1 where it does not end. */
function endOfComment(bytes: Buffer, at: number): number {
  if (bytes[at + 1] === SLASH) {
    const end = bytes.indexOf(LINE_FEED, at);
    return end === -1 ? bytes.length : end;
  }
  if (bytes[at + 1] !== STAR) return at;
  // A search for a text costs more than a short comment has bytes.
  for (let end = at + 3; end < bytes.length; end += 1)
    if (bytes[end] === SLASH && bytes[end - 1] === STAR) return end + 1;
  return -1;
}

/** Reads a document, with comments where the tools of its kind take them. Throws as `readJson` does. */
export function readJsonFile(path: string, bytes: Uint8Array, limits: ReadLimits): JsonDocument {
  if (!mayHaveComments(path)) return readJson(bytes, limits);
  try {
    return readJson(bytes, limits);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unparsable_file') throw error;
    return readJson(withoutComments(bytes), limits);
  }
}
