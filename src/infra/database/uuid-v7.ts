/**
 * UUIDv7: identifiers that begin with their time, so that new rows go to the end of an index and time ranges are key
 * ranges.
 */
import { randomUUID } from 'node:crypto';

/** Creates an identifier for the given time. */
export function uuidV7(moment: Date = new Date()): string {
  // The random half of a version 4 UUID, which Node generates in batches.
  return `${timeHalf(moment)}-7${randomUUID().slice(15)}`;
}

/** Returns the smallest identifier of a time, for ranges. */
export function uuidV7Floor(moment: Date): string {
  return `${timeHalf(moment)}-0000-0000-000000000000`;
}

function timeHalf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** Returns whether a text is a UUID of any version, in either case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Returns the time at the beginning of a UUIDv7. */
export function uuidV7Time(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
