/** Drift: what differs between two places that should hold the same workflows. */
import type { FileForm } from '../../analysis/forms/form.ts';
import type { InputFile } from '../../analysis/platforms/input-file.ts';

/** States of a file, the worst first. */
export const DRIFT_STATES = [
  'changed',
  'not_comparable',
  'right_only',
  'left_only',
  'same',
  'generated',
] as const;

export type DriftState = (typeof DRIFT_STATES)[number];

/** One file of a place, or one part of a release. */
export interface DriftItem {
  /** Path in the place, with `/` on every system; members of archives stand below the path of their archive. */
  readonly path: string;
  /** Name of a part of the file; `''` for the whole file. */
  readonly part: string;
  /** Names by which the item is found in the other place, the surest first. */
  readonly keys: readonly string[];
  /** SHA-256 of its bytes; undefined for a part of a file and for a file that cannot be read. */
  readonly content: string | undefined;
  /** Its form, for a part of a file. */
  readonly form: FileForm | undefined;
  /** Packing or a designer has written the file. */
  readonly isGenerated: boolean;
  /** Reason why it cannot be compared. */
  readonly problem: string | undefined;
  /** Reads the file again. */
  open(): Promise<InputFile>;
}

/** An item of each place, or an item that only one of them has. */
export type DriftPair =
  | { readonly left: DriftItem; readonly right: DriftItem }
  | { readonly left: DriftItem; readonly right: undefined }
  | { readonly left: undefined; readonly right: DriftItem };

/** State of a pair. */
export interface Drift {
  readonly state: DriftState;
  readonly left: DriftItem | undefined;
  readonly right: DriftItem | undefined;
  /** The connections or the values of environment variables differ, beside the state. */
  readonly otherConnections: boolean;
  /** Reason for the state `not_comparable`. */
  readonly reason: string | undefined;
}
