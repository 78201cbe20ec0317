/** Decodes answers with a result; findings of a large one are decoded one by one as they are written. */

import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { BlockingFinding, Finding, ValidationResult } from '../../src/gen/flowarden/v1/report.ts';
import { KIB } from '../../src/units.ts';

/** Size of an answer of the core from which it is decoded and written in pieces. */
export const LARGE_ANSWER_BYTES_MIN = 256 * KIB;

/** Field numbers of `flowarden/v1/validation.proto` and `report.proto`. */
const VALIDATION_TAG = (1 << 3) | WireType.LengthDelimited;
const FINDINGS_TAG = (14 << 3) | WireType.LengthDelimited;
const BLOCKING_FINDINGS_TAG = (15 << 3) | WireType.LengthDelimited;

/** Result whose lists can be iterated any number of times. */
export interface DecodedResult extends Omit<ValidationResult, 'findings' | 'blockingFindings'> {
  readonly findings: Iterable<Finding>;
  readonly blockingFindings: Iterable<BlockingFinding>;
}

/** Answer whose field 1 is a result. */
interface WithResult {
  readonly validation: ValidationResult | undefined;
}

/** Answer with a result that may be large. */
export type Decoded<Answer extends WithResult> = Omit<Answer, 'validation'> & {
  readonly validation: DecodedResult | undefined;
  /** Size of a large answer in bytes; null for any other. */
  readonly largeBytes: number | null;
};

interface MessageType<Message> {
  decode(bytes: Uint8Array): Message;
}

/** Returns the method with a decoder for large results. */
export function withLargeResult<
  Method extends { readonly responseDeserialize: (bytes: Buffer) => WithResult },
>(
  method: Method,
): Omit<Method, 'responseDeserialize'> & {
  readonly responseDeserialize: (bytes: Buffer) => Decoded<ReturnType<Method['responseDeserialize']>>;
} {
  type Answer = ReturnType<Method['responseDeserialize']>;
  return {
    ...method,
    responseDeserialize(bytes) {
      if (bytes.length < LARGE_ANSWER_BYTES_MIN)
        return { ...(method.responseDeserialize(bytes) as Answer), largeBytes: null };
      const { lists, rest } = splitFields(bytes, [VALIDATION_TAG]);
      const [result] = lists[0]!;
      return {
        ...(method.responseDeserialize(rest) as Answer),
        validation: result && decodeResult(result),
        largeBytes: bytes.length,
      };
    },
  };
}

function decodeResult(bytes: Uint8Array): DecodedResult {
  const { lists, rest } = splitFields(bytes, [FINDINGS_TAG, BLOCKING_FINDINGS_TAG]);
  return {
    ...ValidationResult.decode(rest),
    findings: decodedList(Finding, lists[0]!),
    blockingFindings: decodedList(BlockingFinding, lists[1]!),
  };
}

function decodedList<Message>(type: MessageType<Message>, list: readonly Uint8Array[]): Iterable<Message> {
  return {
    *[Symbol.iterator]() {
      for (const bytes of list) yield type.decode(bytes);
    },
  };
}

/** Splits a message into the contents of the fields with these tags, in their order, and the rest. */
function splitFields(
  bytes: Uint8Array,
  tags: readonly number[],
): { readonly lists: readonly (readonly Uint8Array[])[]; readonly rest: Buffer } {
  const lists = tags.map((): Uint8Array[] => []);
  const rest: Uint8Array[] = [];
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.uint32();
    const index = tags.indexOf(tag);
    if (index >= 0) {
      lists[index]!.push(reader.bytes());
      continue;
    }
    reader.skip(tag & 7, tag >>> 3);
    rest.push(bytes.subarray(start, reader.pos));
  }
  return { lists, rest: Buffer.concat(rest) };
}
