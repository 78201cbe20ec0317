/**
 * Detects other processes that were silent for too long while this one could observe them. During an outage of the
 * database no process writes heartbeats, so afterwards the observation starts anew.
 */
import { INFRA_LIMITS } from '../limits.ts';

/** Last heartbeat of a process, as the database has it. */
export interface LastBeat {
  readonly poolId: string;
  readonly beatenAt: Date;
}

/** Takes the last heartbeats at a time (milliseconds of a monotonic clock). Returns the processes that are silent. */
export type SilenceWatch = (beats: readonly LastBeat[], nowMs: number) => readonly string[];

/** A check is late, and nothing is known of the time before it, after this many missed heartbeats. */
const LATE_MS = 2 * INFRA_LIMITS.heartbeatMs;

interface Heard {
  readonly beatenMs: number;
  /** Time at which this process first saw that heartbeat. */
  readonly sinceMs: number;
}

/** Creates a watch without observations. */
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
      nowMs - sinceMs > INFRA_LIMITS.heartbeatSilenceMsMax ? [poolId] : [],
    );
  };
}
