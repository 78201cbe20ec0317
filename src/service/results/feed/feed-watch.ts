/**
 * Streams of the feed. A core looks for changes by their key, once a second for those of an organisation who see the same: what
 * happened at another core is found like its own. Unlike LISTEN, this loses nothing when a connection is lost.
 */

import { AppError, allTaken } from '../../../errors.ts';
import { untilAborted } from '../../../infra/async/abort.ts';
import { narrowedTo, type Teams, teamsOfNow } from '../../../infra/async/narrowing.ts';
import { createSemaphore } from '../../../infra/async/semaphore.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { HOUR_MS } from '../../../units.ts';
import { type FeedChange, listFeedChanges, readFeedClock } from './feed-changes-store.ts';
import { eventId, eventsOf, type FeedEvent, microsOfEvent } from './feed-events.ts';

/** Interval at which a core looks for changes of an organisation with streams. */
const FEED_LOOK_MS = 1_000;

/** Time that a change may take to be committed after its key was made. */
const FEED_OVERLAP_MS = 15_000;

/** Events that wait for the reader of a stream before the stream ends. */
const FEED_EVENTS_WAITING_MAX = 1_000;

/** Age of an event that a stream can resume from. */
const FEED_RESUME_MS_MAX = HOUR_MS / 2;

/** Changes that a stream gets at once; more are one event, `reset`. */
export const FEED_EVENTS_AT_ONCE_MAX = 500;

/** Streams of one core. */
const FEED_STREAMS_MAX = 500;

/** Of these, streams of one organisation. */
const FEED_STREAMS_ORG_MAX = 50;

/** Of these, streams of one caller. */
export const FEED_STREAMS_CALLER_MAX = 5;

/** Caller of a stream, and where it resumes. */
export interface FeedWatchRequest {
  readonly orgId: string;
  readonly actorId: string;
  /** Key of the last event that it had; null: it begins now. */
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
}

/** Streams of one core. */
export interface FeedWatch {
  /** Yields `ready`, what was missed since the last event, and what happens from now on. @throws AppError `concurrency_limited` */
  watch(request: FeedWatchRequest): AsyncGenerator<FeedEvent>;
  /** Ends all streams, and rejects later ones. */
  close(): void;
}

/** One stream, with the events that its reader has not taken. */
interface Listener {
  push(events: readonly FeedEvent[]): void;
  end(error: AppError): void;
}

/** Streams of an organisation whose callers see the same, and the changes that they have had. */
interface Channel {
  readonly orgId: string;
  readonly teams: Teams;
  readonly listeners: Set<Listener>;
  /** Changes are found that were made since then … */
  sinceMicros: number;
  /** … but for these. A transaction may commit after one with a later key. */
  readonly seen: Map<number, number>;
}

