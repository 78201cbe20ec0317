/** Serves what a process claims, a few at once, and renews each claim while it is served. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../units.ts';
import type { Sql } from '../database/connections.ts';
import { inTransaction } from '../database/database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Logger } from '../logging/log.ts';

/** Pause of a claim after a fault that is not its own. */
const FAULT_PAUSE_MS = 30 * SECOND_MS;

/** Key of what is claimed. */
interface ClaimKey {
  readonly orgId: string;
  readonly id: string;
}

/** Work that is claimed: how it is found, held and served. */
export interface ClaimedWork<Claim extends ClaimKey> {
  /** Name of one in messages, such as `an audit target`. */
  readonly name: string;
  /** Name of the member of a log line that has the id of one, such as `targetId`. */
  readonly idName: string;
  /** Name of those that are due in messages, such as `audit targets with something to send`. */
  readonly dueName: string;
  /** Most that are served at once. */
  readonly runningMax: number;
  /** Pause between two looks for work, in milliseconds. */
  readonly lookMs: number;
  /** Time for which a claim holds without being renewed, in milliseconds. */
  readonly leaseMs: number;
  /** Does what has to come before each look; absent: nothing. */
  readonly beforeLook?: () => Promise<void>;
  /** Called when one begins or has ended, with how many are served. */
  readonly onRunning?: (running: number) => void;
  /** Claims what has been due longest; undefined: nothing is due. */
  claim(sql: Transaction): Promise<Claim | undefined>;
  /** Renews a claim. Rejects with an error for which `isLost` is true when another process has it. */
  renew(sql: Transaction, claim: Claim): Promise<void>;
  isLost(error: unknown): boolean;
  /** Gives a claim back, with the pause until the next turn. */
  release(sql: Transaction, claim: Claim, pauseMs: number): Promise<void>;
  /** Serves a claim until the signal. Returns the pause until the next turn, in milliseconds. */
  serve(claim: Claim, signal: AbortSignal): Promise<number>;
}

/** Serves from now on. Returns what ends it: claims that are held are given back. */
export function serveClaims<Claim extends ClaimKey>(
  { sql, log }: { readonly sql: Sql; readonly log: Pick<Logger, 'warn' | 'error'> },
  work: ClaimedWork<Claim>,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const count = () => work.onRunning?.(running.size);

  async function run(claim: Claim): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const timer = setInterval(() => {
      inTransaction(sql, (inner) => work.renew(inner, claim)).catch((error: unknown) => {
        if (work.isLost(error)) lost.abort(error);
        else log.warn({ err: error }, `the claim of ${work.name} could not be renewed`);
      });
    }, work.leaseMs / 3);
    let pauseMs = 0;
    try {
      pauseMs = await work.serve(claim, signal);
    } catch (error) {
      // What a process that stops leaves goes on elsewhere at once.
      pauseMs = stopping.signal.aborted ? 0 : FAULT_PAUSE_MS;
      const { orgId, id } = claim;
      const about = { err: error, orgId, [work.idName]: id };
      if (!signal.aborted && !work.isLost(error))
        log.error(about, `${work.name} could not be served and is tried again`);
    } finally {
      clearInterval(timer);
    }
    await inTransaction(sql, (inner) => work.release(inner, claim, pauseMs)).catch((error: unknown) =>
      log.warn({ err: error }, `the claim of ${work.name} could not be given back`),
    );
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work.beforeLook?.();
        while (running.size < work.runningMax) {
          const claim = await inTransaction(sql, (inner) => work.claim(inner));
          if (claim === undefined) break;
          const one = run(claim).finally(() => {
            running.delete(one);
            count();
          });
          running.add(one);
          count();
        }
      } catch (error) {
        log.warn({ err: error }, `${work.dueName} could not be looked up`);
      }
      await sleep(work.lookMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const looking = look();
  return async () => {
    stopping.abort();
    await looking;
    await Promise.all(running);
  };
}
