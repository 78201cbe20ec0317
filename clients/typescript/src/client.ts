/** Client of Flowarden's REST API: typed operations, paging, waiting for results, retries. */
import { OPERATIONS, type Operations, type ProjectResponse, type ValidateResponse } from './api.ts';
import { pause, RETRIES_DEFAULT, type SendOptions, send } from './send.ts';

/** Address of the service and credentials of the caller. */
export interface ClientOptions {
  /** Address of the service: `https://flowarden.example.org`. */
  readonly baseUrl: string;
  /** An API key, or a token of your identity provider. */
  readonly credential: { readonly apiKey: string } | { readonly token: string };
  /** UUID of the organisation. */
  readonly orgId: string;
  /** Attempts after the first one, for what may be repeated. Default: 3. */
  readonly retries?: number;
  /** Milliseconds for one attempt. Default: 120,000. */
  readonly timeoutMs?: number;
  /** Ends every call and every wait of the client when it is aborted: `AbortSignal.timeout` bounds them in all. */
  readonly signal?: AbortSignal;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Input of a call: the parameters of its operation, and options of the call. */
export type CallInput<Name extends keyof Operations> = Omit<Operations[Name], 'result' | 'item'> &
  CallOptions;

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Name of the uploaded file: its path in the repository. */
  readonly filename?: string;
  /** Makes repeated calls one. Default: a new key for each call, so that retries have one effect. */
  readonly idempotencyKey?: string;
}

/** Result of a call. */
export type ResultOf<Name extends keyof Operations> = Operations[Name]['result'];

/** Operations whose answers are pages. */
export type PagedName = {
  [Name in keyof Operations]: Operations[Name] extends { readonly item: unknown } ? Name : never;
}[keyof Operations];

/** An entry of the pages of an operation. */
export type ItemOf<Name extends PagedName> = Operations[Name]['item'];

/** Waiting for the end of a validation. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait in all. Default: 15 minutes. */
  readonly timeoutMs?: number;
}

/** A client of one organisation. */
export interface FlowardenClient {
  /** Calls an operation by its name in the OpenAPI document. @throws FlowardenError, FlowardenUnreachable */
  call<Name extends keyof Operations>(name: Name, input: CallInput<Name>): Promise<ResultOf<Name>>;
  /** As `call`, with the headers of the answer. */
  callWithHeaders<Name extends keyof Operations>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<{ readonly value: ResultOf<Name>; readonly headers: Headers }>;
  /** Reads every entry of a list, page by page. */
  list<Name extends PagedName>(name: Name, input: CallInput<Name>): AsyncGenerator<ItemOf<Name>>;
  /** Waits for the result of a validation that runs later. @throws FlowardenError, DOMException TimeoutError */
  waitForResult(validationId: string, options?: WaitOptions): Promise<ValidateResponse>;
  /** Waits for the end of the validation of a project, completed or failed. @throws as `waitForResult` */
  waitForProject(projectId: string, options?: WaitOptions): Promise<ProjectResponse>;
}

const TIMEOUT_MS_DEFAULT = 120_000;
const WAIT_MS_DEFAULT = 15 * 60_000;
/** Longest wait of one call: the service holds it no longer. */
const WAIT_SECONDS = 25;
/** Pause between two looks at a state that answers at once. */
const LOOK_MS = 1_000;

/** Creates a client. It holds no connection and no state. */
export function createClient(options: ClientOptions): FlowardenClient {
  const base = new URL(options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`);
  const sending: SendOptions = {
    fetch: options.fetch ?? fetch,
    retries: options.retries ?? RETRIES_DEFAULT,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS_DEFAULT,
    signal: options.signal,
  };
  const { credential } = options;
  const identity = {
    Authorization: 'apiKey' in credential ? `ApiKey ${credential.apiKey}` : `Bearer ${credential.token}`,
    'X-Org-Id': options.orgId,
  };

  async function callWithHeaders<Name extends keyof Operations>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<{ readonly value: ResultOf<Name>; readonly headers: Headers }> {
    const { method, path, isRepeatable } = OPERATIONS[name];
    const parts = input as AnyInput;
    const body = bodyOf(parts);
    const key = parts.idempotencyKey ?? crypto.randomUUID();
    const { value, headers } = await send(
      {
        method,
        url: addressOf(base, path, parts),
        headers: {
          Accept: 'application/json',
          ...identity,
          ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
          ...(method === 'POST' && isRepeatable ? { 'Idempotency-Key': key } : {}),
        },
        ...(body === undefined ? {} : { body }),
        isRepeatable,
        signal: parts.signal,
      },
      sending,
    );
    return { value: value as ResultOf<Name>, headers };
  }

  async function call<Name extends keyof Operations>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<ResultOf<Name>> {
    return (await callWithHeaders(name, input)).value;
  }

  async function* list<Name extends PagedName>(
    name: Name,
    input: CallInput<Name>,
  ): AsyncGenerator<ItemOf<Name>> {
    const parts = input as AnyInput;
    const { list: member = '' } = OPERATIONS[name];
    for (let { cursor } = parts.query ?? {}; cursor !== null; ) {
      const query = { ...parts.query, ...(cursor === undefined ? {} : { cursor }) };
      const page = (await call(name, { ...parts, query } as unknown as CallInput<Name>)) as Page;
      yield* (page[member] ?? []) as ItemOf<Name>[];
      cursor = (page.nextCursor ?? page.next_cursor ?? null) as string | null;
    }
  }

  /** Looks until `ended` is true of what a look returns. */
  async function waitUntil<Seen>(
    look: (signal: AbortSignal) => Promise<Seen>,
    ended: (seen: Seen) => boolean,
    { signal, timeoutMs = WAIT_MS_DEFAULT }: WaitOptions = {},
  ): Promise<Seen> {
    const late = AbortSignal.timeout(timeoutMs);
    const either = AbortSignal.any([signal, options.signal, late].filter((one) => one !== undefined));
    for (;;) {
      const begunMs = performance.now();
      const seen = await look(either);
      if (ended(seen)) return seen;
      if (performance.now() - begunMs < LOOK_MS) await pause(LOOK_MS, either);
    }
  }

  return {
    call,
    callWithHeaders,
    list,
    async waitForResult(validationId, waiting) {
      const look = (signal: AbortSignal) =>
        call('getResult', { path: { validationId }, query: { wait: WAIT_SECONDS }, signal });
      return (await waitUntil(look, (seen) => 'findings' in seen, waiting)) as ValidateResponse;
    },
    waitForProject(id, waiting) {
      const look = (signal: AbortSignal) =>
        call('getProject', { path: { id }, query: { wait: WAIT_SECONDS }, signal });
      return waitUntil(look, ({ status }) => status === 'completed' || status === 'failed', waiting);
    },
  };
}

/** Any input, without the types of its operation. */
interface AnyInput extends CallOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> & {
    readonly cursor?: string | null;
  };
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string | number | boolean | Blob>>;
}

type Page = Readonly<Record<string, unknown>>;

function addressOf(base: URL, path: string, { path: values = {}, query = {} }: AnyInput): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const url = new URL(filled.slice(1), base);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function bodyOf({ body, form, filename }: AnyInput): string | FormData | undefined {
  if (form === undefined) return body === undefined ? undefined : JSON.stringify(body);
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (value === undefined) continue;
    if (value instanceof Blob) data.set(name, value, filename ?? fileName(value));
    else data.set(name, String(value));
  }
  return data;
}

const fileName = (blob: Blob): string => (blob instanceof File ? blob.name : 'file');
