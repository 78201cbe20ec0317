/** Limits of a file's structure beyond which the readers reject it. */

import { AppError } from '../../../errors.ts';

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

/** Creates the error for a document that exceeds a limit; `excess` completes "The file …". */
export function limitExceeded(excess: string, limit: number): AppError {
  return new AppError('structure_limit_exceeded', `The file ${excess}. Split it into smaller workflows.`, {
    limit: String(limit),
  });
}
