/** Writes small zip archives, honest ones and ones that lie in any field of any header. */
import { crc32, deflateRawSync } from 'node:zlib';

/** Member as it is written, with headers that may say something else. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  /** Default: deflate. */
  readonly stored?: boolean;
  /** Writes sizes and checksum behind the data and zeros into the local header. */
  readonly descriptor?: boolean;
  /** Packed bytes to write instead of those of the content. */
  readonly packed?: Buffer;
  /** Unix mode, in the upper half of the external attributes. */
  readonly mode?: number;
  /** Flag bits besides the one for descriptors. */
  readonly flags?: number;
  /** What the local header says about the name. */
  readonly localName?: string;
  /** What the central directory says instead. */
  readonly says?: {
    readonly method?: number;
    readonly crc?: number;
    readonly packedBytes?: number;
    readonly sizeBytes?: number;
    readonly localStart?: number;
  };
  /** No bytes of its own: only a record in the directory. */
  readonly phantom?: boolean;
}

export interface ZipShape {
  readonly comment?: string;
  readonly prefix?: Buffer;
  /** What the end record says instead. */
  readonly says?: {
    readonly count?: number;
    readonly countHere?: number;
    readonly disk?: number;
    readonly directoryStart?: number;
  };
}

const UTF8 = 0x800;
const DESCRIPTOR = 8;
const asBuffer = (text: Buffer | string): Buffer => (typeof text === 'string' ? Buffer.from(text) : text);

function fields(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const out = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) at = out.writeUIntLE(value, at, bytes);
  return out;
}

/** The flag bits of names that need UTF-8. */
export const UTF8_FLAG = UTF8;

interface Written {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: Buffer;
  readonly size: number;
}

function prepare(entry: ZipEntry): Written {
  const content = asBuffer(entry.content ?? '');
  const stored = entry.stored ?? false;
  return {
    name: asBuffer(entry.name),
    flags: (entry.flags ?? 0) | (entry.descriptor ? DESCRIPTOR : 0),
    method: stored ? 0 : 8,
    crc: crc32(content),
    packed: entry.packed ?? (stored ? content : deflateRawSync(content)),
    size: content.length,
  };
}

function localPart(entry: ZipEntry, written: Written): Buffer {
  const { flags, method, crc, packed, size } = written;
  const name = entry.localName === undefined ? written.name : Buffer.from(entry.localName);
  const known = entry.descriptor ? [0, 0, 0] : [crc, packed.length, size];
  const header = fields(
    [4, 0x04034b50],
    [2, 20],
    [2, flags],
    [2, method],
    [4, 0x21],
    [4, known[0]!],
    [4, known[1]!],
    [4, known[2]!],
    [2, name.length],
    [2, 0],
  );
  const descriptor = fields([4, 0x08074b50], [4, crc], [4, packed.length], [4, size]);
  return Buffer.concat([header, name, packed, ...(entry.descriptor ? [descriptor] : [])]);
}

function centralPart(entry: ZipEntry, written: Written, localStart: number): Buffer {
  const { says = {} } = entry;
  const header = fields(
    [4, 0x02014b50],
    [2, 0x0314],
    [2, 20],
    [2, written.flags],
    [2, says.method ?? written.method],
    [4, 0x21],
    [4, says.crc ?? written.crc],
    [4, says.packedBytes ?? written.packed.length],
    [4, says.sizeBytes ?? written.size],
    [2, written.name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, ((entry.mode ?? 0o100644) * 0x10000) >>> 0],
    [4, says.localStart ?? localStart],
  );
  return Buffer.concat([header, written.name]);
}

/** The bytes of an archive. */
export function zip(entries: readonly ZipEntry[], shape: ZipShape = {}): Buffer {
  const parts: Buffer[] = [shape.prefix ?? Buffer.alloc(0)];
  const central: Buffer[] = [];
  let at = parts[0]!.length;
  for (const entry of entries) {
    const written = prepare(entry);
    central.push(centralPart(entry, written, at));
    if (entry.phantom) continue;
    const local = localPart(entry, written);
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const { says = {} } = shape;
  const count = says.count ?? entries.length;
  const comment = Buffer.from(shape.comment ?? '');
  const end = fields(
    [4, 0x06054b50],
    [2, says.disk ?? 0],
    [2, 0],
    [2, says.countHere ?? count],
    [2, count],
    [4, directory.length],
    [4, says.directoryStart ?? at],
    [2, comment.length],
  );
  return Buffer.concat([...parts, directory, end, comment]);
}

/** A zip whose members all unpack the same bytes: each one's data quotes the headers that follow it. */
export function quotedOverlapBomb(members: number, kernelBytes: number): Buffer {
  const kernel = deflateRawSync(Buffer.alloc(kernelBytes));
  const names = Array.from({ length: members }, (_, i) => String(i).padStart(6, '0'));
  const headers: Buffer[] = [];
  let packedBytes = kernel.length;
  let sizeBytes = kernelBytes;
  const sizes: { packedBytes: number; sizeBytes: number }[] = [];
  for (let i = members - 1; i >= 0; i -= 1) {
    sizes[i] = { packedBytes, sizeBytes };
    const written = { ...prepare({ name: names[i]! }), packed: Buffer.alloc(0), crc: 0, size: sizeBytes };
    const header = localPart({ name: names[i]! }, written);
    headers[i] = header;
    // A stored deflate block in front of the header makes it data of the member before.
    packedBytes += 5 + header.length;
    sizeBytes += header.length;
  }
  const quote = (header: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0]), fields([2, header.length], [2, 0xffff ^ header.length]), header]);
  const body = Buffer.concat([headers[0]!, ...headers.slice(1).map(quote), kernel]);
  const starts = headers.map((header, i) => i * (header.length + 5));
  const entries = names.map(
    (name, i): ZipEntry => ({ name, phantom: true, says: { ...sizes[i]!, localStart: starts[i]! } }),
  );
  return zip(entries, { prefix: body });
}
