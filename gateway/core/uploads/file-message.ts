/**
 * Encodes messages with a file. The generated encoders double their memory until the file fits, and then copy it all
 * once more; each message here has its own buffer.
 */
import { SubmitProjectRequest } from '../../../src/gen/flowarden/v1/project.ts';
import { UploadValidationRequest } from '../../../src/gen/flowarden/v1/validation.ts';

/** Field 1, length-delimited. */
const FILE_TAG = 0x0a;
const NO_BYTES = Buffer.alloc(0);

/** Message whose field 1 is a file. */
interface WithFile {
  readonly file: Uint8Array;
}

/** Encodes the message. */
export function encodeWithFile<Message extends WithFile>(
  type: { encode(message: Message): { finish(): Uint8Array } },
  message: Message,
): Buffer {
  const rest = type.encode({ ...message, file: NO_BYTES }).finish();
  return message.file.byteLength === 0 ? Buffer.from(rest) : fileFirst(message.file, rest);
}

/** Message of an upload: a piece of the file, or what the file is. */
interface UploadMessage {
  readonly part?: { readonly $case: string; readonly value: unknown } | undefined;
}

/** Encodes a message of an upload. */
export function encodePart<Message extends UploadMessage>(
  type: { encode(message: Message): { finish(): Uint8Array } },
  message: Message,
): Buffer {
  const { part } = message;
  if (part?.$case === 'content') return fileFirst(part.value as Uint8Array, NO_BYTES);
  return Buffer.from(type.encode(message).finish());
}

/** Encodes a message of an archive upload. */
export function encodeSubmitProjectRequest(message: SubmitProjectRequest): Buffer {
  return encodePart(SubmitProjectRequest, message);
}

/** Encodes a message of the upload of a file that is validated later. */
export function encodeUploadValidationRequest({ content, submission }: UploadValidationRequest): Buffer {
  const rest = UploadValidationRequest.encode({ content: NO_BYTES, submission }).finish();
  return content.byteLength === 0 ? Buffer.from(rest) : fileFirst(content, rest);
}

function fileFirst(file: Uint8Array, rest: Uint8Array): Buffer {
  const head = [FILE_TAG, ...varint(file.byteLength)];
  const bytes = Buffer.allocUnsafeSlow(head.length + file.byteLength + rest.byteLength);
  bytes.set(head);
  bytes.set(file, head.length);
  bytes.set(rest, head.length + file.byteLength);
  return bytes;
}

function varint(value: number): number[] {
  const digits: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return [...digits, left];
    digits.push((left & 0x7f) | 0x80);
  }
}
