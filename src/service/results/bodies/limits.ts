/** Limits of packs of old results. Each has its unit in its name. */
import { HOUR_MS, MIB } from '../../../units.ts';

export const BODY_LIMITS = {
  /** Results or outlines in one pack. */
  packEntriesMax: 500,
  /** Size of these in the database, unless one alone is larger. */
  packBytesMax: MIB,
  /** Time from the day of an id to the end of which rows are made under it, but for few. */
  rowMsMax: HOUR_MS,
} as const satisfies Readonly<Record<string, number>>;
