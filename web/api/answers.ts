/** Answers of the API, shared by all screens: one request at a time for each, and another one when it is old. */
import { organisationId } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import type { Call, CallInput } from './define-call.ts';
import { withKnownParts } from './known-parts.ts';

/** Age up to which an answer is shown without another request. */
const FRESH_MS = 15_000;
/** Pause before the second and last attempt after a failure that another attempt may mend. */
const RETRY_MS = 1_000;
/** Time that an answer is cached once no component shows it. */
const IDLE_MS = 300_000;

/** Loads an answer; `known` is the one of before. */
export type Load = (signal: AbortSignal, known: unknown) => Promise<unknown>;

/** Component that shows an answer. */
export interface Viewer {
  readonly render: () => void;
  /** Null: the answer is not wanted yet. */
  load: Load | null;
}

/** An answer, or why there is none. */
export interface Entry {
  readonly key: readonly unknown[];
  /** Undefined before the first answer. */
  data: unknown;
  /** Reason of the last failure; null once an answer has come. */
  error: Error | null;
  /** Time of the answer, in milliseconds; 0: load it again. */
  loadedAtMs: number;
  /** Request under way. */
  running: { readonly done: Promise<void>; readonly stop: AbortController; readonly isMore: boolean } | null;
  readonly viewers: Set<Viewer>;
}

type CallName = Pick<Call<unknown, never>, 'method' | 'path'>;

const entries = new Map<string, Entry>();

/** Returns the key of an answer; without input, the beginning of the keys of all answers of the call. */
export function callKey({ method, path }: CallName, input?: CallInput): readonly unknown[] {
  return [organisationId.value, method, path, ...(input === undefined ? [] : [input])];
}

/** Returns the entry of a key; there is one from now on. */
export function entryOf(key: readonly unknown[]): Entry {
  const name = JSON.stringify(key);
  let entry = entries.get(name);
  if (entry === undefined) {
    entry = { key, data: undefined, error: null, loadedAtMs: 0, running: null, viewers: new Set() };
    entries.set(name, entry);
    forgetWhenIdle(entry);
  }
  return entry;
}

/** Returns whether a viewer of the answer needs a request. */
export function isOld({ loadedAtMs }: Entry): boolean {
  return loadedAtMs + FRESH_MS <= Date.now();
}

/** Shows the answer to one more viewer, until the returned function is called. The last one takes the request with it. */
export function view(entry: Entry, viewer: Viewer): () => void {
  entry.viewers.add(viewer);
  return () => {
    entry.viewers.delete(viewer);
    if (entry.viewers.size > 0) return;
    stop(entry);
    forgetWhenIdle(entry);
  };
}

/** Loads an answer, unless a request is under way. Never rejects: the entry has the error. */
export function load(entry: Entry, send: Load, isMore = false): Promise<void> {
  if (entry.running !== null) return entry.running.done;
  const stopping = new AbortController();
  // An error about an older answer stays beside it until there is a new one.
  if (entry.data === undefined) entry.error = null;
  const done = attempt(entry, send, stopping.signal).then((outcome) => {
    if (stopping.signal.aborted) return;
    entry.running = null;
    if (outcome instanceof Error) entry.error = outcome;
    else put(entry, outcome.data);
    render(entry);
  });
  entry.running = { done, stop: stopping, isMore };
  render(entry);
  return done;
}

/** Ends the request that is under way, whose answer is no longer wanted. */
export function stop(entry: Entry): void {
  entry.running?.stop.abort();
  entry.running = null;
}

/** Loads the shown answers of a call again, and the others when they are shown. Resolves when the shown ones are there. */
export async function loadAgain(
  call: CallName,
  isMeant: (entry: Entry) => boolean = () => true,
): Promise<void> {
  await Promise.all(
    entriesOf(call)
      .filter(isMeant)
      .map((entry) => {
        entry.loadedAtMs = 0;
        stop(entry);
        const send = [...entry.viewers].find((viewer) => viewer.load !== null)?.load;
        return send ? load(entry, send) : undefined;
      }),
  );
}

/** Returns the answer if it is known. */
export function knownAnswer<Answer, Input extends CallInput>(
  call: Call<Answer, Input>,
  input: Input,
): Answer | undefined {
  return entries.get(JSON.stringify(callKey(call, input)))?.data as Answer | undefined;
}

/** Returns an answer, by a request where it is old. @throws ApiError */
export async function readAnswer<Answer, Input extends CallInput>(
  call: Call<Answer, Input>,
  input: Input,
): Promise<Answer> {
  const entry = entryOf(callKey(call, input));
  // Its request may be stopped meanwhile, as by a viewer that leaves: then another one is sent.
  while (isOld(entry)) {
    await load(entry, (signal) => call.send(input, signal));
    if (isOld(entry) && entry.error) throw entry.error;
  }
  return entry.data as Answer;
}

/** Sets an answer that is known without a request. One that is under way is older, and is dropped. */
export function setAnswer<Answer, Input extends CallInput>(
  call: Call<Answer, Input>,
  input: Input,
  answer: Answer,
): void {
  const entry = entryOf(callKey(call, input));
  stop(entry);
  put(entry, answer);
  render(entry);
}

/** Forgets all answers; with a call, those of it. */
export function forgetAnswers(call?: CallName): void {
  for (const entry of call === undefined ? entries.values() : entriesOf(call))
    entries.delete(JSON.stringify(entry.key));
}

function entriesOf(call: CallName): readonly Entry[] {
  const name = callKey(call);
  return [...entries.values()].filter(({ key }) => name.every((part, index) => part === key[index]));
}

function render({ viewers }: Entry): void {
  for (const viewer of viewers) viewer.render();
}

function put(entry: Entry, data: unknown): void {
  entry.data = withKnownParts(entry.data, data);
  entry.error = null;
  entry.loadedAtMs = Date.now();
}

function forgetWhenIdle(entry: Entry): void {
  setTimeout(() => {
    const name = JSON.stringify(entry.key);
    if (entry.viewers.size === 0 && entries.get(name) === entry) entries.delete(name);
  }, IDLE_MS);
}

async function attempt(
  entry: Entry,
  send: Load,
  signal: AbortSignal,
): Promise<{ readonly data: unknown } | Error> {
  for (let isLast = false; ; isLast = true)
    try {
      await connection();
      return { data: await send(signal, entry.data) };
    } catch (error) {
      if (isLast || signal.aborted || !isWorthRetrying(error)) return error as Error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
}

/** Waits while the browser knows that it has no connection. */
async function connection(): Promise<void> {
  if (navigator.onLine === false)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

/** Returns whether to repeat a failed call at once: not after a rejection or with a given waiting time. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.retryAfterSeconds === null && (error.status === 0 || error.status >= 500);
}