/** Creates the streams of a core; `onError` is called with the error of a failed look, which the next one follows. */
export function createFeedWatch(sql: Sql, onError: (error: unknown) => void): FeedWatch {
  const channels = new Map<string, Channel>();
  const permits = createSemaphore({
    total: FEED_STREAMS_MAX,
    perKey: FEED_STREAMS_ORG_MAX,
  });
  const callerPermits = createSemaphore({ perKey: FEED_STREAMS_CALLER_MAX });
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function look(channel: Channel): Promise<void> {
    const { orgId } = channel;
    const most = FEED_EVENTS_AT_ONCE_MAX;
    const from = channel.sinceMicros - OVERLAP_MICROS;
    const events = await withOrganisation(sql, orgId, async (transaction): Promise<readonly FeedEvent[]> => {
      const found = await listFeedChanges(transaction, from, most + 1);
      const fresh = found.filter(({ number }) => !channel.seen.has(number));
      remember(channel, found);
      const last = found.at(-1);
      if (found.length > most && last !== undefined) return [{ id: eventId(last), kind: 'reset' }];
      return eventsOf(transaction, fresh);
    });
    if (events.length > 0) for (const listener of channel.listeners) listener.push(events);
  }

  function lookLater(): void {
    if (timer !== undefined || isClosed || channels.size === 0) return;
    timer = setTimeout(async () => {
      for (const channel of channels.values())
        await narrowedTo(channel.teams, () => look(channel)).catch(onError);
      timer = undefined;
      lookLater();
    }, FEED_LOOK_MS).unref();
  }

  function join(orgId: string, listener: Listener, nowMicros: number): () => void {
    const teams = teamsOfNow();
    const key = JSON.stringify([orgId, teams]);
    const channel = channels.get(key) ?? {
      orgId,
      teams,
      listeners: new Set(),
      sinceMicros: nowMicros,
      seen: new Map(),
    };
    channels.set(key, channel);
    channel.listeners.add(listener);
    lookLater();
    return () => {
      channel.listeners.delete(listener);
      if (channel.listeners.size === 0) channels.delete(key);
    };
  }

  async function* stream({ orgId, lastEventId, signal }: FeedWatchRequest): AsyncGenerator<FeedEvent> {
    const queue = createQueue();
    const nowMicros = await withOrganisation(sql, orgId, readFeedClock);
    // Before the missed events are read, so that there is no gap between them and the first look.
    const leave = join(orgId, queue, nowMicros);
    try {
      yield { id: eventId({ micros: nowMicros, number: 0 }), kind: 'ready' };
      if (lastEventId !== null) yield* missed(sql, orgId, microsOfEvent(lastEventId), nowMicros);
      for (;;) yield* await untilAborted(queue.take(), signal);
    } finally {
      leave();
    }
  }

  return {
    async *watch(request) {
      if (isClosed) throw closing();
      const { orgId, actorId } = request;
      const leave = permits.tryTake(orgId);
      if (leave === null) throw allTaken('Too many streams of the feed are open.');
      const leaveCaller = callerPermits.tryTake(`${orgId} ${actorId}`);
      try {
        if (leaveCaller === null) throw allTaken('You have too many streams of the feed open. Close one.');
        yield* stream(request);
      } finally {
        leaveCaller?.();
        leave();
      }
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const { listeners } of channels.values())
        for (const listener of listeners) listener.end(closing());
    },
  };
}

const OVERLAP_MICROS = FEED_OVERLAP_MS * 1000;

/** Yields what happened since an event, or `reset` where that is not known any more. */
async function* missed(
  sql: Sql,
  orgId: string,
  sinceMicros: number | undefined,
  nowMicros: number,
): AsyncGenerator<FeedEvent> {
  const reset = { id: eventId({ micros: nowMicros, number: 0 }), kind: 'reset' } as const;
  if (sinceMicros === undefined || nowMicros - sinceMicros > FEED_RESUME_MS_MAX * 1000) {
    yield reset;
    return;
  }
  const most = FEED_EVENTS_AT_ONCE_MAX;
  yield* await withOrganisation(sql, orgId, async (transaction): Promise<readonly FeedEvent[]> => {
    const found = await listFeedChanges(transaction, sinceMicros - OVERLAP_MICROS, most + 1);
    return found.length > most ? [reset] : eventsOf(transaction, found);
  });
}

function remember(channel: Channel, found: readonly FeedChange[]): void {
  for (const { number, micros } of found) channel.seen.set(number, micros);
  channel.sinceMicros = Math.max(channel.sinceMicros, found.at(-1)?.micros ?? 0);
  for (const [number, micros] of channel.seen)
    if (micros <= channel.sinceMicros - OVERLAP_MICROS) channel.seen.delete(number);
}

/** Creates the queue of one stream; it ends when its reader is too slow. */
function createQueue() {
  let events: FeedEvent[] = [];
  let ended: AppError | null = null;
  let wake = () => {};
  return {
    push(more: readonly FeedEvent[]) {
      events.push(...more);
      if (events.length > FEED_EVENTS_WAITING_MAX) ended ??= tooSlow();
      wake();
    },
    end(error: AppError) {
      ended ??= error;
      wake();
    },
    async take(): Promise<readonly FeedEvent[]> {
      while (events.length === 0 && ended === null) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
      if (ended !== null) throw ended;
      const taken = events;
      events = [];
      return taken;
    },
  };
}

function closing(): AppError {
  return new AppError('shutting_down', 'The service is restarting. Open the stream again in a second.');
}

function tooSlow(): AppError {
  return allTaken('The events of the feed were not read fast enough. Open the stream again.');
}
