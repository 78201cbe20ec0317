/** UUIDv7: identifiers that begin with their time, so that new rows go to the end of an index and ranges are times. */
import { randomBytes } from 'node:crypto';

/** A new identifier of the given moment. */
export function uuidV7(moment: Date = new Date()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(moment.getTime(), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest identifier of a moment, for ranges. */
export function uuidV7Floor(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Whether a text is a UUID of any version, in either case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
