/** Decodes messages with a file without copying it: the generated decoders would copy up to 25 MiB per call. */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { SubmitProjectRequest } from '../../gen/flowarden/v1/project.ts';
import { UploadValidationRequest } from '../../gen/flowarden/v1/validation.ts';

/** Field 1, length-delimited. */
const FILE_TAG = (1 << 3) | WireType.LengthDelimited;

/** Message whose field 1 is a file. */
interface WithFile {
  file: Uint8Array;
}

/** Decodes the message; its `file` is a view of `bytes`. @throws when the bytes are not a valid message */
export function decodeWithFile<Message extends WithFile>(
  type: { decode(bytes: Uint8Array): Message },
  bytes: Buffer,
): Message {
  const reader = new BinaryReader(bytes);
  let file: Uint8Array | undefined;
  let before = bytes;
  let after = bytes.subarray(bytes.length);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.uint32();
    if (tag !== FILE_TAG) {
      reader.skip(tag & 7, tag >>> 3);
      continue;
    }
    // Protobuf allows a repeated file, but no client sends one: the generated decoder handles it.
    if (file !== undefined) return type.decode(bytes);
    file = reader.bytes();
    before = bytes.subarray(0, start);
    after = bytes.subarray(reader.pos);
  }
  const request = type.decode(Buffer.concat([before, after]));
  if (file) request.file = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return request;
}

/** Message of an upload: a piece of the file, or what the file is. */
interface UploadMessage {
  part?: { $case: 'content'; value: Buffer } | { $case: string; value: unknown } | undefined;
}

/** Decodes a message of an upload; a piece in it is a view of `bytes`. @throws when the bytes are not a valid message */
export function decodePart<Message extends UploadMessage>(
  type: { decode(bytes: Uint8Array): Message },
  bytes: Buffer,
): Message {
  const value = solePiece(bytes);
  return value === null ? type.decode(bytes) : ({ part: { $case: 'content', value } } as Message);
}

/** Decodes a message of an archive upload. @throws when the bytes are not a valid message */
export function decodeSubmitProjectRequest(bytes: Buffer): SubmitProjectRequest {
  return decodePart(SubmitProjectRequest, bytes);
}

/**
 * Decodes the message; a piece of a file that is its only field is a view of `bytes`. @throws when the bytes are not
 * a valid message
 */
export function decodeUploadValidationRequest(bytes: Buffer): UploadValidationRequest {
  const content = solePiece(bytes);
  return content === null ? UploadValidationRequest.decode(bytes) : { content, submission: undefined };
}

/** Returns the bytes of field 1 as a view if the message has no other field; else null. */
function solePiece(bytes: Buffer): Buffer | null {
  const reader = new BinaryReader(bytes);
  if (reader.len === 0 || reader.uint32() !== FILE_TAG) return null;
  const { buffer, byteOffset, byteLength } = reader.bytes();
  return reader.pos === reader.len ? Buffer.from(buffer, byteOffset, byteLength) : null;
}
