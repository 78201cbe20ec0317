/** News of the feed: one stream a browser, which notifies all its tabs. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { organisationId } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { FEED_STREAM } from './calls/feed.ts';
import { exchangeOnce } from './define-call.ts';
import { readEvents } from './event-stream.ts';

/** Time after which a hidden tab lets its stream go. */
const HIDDEN_MS = 60_000;
/** Pause before the next attempt: the first one, and the longest. */
const RETRY_MS = [2_000, 30_000] as const;
/** Shortest interval between two notices. */
const NOTICE_MS = 500;

/** Calls `onNews` when something happens in the feed. Returns whether the stream of this browser is open. */
export function useFeedNews(onNews: () => void): boolean {
  const [isLive, setLive] = useState(false);
  const isAwake = useIsAwake();
  const latest = useRef(onNews);
  latest.current = onNews;
  const organisation = organisationId.value;
  useEffect(() => {
    if (!isAwake) return;
    const name = `flowarden.feed.${organisation ?? ''}`;
    const stop = new AbortController();
    const channel = new BroadcastChannel(name);
    const notify = throttled(() => latest.current());
    channel.onmessage = ({ data }) => {
      setLive(data !== 'closed');
      if (data === 'news') notify();
    };
    const publish = (message: 'open' | 'news' | 'closed') => {
      setLive(message !== 'closed');
      channel.postMessage(message);
      if (message === 'news') notify();
    };
    void holdLock(name, stop.signal, () => follow(publish, stop.signal)).catch(() => {});
    return () => {
      stop.abort();
      channel.close();
    };
  }, [organisation, isAwake]);
  return isLive && isAwake;
}

/** Runs the work while this tab alone has the lock; without locks at once. */
async function holdLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work();
  await navigator.locks.request(name, { signal }, work);
}

/** Follows the stream, and opens it again when it ends, until it is aborted or not allowed. */
async function follow(
  publish: (message: 'open' | 'news' | 'closed') => void,
  signal: AbortSignal,
): Promise<void> {
  let lastId = '';
  let pauseMs: number = RETRY_MS[0];
  while (!signal.aborted) {
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) };
      const { body } = await exchangeOnce('GET', FEED_STREAM, { headers }, signal);
      publish(lastId === '' ? 'open' : 'news');
      pauseMs = RETRY_MS[0];
      for await (const { id, name } of readEvents(body!)) {
        lastId = id;
        if (name !== 'ready') publish('news');
      }
    } catch (error) {
      if (signal.aborted) return;
      publish('closed');
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, RETRY_MS[1]);
  }
}

/** Returns a function that runs the work at once, and at most once an interval. */
function throttled(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = 0;
  return () => {
    if (timer !== undefined) return;
    const waitMs = Math.max(0, lastMs + NOTICE_MS - Date.now());
    timer = setTimeout(() => {
      timer = undefined;
      lastMs = Date.now();
      work();
    }, waitMs);
  };
}

/** Returns false once the tab has been hidden for a while. */
function useIsAwake(): boolean {
  const [isAwake, setAwake] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const change = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => setAwake(false), HIDDEN_MS);
      else setAwake(true);
    };
    document.addEventListener('visibilitychange', change);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', change);
    };
  }, []);
  return isAwake;
}
