/** One uploaded file, or one member of it: its bytes, and the document in them, read at most once. */

import { AppError } from '../../errors.ts';
import { formatNumber } from '../../text/format.ts';
import type { JsonDocument } from './json/document.ts';
import { readJson } from './json/reader.ts';
import { READ_LIMITS, type ReadLimits, ZIP_LIMITS } from './limits.ts';
import { toUtf8 } from './text.ts';
import type { XmlDocument } from './xml/document.ts';
import { readXml } from './xml/reader.ts';
import { readZip } from './zip/zip.ts';

export type Syntax = 'xml' | 'json' | 'zip' | 'other';

/** The files inside a zip. */
export interface Archive {
  /** Paths of the files, in the order of the archive, with `/` between folders. */
  readonly paths: readonly string[];
  /** Unpacks a file; throws `archive_unsafe` when it is damaged or the path is not one of `paths`. */
  open(path: string): InputFile;
}

export interface InputFile {
  /** The file's name without folders. */
  readonly name: string;
  /** The path in the upload or archive with `/` between folders; the name where the folders are unknown. */
  readonly path: string;
  /** UTF-8 without a byte-order mark (as it came when it is a zip). */
  readonly bytes: Buffer;
  readonly syntax: Syntax;
  /** Returns the XML document; throws `unparsable_file` or `structure_limit_exceeded`. */
  xml(): XmlDocument;
  /** Returns the JSON document; throws `unparsable_file` or `structure_limit_exceeded`. */
  json(): JsonDocument;
  /** Returns the files of the zip; throws `archive_unsafe` or `archive_too_large`. */
  archive(): Archive;
}

/** Archives in archives, the upload being the first: a package in a solution, an app in a package. */
const NESTING_MAX = 2;

/** Bytes that the archives of one upload may still unpack, all levels and repeated reads together. */
interface Budget {
  bytesLeft: number;
}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Returns the syntax by the first bytes: `PK` is a zip, `<` XML, `{` or `[` JSON. */
function sniff(bytes: Uint8Array): Syntax {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2]! < 0x09) return 'zip';
  let at = 0;
  while (at < bytes.length && SPACE.has(bytes[at]!)) at += 1;
  if (bytes[at] === 0x3c) return 'xml';
  if (bytes[at] === 0x7b || bytes[at] === 0x5b) return 'json';
  return 'other';
}

function openArchive(bytes: Buffer, limits: ReadLimits, nesting: number, budget: Budget): Archive {
  if (nesting > NESTING_MAX)
    throw new AppError('archive_unsafe', 'The archive has archives inside archives.');
  const zip = readZip(bytes);
  const members = new Map(zip.members.map((member) => [member.path, member]));
  return {
    paths: [...members.keys()],
    open(path) {
      const member = members.get(path);
      if (member === undefined)
        throw new AppError('archive_unsafe', `The archive has no file "${path.slice(0, 100)}".`);
      budget.bytesLeft -= member.sizeBytes;
      if (budget.bytesLeft < 0) {
        const limit = formatNumber(ZIP_LIMITS.totalBytesMax);
        throw new AppError('archive_too_large', `The archive unpacks to more than ${limit} bytes.`);
      }
      return open(path, zip.read(member), limits, nesting + 1, budget);
    },
  };
}

function open(
  path: string,
  bytes: Uint8Array,
  limits: ReadLimits,
  nesting: number,
  budget: Budget,
): InputFile {
  const zip = sniff(bytes) === 'zip';
  let text: Buffer | undefined;
  try {
    text = zip ? undefined : toUtf8(bytes);
  } catch {
    // Bytes that are no text in any supported encoding belong to no platform; the recognisers report that.
  }
  const content = text ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let xml: XmlDocument | undefined;
  let json: JsonDocument | undefined;
  let archive: Archive | undefined;
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    bytes: content,
    syntax: zip ? 'zip' : text === undefined ? 'other' : sniff(text),
    xml: () => (xml ??= readXml(content, limits)),
    json: () => (json ??= readJson(content, limits)),
    archive: () => (archive ??= openArchive(content, limits, nesting, budget)),
  };
}

/** Opens an upload for the platform readers. Pictures and other binaries become syntax `other`. */
export function openFile(path: string, bytes: Uint8Array, limits: ReadLimits = READ_LIMITS): InputFile {
  return open(path, bytes, limits, 1, { bytesLeft: ZIP_LIMITS.totalBytesMax });
}
