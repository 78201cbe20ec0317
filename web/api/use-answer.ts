/** Hook that shows an answer: it is loaded when it is old, and again at an interval, or when the tab is looked at. */
import { useEffect, useReducer, useRef } from 'preact/hooks';
import { type Entry, entryOf, isOld, type Load, load, type Viewer, view } from './answers.ts';
import type { Call } from './define-call.ts';

/** Settings of a call. */
export interface CallOptions {
  /** False: not yet, as something that it needs is missing. */
  readonly isEnabled?: boolean;
  /** Interval at which it is called again. */
  readonly pollMs?: number | false;
}

/** An answer as a component shows it. */
export interface ShownAnswer {
  readonly entry: Entry;
  /** With other input the last answer, until the new one is there. Undefined before the first. */
  readonly data: unknown;
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** True while the data belong to the previous input. */
  readonly isOutdated: boolean;
  readonly retry: () => void;
}

/** Shows the answer with this key. `send` loads it. */
export function useAnswer(
  call: Pick<Call<unknown, never>, 'path'>,
  key: readonly unknown[],
  send: Load,
  { isEnabled = true, pollMs = false }: CallOptions,
): ShownAnswer {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const entry = entryOf(key);
  const viewer = useRef<Viewer>(null as never);
  viewer.current ??= { render: () => render(undefined as never), load: null };
  viewer.current.load = isEnabled ? send : null;
  useEffect(() => view(entry, viewer.current), [entry]);
  useEffect(() => {
    if (!isEnabled) return;
    const refresh = () => {
      if (isOld(entry)) void load(entry, viewer.current.load!);
    };
    const look = () => {
      if (!document.hidden) refresh();
    };
    refresh();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [entry, isEnabled]);
  useEffect(() => {
    if (!isEnabled || pollMs === false) return;
    const timer = setInterval(() => {
      if (!document.hidden) void load(entry, viewer.current.load!);
    }, pollMs);
    return () => clearInterval(timer);
  }, [entry, isEnabled, pollMs]);

  const last = useRef<{ readonly call: unknown; readonly data: unknown }>({ call, data: undefined });
  if (entry.data !== undefined || last.current.call !== call) last.current = { call, data: entry.data };
  const isStarting = isEnabled && !entry.viewers.has(viewer.current) && isOld(entry);
  const isWaiting = entry.data === undefined && (entry.error === null || isStarting);
  return {
    entry,
    data: isWaiting ? last.current.data : entry.data,
    error: isWaiting ? null : entry.error,
    isBusy: entry.running !== null || isStarting,
    isOutdated: isWaiting && last.current.data !== undefined,
    retry: () => void load(entry, send),
  };
}
