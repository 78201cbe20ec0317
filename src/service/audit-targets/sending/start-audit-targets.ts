/** Sends to audit targets, a few at once, and holds each while it is at it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../../infra/database/database.ts';
import { SECOND_MS } from '../../../units.ts';
import { type SendTargetDeps, sendTarget } from './send-target.ts';
import {
  type ClaimedTarget,
  claimTarget,
  releaseTarget,
  renewTarget,
  TARGET_LEASE_MS,
  TargetLost,
} from './target-claims-store.ts';

/** Targets of a process at once. */
const RUNNING_MAX = 8;
/** Pause between two looks for targets with something to send. */
const LOOK_MS = SECOND_MS;
/** Pause of a target after a fault that is not its own. */
const FAULT_PAUSE_MS = 30 * SECOND_MS;

/** Sends from now on. Returns what ends it: targets that are held are given back. */
export function startAuditTargets(
  deps: SendTargetDeps,
  holder: string,
  lookMs = LOOK_MS,
): () => Promise<void> {
  const { sql, log } = deps;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function run(target: ClaimedTarget): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const timer = setInterval(() => {
      inTransaction(sql, (inner) => renewTarget(inner, target)).catch((error: unknown) => {
        if (error instanceof TargetLost) lost.abort(error);
        else log.warn({ err: error }, 'the claim of an audit target could not be renewed');
      });
    }, TARGET_LEASE_MS / 3);
    let pauseMs = FAULT_PAUSE_MS;
    try {
      pauseMs = await sendTarget(deps, target, signal);
    } catch (error) {
      const { orgId, id } = target;
      if (!signal.aborted && !(error instanceof TargetLost))
        log.error(
          { err: error, orgId, targetId: id },
          'an audit target could not be served and is tried again',
        );
    } finally {
      clearInterval(timer);
    }
    await inTransaction(sql, (inner) => releaseTarget(inner, target, pauseMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'the claim of an audit target could not be given back'),
    );
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        while (running.size < RUNNING_MAX) {
          const target = await inTransaction(sql, (inner) => claimTarget(inner, holder));
          if (target === undefined) break;
          const one = run(target).finally(() => running.delete(one));
          running.add(one);
        }
      } catch (error) {
        log.warn({ err: error }, 'audit targets with something to send could not be looked up');
      }
      await sleep(lookMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const looking = look();
  return async () => {
    stopping.abort();
    await looking;
    await Promise.all(running);
  };
}
