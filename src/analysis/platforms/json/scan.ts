/** Working state of one JSON reading: growing columns, and the finished document at the end. */

import { widened, widenedBytes } from '../columns.ts';
import { DocumentText } from '../document-text.ts';
import type { ReadLimits } from '../limits.ts';
import type { JsonDocument } from './document.ts';

const INITIAL_VALUES = 2048;
/** Longer columns are not reused for the next document. */
const REUSED_VALUES_MAX = 128 * 1024;

/** Columns that grow while a document is read. They are those of `JsonDocument`. */
export interface JsonScan {
  bytes: Buffer;
  limits: ReadLimits;
  size: number;
  kinds: Uint8Array;
  marks: Uint8Array;
  parents: Int32Array;
  nextSiblings: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  keyStarts: Int32Array;
  keyEnds: Int32Array;
  /** The open container, or -1, and how many are open. */
  parent: number;
  depth: number;
  /** By depth: the last value seen. */
  lastChildren: Int32Array;
  /** Contents of the last string, as bits of `TextMark`. */
  met: number;
}

/** Columns reused for the next document of this thread; never a document's content. */
let spare: JsonScan | undefined;

/** Returns a fresh state for a document. */
export function beginJsonScan(bytes: Buffer, limits: ReadLimits): JsonScan {
  const scan = spare ?? createScan(bytes, limits);
  spare = undefined;
  scan.bytes = bytes;
  scan.limits = limits;
  scan.size = 0;
  scan.parent = -1;
  scan.depth = 0;
  if (scan.lastChildren.length < limits.jsonDepthMax + 2)
    scan.lastChildren = new Int32Array(limits.jsonDepthMax + 2);
  scan.lastChildren[0] = -1;
  return scan;
}

/** Returns the state for the next document, unless it has grown out of proportion. */
export function endJsonScan(scan: JsonScan): void {
  scan.bytes = Buffer.alloc(0);
  if (scan.kinds.length <= REUSED_VALUES_MAX) spare = scan;
}

function createScan(bytes: Buffer, limits: ReadLimits): JsonScan {
  return {
    bytes,
    limits,
    size: 0,
    kinds: new Uint8Array(INITIAL_VALUES),
    marks: new Uint8Array(INITIAL_VALUES),
    parents: new Int32Array(INITIAL_VALUES),
    nextSiblings: new Int32Array(INITIAL_VALUES),
    starts: new Int32Array(INITIAL_VALUES),
    ends: new Int32Array(INITIAL_VALUES),
    keyStarts: new Int32Array(INITIAL_VALUES),
    keyEnds: new Int32Array(INITIAL_VALUES),
    parent: -1,
    depth: 0,
    lastChildren: new Int32Array(limits.jsonDepthMax + 2),
    met: 0,
  };
}

/** Makes room for more values. */
export function growValues(scan: JsonScan): void {
  const length = scan.kinds.length * 2;
  scan.kinds = widenedBytes(scan.kinds, length);
  scan.marks = widenedBytes(scan.marks, length);
  scan.parents = widened(scan.parents, length);
  scan.nextSiblings = widened(scan.nextSiblings, length);
  scan.starts = widened(scan.starts, length);
  scan.ends = widened(scan.ends, length);
  scan.keyStarts = widened(scan.keyStarts, length);
  scan.keyEnds = widened(scan.keyEnds, length);
}

/** Returns the finished document: every column copied to its length, all of them in one piece of memory. */
export function cutJsonDocument(scan: JsonScan): JsonDocument {
  const { size } = scan;
  const memory = new ArrayBuffer(size * 26);
  let offset = 0;
  const cut = (column: Int32Array): Int32Array => {
    const copy = new Int32Array(memory, offset, size);
    copy.set(column.subarray(0, size));
    offset += size * 4;
    return copy;
  };
  const columns = {
    bytes: scan.bytes,
    text: new DocumentText(scan.bytes),
    size,
    parents: cut(scan.parents),
    nextSiblings: cut(scan.nextSiblings),
    starts: cut(scan.starts),
    ends: cut(scan.ends),
    keyStarts: cut(scan.keyStarts),
    keyEnds: cut(scan.keyEnds),
  };
  const kinds = new Uint8Array(memory, offset, size);
  kinds.set(scan.kinds.subarray(0, size));
  const marks = new Uint8Array(memory, offset + size, size);
  marks.set(scan.marks.subarray(0, size));
  return { ...columns, kinds, marks };
}
