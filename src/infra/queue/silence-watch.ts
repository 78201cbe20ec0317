/**
 * Which other processes have been silent for too long while this one could hear them. After time without the database
 * nobody has beaten, and the first to be back must not take the others for dead: it starts to listen anew.
 */
import { LIMITS } from '../../limits.ts';

/** The last beat of a process, as the database tells it. */
export interface LastBeat {
  readonly poolId: string;
  readonly beatenAt: Date;
}

/** Takes the last beats at a moment (milliseconds of a clock that never jumps). Returns the processes that are silent. */
export type SilenceWatch = (beats: readonly LastBeat[], nowMs: number) => readonly string[];

/** A look is late, and nothing is known of the time before it, when so many beats have been missed. */
const LATE_MS = 2 * LIMITS.heartbeatMs;

interface Heard {
  readonly beatenMs: number;
  /** When this process heard that beat first. */
  readonly sinceMs: number;
}

/** Makes a watch that has heard nobody yet. */
export function createSilenceWatch(): SilenceWatch {
  let heard: ReadonlyMap<string, Heard> = new Map();
  let lastLookMs = -Infinity;
  return (beats, nowMs) => {
    const known = nowMs - lastLookMs > LATE_MS ? new Map<string, Heard>() : heard;
    lastLookMs = nowMs;
    heard = new Map(
      beats.map(({ poolId, beatenAt }) => {
        const before = known.get(poolId);
        const beatenMs = beatenAt.getTime();
        return [poolId, before?.beatenMs === beatenMs ? before : { beatenMs, sinceMs: nowMs }];
      }),
    );
    return [...heard].flatMap(([poolId, { sinceMs }]) =>
      nowMs - sinceMs > LIMITS.heartbeatSilenceMsMax ? [poolId] : [],
    );
  };
}
