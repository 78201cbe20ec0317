/** Places that outlive their document. */
import type { Anchor } from '../workflow.ts';

/** Location data of a finding whose document is no longer in memory. */
export interface Place {
  /** Human names from the file to the element. */
  readonly names: readonly string[];
  /** XPath or JSON Pointer. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly editorLine?: number;
  /** The file's own id of the element, else its names from the top. */
  readonly elementKey: string;
  readonly pathKey: string;
  readonly type: string;
}

/** An anchor that may outlive its document: facts that are sent have `place`, facts beside their document need none. */
export interface Spot extends Anchor {
  readonly place?: Place;
}
