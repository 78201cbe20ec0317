/** One uploaded file, or one member of it: its bytes, and the document in them, read at most once. */

import { AppError } from '../../errors.ts';
import { formatNumber } from '../../text/format.ts';
import { mayHaveComments, readJsonFile, withoutComments } from './json/comments.ts';
import type { JsonDocument } from './json/document.ts';
import { ARCHIVE_NESTING_MAX, READ_LIMITS, type ReadLimits, ZIP_LIMITS } from './limits.ts';
import { toUtf8 } from './text.ts';
import type { XmlDocument } from './xml/document.ts';
import { readXml } from './xml/reader.ts';
import { RATIO_FREE_BYTES } from './zip/directory.ts';
import { readZip, type ZipArchive } from './zip/zip.ts';

export type Syntax = 'xml' | 'json' | 'zip' | 'other';

/** The files inside a zip. */
export interface Archive {
  /** Paths of the files, in the order of the archive, with `/` between folders. */
  readonly paths: readonly string[];
  /** False if an archive in this one is too deep to be opened. */
  readonly canNest: boolean;
  /** Unpacks a file; throws `archive_unsafe` when it is damaged or the path is not one of `paths`. */
  open(path: string): InputFile;
}

/** Kinds of files that are only read on request. */
export interface OptionalKinds {
  /** Workflows of Azure Logic Apps (Standard). */
  readonly logicApps: boolean;
}

const NO_OPTIONAL_KINDS: OptionalKinds = { logicApps: false };

export interface InputFile {
  /** The file's name without folders. */
  readonly name: string;
  /** The path in the upload or archive with `/` between folders; the name where the folders are unknown. */
  readonly path: string;
  /** UTF-8 without a byte-order mark (as it came when it is a zip). */
  readonly bytes: Buffer;
  readonly syntax: Syntax;
  readonly optionalKinds: OptionalKinds;
  /** Returns the XML document; throws `unparsable_file` or `structure_limit_exceeded`. */
  xml(): XmlDocument;
  /** Returns the JSON document; throws `unparsable_file` or `structure_limit_exceeded`. */
  json(): JsonDocument;
  /** Returns the files of the zip; throws `archive_unsafe` or `archive_too_large`. */
  archive(): Archive;
}

/** Bytes and members that the archives of one upload may still unpack, all levels together. */
interface Budget {
  bytesLeft: number;
  /** Members of archives inside others. */
  entriesLeft: number;
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

/** Checks an archive inside others against all of them: each level by itself may be within its limits. */
function checkNested({ members }: ZipArchive, { budget, packedBytes }: Level): void {
  budget.entriesLeft -= members.length;
  if (budget.entriesLeft < 0) {
    const limit = formatNumber(ZIP_LIMITS.entriesMax);
    throw new AppError('archive_too_large', `The archives inside have more than ${limit} members together.`);
  }
  const unpacked = members.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (unpacked <= RATIO_FREE_BYTES || unpacked <= packedBytes * ZIP_LIMITS.ratioMax) return;
  const problem = `The archives inside are packed more than ${ZIP_LIMITS.ratioMax} times together, as only a bomb is.`;
  throw new AppError('archive_unsafe', problem);
}

/** Place of a file among the archives around it, and what is read of them. */
interface Level {
  readonly optionalKinds: OptionalKinds;
  /** 1: the upload. */
  readonly nesting: number;
  /** Bytes in the upload of the member that the file comes from, however deep it lies; those of the upload itself. */
  readonly packedBytes: number;
  readonly budget: Budget;
}

function openArchive(bytes: Buffer, limits: ReadLimits, level: Level): Archive {
  const { nesting, budget, optionalKinds } = level;
  if (nesting > ARCHIVE_NESTING_MAX)
    throw new AppError(
      'archive_unsafe',
      `The archive has archives inside each other, more than ${ARCHIVE_NESTING_MAX} deep.`,
    );
  const zip = readZip(bytes);
  if (nesting > 1) checkNested(zip, level);
  const members = new Map(zip.members.map((member) => [member.path, member]));
  // What is counted once is unpacked once.
  const archives = new Map<string, InputFile>();
  return {
    paths: [...members.keys()],
    canNest: nesting < ARCHIVE_NESTING_MAX,
    open(path) {
      const member = members.get(path);
      if (member === undefined)
        throw new AppError('archive_unsafe', `The archive has no file "${path.slice(0, 100)}".`);
      const known = archives.get(path);
      if (known !== undefined) return known;
      budget.bytesLeft -= member.sizeBytes;
      if (budget.bytesLeft < 0) {
        const limit = formatNumber(ZIP_LIMITS.totalBytesMax);
        throw new AppError('archive_too_large', `The archive unpacks to more than ${limit} bytes.`);
      }
      const packedBytes = nesting === 1 ? member.packedBytes : level.packedBytes;
      const file = open(path, zip.read(member), limits, {
        nesting: nesting + 1,
        packedBytes,
        budget,
        optionalKinds,
      });
      if (file.syntax === 'zip') archives.set(path, file);
      return file;
    },
  };
}

/** Returns the syntax of a text, by what stands behind the comments at its beginning where it may have some. */
function syntaxOf(path: string, text: Buffer): Syntax {
  const syntax = sniff(text);
  return syntax === 'other' && mayHaveComments(path) ? sniff(withoutComments(text)) : syntax;
}

function open(path: string, bytes: Uint8Array, limits: ReadLimits, level: Level): InputFile {
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
    optionalKinds: level.optionalKinds,
    syntax: zip ? 'zip' : text === undefined ? 'other' : syntaxOf(path, text),
    xml: () => (xml ??= readXml(content, limits)),
    json: () => (json ??= readJsonFile(path, content, limits)),
    archive: () => (archive ??= openArchive(content, limits, level)),
  };
}

/** Opens an upload for the platform readers. Pictures and other binaries become syntax `other`. */
export function openFile(
  path: string,
  bytes: Uint8Array,
  limits: ReadLimits = READ_LIMITS,
  optionalKinds: OptionalKinds = NO_OPTIONAL_KINDS,
): InputFile {
  const budget = { bytesLeft: ZIP_LIMITS.totalBytesMax, entriesLeft: ZIP_LIMITS.entriesMax };
  return open(path, bytes, limits, { nesting: 1, packedBytes: bytes.byteLength, budget, optionalKinds });
}
