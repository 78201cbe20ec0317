/** Serves ticket targets, a few at once, and holds each while it is at it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../../infra/database/database.ts';
import { SECOND_MS } from '../../../units.ts';
import { serveTicketTarget, type TicketSendingDeps, UNKNOWN_MS } from './serve-ticket-target.ts';
import {
  type ClaimedTicketTarget,
  claimTicketTarget,
  releaseTicketTarget,
  renewTicketTarget,
  TICKET_LEASE_MS,
  TicketTargetLost,
} from './ticket-claims-store.ts';

/** Targets of a process at once. */
const RUNNING_MAX = 4;
/** Pause between two looks for targets with something to do. */
const LOOK_MS = 5 * SECOND_MS;
/** Pause of a target after a fault that is not its own. */
const FAULT_PAUSE_MS = 30 * SECOND_MS;

/** Serves from now on. Returns what ends it: targets that are held are given back. */
export function startTicketTargets(
  deps: TicketSendingDeps,
  holder: string,
  lookMs = LOOK_MS,
): () => Promise<void> {
  const { sql, log, unknownMs = UNKNOWN_MS } = deps;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function run(target: ClaimedTicketTarget): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const timer = setInterval(() => {
      inTransaction(sql, (inner) => renewTicketTarget(inner, target)).catch((error: unknown) => {
        if (error instanceof TicketTargetLost) lost.abort(error);
        else log.warn({ err: error }, 'the claim of a ticket target could not be renewed');
      });
    }, TICKET_LEASE_MS / 3);
    let pauseMs = FAULT_PAUSE_MS;
    try {
      pauseMs = await serveTicketTarget(deps, target, signal);
    } catch (error) {
      const { orgId, id } = target;
      if (!signal.aborted && !(error instanceof TicketTargetLost))
        log.error(
          { err: error, orgId, targetId: id },
          'a ticket target could not be served and is tried again',
        );
    } finally {
      clearInterval(timer);
    }
    await inTransaction(sql, (inner) => releaseTicketTarget(inner, target, pauseMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'the claim of a ticket target could not be given back'),
    );
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        while (running.size < RUNNING_MAX) {
          const target = await inTransaction(sql, (inner) => claimTicketTarget(inner, holder, unknownMs));
          if (target === undefined) break;
          const one = run(target).finally(() => running.delete(one));
          running.add(one);
        }
      } catch (error) {
        log.warn({ err: error }, 'ticket targets with something to do could not be looked up');
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
