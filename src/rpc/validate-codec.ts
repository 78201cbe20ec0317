/** Reads a ValidateRequest without copying its file: the generated reader would copy up to 10 MiB for every call. */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { ValidateRequest } from '../gen/flowarden/v1/validation.ts';

/** Field 1, length-delimited. */
const FILE_TAG = (1 << 3) | WireType.LengthDelimited;

/** The message; its `file` is a view of `bytes`. @throws when the bytes are no message */
export function decodeValidateRequest(bytes: Buffer): ValidateRequest {
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
    // A file that comes twice is allowed by protobuf and sent by nobody: leave it to the generated reader.
    if (file !== undefined) return ValidateRequest.decode(bytes);
    file = reader.bytes();
    before = bytes.subarray(0, start);
    after = bytes.subarray(reader.pos);
  }
  const request = ValidateRequest.decode(Buffer.concat([before, after]));
  if (file) request.file = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return request;
}

/**
 * Whether nobody uses the memory around the file of a decoded message any more. That is so when the message has its
 * own; smaller ones share a block of Node's with others.
 */
export function isBufferFree({ file }: ValidateRequest): boolean {
  return file.byteLength >= Buffer.poolSize;
}
