/** Limits of files and archives, beyond which the readers reject them. */

import { AppError } from '../../errors.ts';

/** The limits of one reading. All are counts. */
export interface ReadLimits {
  /** Elements inside elements; the root is at depth 1. */
  readonly xmlDepthMax: number;
  /** Elements of one document. Attributes and text are bounded by the size of the file. */
  readonly xmlNodesMax: number;
  /** Objects and arrays inside each other; a container at the root is at depth 1. */
  readonly jsonDepthMax: number;
  /** Values of one document; the key of a member belongs to its value. */
  readonly jsonTokensMax: number;
}

/** The limits that hold unless a caller sets others. The deepest real files known have 40 (XML) and 48 (JSON) levels. */
export const READ_LIMITS: ReadLimits = Object.freeze({
  xmlDepthMax: 200,
  xmlNodesMax: 1_000_000,
  jsonDepthMax: 200,
  jsonTokensMax: 2_000_000,
});

/** The limits of one archive. Sizes are in bytes. */
export interface ZipLimits {
  /** Members of an archive, folders included; of all archives inside an upload or a project together. */
  readonly entriesMax: number;
  /** Unpacked size of one member. */
  readonly entryBytesMax: number;
  /** Unpacked size of all members; of all archives inside a project together. */
  readonly totalBytesMax: number;
  /** Unpacked size over packed size, of one member and of all, also of all archives inside. */
  readonly ratioMax: number;
}

/** The highest ratio of a real archive known is 23. */
export const ZIP_LIMITS: ZipLimits = Object.freeze({
  entriesMax: 10_000,
  entryBytesMax: 64 * 1024 * 1024,
  totalBytesMax: 1024 * 1024 * 1024,
  ratioMax: 100,
});

/**
 * Archives in archives, the upload being the first: a solution in the package that deploys it, in a zip of a repository.
 */
export const ARCHIVE_NESTING_MAX = 3;

/** Creates the error for a document that exceeds a limit; `excess` completes "The file …". */
export function limitExceeded(excess: string, limit: number): AppError {
  return new AppError('structure_limit_exceeded', `The file ${excess}. Split it into smaller workflows.`, {
    limit: String(limit),
  });
}
