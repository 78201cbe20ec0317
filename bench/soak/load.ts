/** Load generator at fixed rates that does not wait for earlier requests, like independent callers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kind, Outcome } from './traffic.ts';

/** Outcomes of the requests of a kind. */
export interface Tally {
  readonly counts: Record<Outcome, number>;
  /** Milliseconds of each accepted one. */
  readonly acceptedMs: number[];
}

export type Tallies = ReadonlyMap<string, Tally>;

export interface LoadOptions {
  readonly kinds: readonly Kind[];
  /** Share of the rate that the limits allow. */
  readonly factor: number;
  readonly seconds: number;
  /** Called for each failure. */
  onFailure(why: string): void;
  /** Called once a second. */
  onSecond?(tallies: Tallies, secondsLeft: number): void;
}

const MINUTE_MS = 60_000;

/** Sends for `seconds`, and resolves when every response has arrived. */
export async function load({ kinds, factor, seconds, onFailure, onSecond }: LoadOptions): Promise<Tallies> {
  const tallies = new Map(kinds.map(({ name }) => [name, emptyTally()]));
  const running = new Set<Promise<void>>();
  const endMs = performance.now() + seconds * 1000;
  const send = async (kind: Kind, turn: number) => {
    const tally = tallies.get(kind.name)!;
    const startedMs = performance.now();
    const { outcome, why } = await kind.send(turn);
    tally.counts[outcome] += 1;
    if (outcome === 'accepted') tally.acceptedMs.push(performance.now() - startedMs);
    if (outcome === 'failed') onFailure(`${kind.name}: ${why}`);
  };
  const pace = async (kind: Kind, index: number) => {
    const everyMs = MINUTE_MS / (kind.perMinuteMax * factor);
    // Spreads the kinds, so that they are not sent in step.
    let dueMs = performance.now() + (everyMs * index) / kinds.length;
    for (let turn = 0; dueMs < endMs; turn += 1, dueMs += everyMs) {
      await sleep(Math.max(0, dueMs - performance.now()));
      const sent = send(kind, turn).finally(() => running.delete(sent));
      running.add(sent);
    }
  };
  const timer = setInterval(() => onSecond?.(tallies, Math.max(0, (endMs - performance.now()) / 1000)), 1000);
  await Promise.all(kinds.map(pace));
  await Promise.all(running);
  clearInterval(timer);
  return tallies;
}

function emptyTally(): Tally {
  return { counts: { accepted: 0, rejected: 0, failed: 0 }, acceptedMs: [] };
}
