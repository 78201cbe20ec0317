/** Takes pulls that are due, a few at once, and holds them while they run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../../infra/database/database.ts';
import { SECOND_MS } from '../../../units.ts';
import { planPulls } from './plan-pulls.ts';
import {
  type ClaimedPull,
  ClaimLost,
  claimPull,
  LEASE_MS,
  releaseClaim,
  renewClaim,
} from './pull-claims-store.ts';
import { type PullDeps, runPull } from './pull-run.ts';

/** Pulls of a process at once. */
const RUNNING_MAX = 8;
/** Pause between two looks for pulls that are due. */
const LOOK_MS = SECOND_MS;
/** Pause between two looks for sources whose time has come. */
const PLAN_MS = 20 * SECOND_MS;
/** Pause of a pull that failed by something that is not the platform. */
const FAULT_PAUSE_MS = 30 * SECOND_MS;

/** Pulls from now on. Returns what ends it: pulls that run are given back. */
export function startPulls(deps: PullDeps, holder: string): () => Promise<void> {
  const { sql, log, counters } = deps;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function run(pull: ClaimedPull): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const timer = setInterval(() => {
      inTransaction(sql, (inner) => renewClaim(inner, pull)).catch((error: unknown) => {
        if (error instanceof ClaimLost) lost.abort(error);
        else log.warn({ err: error }, 'the claim of a pull could not be renewed');
      });
    }, LEASE_MS / 3);
    let pauseMs = 0;
    try {
      pauseMs = (await runPull(deps, pull, signal)) ?? 0;
    } catch (error) {
      pauseMs = stopping.signal.aborted ? 0 : FAULT_PAUSE_MS;
      const { orgId, id } = pull;
      if (!signal.aborted && !(error instanceof ClaimLost))
        log.error({ err: error, orgId, pullId: id }, 'a pull failed and is tried again');
    } finally {
      clearInterval(timer);
    }
    await inTransaction(sql, (inner) => releaseClaim(inner, pull, pauseMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'the claim of a pull could not be given back'),
    );
  }

  async function look(): Promise<void> {
    let planAtMs = performance.now();
    while (!stopping.signal.aborted) {
      try {
        if (performance.now() >= planAtMs) {
          planAtMs = performance.now() + PLAN_MS;
          await inTransaction(sql, (inner) => planPulls(inner, new Date()));
        }
        while (running.size < RUNNING_MAX) {
          const pull = await inTransaction(sql, (inner) => claimPull(inner, holder));
          if (pull === undefined) break;
          const one = run(pull).finally(() => {
            running.delete(one);
            counters?.running(running.size);
          });
          running.add(one);
          counters?.running(running.size);
        }
      } catch (error) {
        log.warn({ err: error }, 'pulls that are due could not be looked up');
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const looking = look();
  return async () => {
    stopping.abort();
    await looking;
    await Promise.all(running);
  };
}
