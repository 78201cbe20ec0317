/**
 * Client of a platform's API. The token goes to the origin of the API and nowhere else, redirects are not followed, and
 * answers have limits. It waits when the platform throttles, tries again after faults, and signs in again once.
 */
import type { IncomingMessage } from 'node:http';
import { allowsHost } from '../../infra/network/address-guard.ts';
import { retryAfterMs } from '../../infra/network/retry-after.ts';
import { SECOND_MS } from '../../units.ts';
import { REMOTE_LIMITS } from '../limits.ts';
import type { ByteSink } from '../remote.ts';
import { RemoteError } from '../remote-error.ts';
import { connectionFault } from './connection-fault.ts';
import { type AgentOptions, createGuardedAgent } from './guarded-agent.ts';
import { backoffMs, type Clock, createPace, SYSTEM_CLOCK } from './pace.ts';
import { objectOf, type PlatformFault, readFault } from './platform-fault.ts';
import { type PlatformRequest, readAnswer, readInto, sendRequest } from './platform-request.ts';

/** Platform, credential and pace. */
export interface PlatformClientOptions extends AgentOptions {
  /** Address of the API, without a slash at the end. */
  readonly base: URL;
  /** Address that gives tokens; undefined: the credential is a token. */
  readonly tokenUrl: URL | undefined;
  /** Completes the error for an answer that is a web page, as `For … the address ends with …`. */
  readonly webPageHint: string;
  readonly clock?: Clock;
  readonly requestsPerSecond?: number;
  /** Texts that no message may hold. */
  readonly secrets: readonly string[];
  /** Reports each pause of the whole tenant, with its end. */
  readonly onThrottled?: (until: Date) => void;
}

/** Source of tokens. */
export interface PlatformTokens {
  /** Returns a token that is not `rejected`. */
  token(rejected: string | undefined, signal: AbortSignal): Promise<string>;
}

/** Answer to a failed call. */
export class StatusError extends RemoteError {
  readonly status: number;
  readonly fault: PlatformFault;

  constructor(status: number, fault: PlatformFault, host: string) {
    const quote = fault.quote === undefined ? '' : `: ${JSON.stringify(fault.quote)}`;
    super(problemOf(status), `${host} answered ${status}${quote}.`);
    this.status = status;
    this.fault = fault;
  }
}

function problemOf(status: number) {
  if (status >= 500 || status === 429) return 'platform_failed';
  if (status === 401) return 'credential_rejected';
  if (status === 403) return 'no_access';
  return status === 404 ? 'not_found' : 'call_rejected';
}

/** Calls of one tenant. */
export interface PlatformClient {
  /** Reads JSON below the address of the API. `path` begins with a slash. */
  json(tokens: PlatformTokens, path: string, call: CallOptions): Promise<unknown>;
  /** Writes a file below the address of the API into the sink; resolves with its size. */
  download(tokens: PlatformTokens, path: string, call: CallOptions & DownloadOptions): Promise<number>;
  /** Requests a token with a form. */
  requestToken(form: URLSearchParams, signal: AbortSignal): Promise<Record<string, unknown>>;
  readonly clock: Clock;
  close(): void;
}

/** Headers and end of a call. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Receiver of a download. */
export interface DownloadOptions {
  readonly sink: ByteSink;
  readonly bytesMax: number;
}

/** Creates a client. @throws RemoteError `address_not_allowed` when an address is not allowed as it stands there */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const { base, tokenUrl, guard, secrets, webPageHint, clock = SYSTEM_CLOCK, onThrottled } = options;
  for (const url of [base, ...(tokenUrl === undefined ? [] : [tokenUrl])]) {
    if (!guard.allowsHttp && url.protocol !== 'https:')
      throw new RemoteError('address_not_allowed', `The address of ${url.host} must begin with https://.`);
    if (!allowsHost(url, guard))
      throw new RemoteError('address_not_allowed', `${url.host} is not a public address.`);
  }
  const agent = createGuardedAgent(base.protocol, options);
  const tokenAgent =
    tokenUrl === undefined || tokenUrl.protocol === base.protocol
      ? agent
      : createGuardedAgent(tokenUrl.protocol, options);
  const pace = createPace(clock, options.requestsPerSecond ?? REMOTE_LIMITS.requestsPerSecond);
  let hasAnswered = false;

  /** Makes one attempt. @throws StatusError for every status but 200 */
  async function attempt<T>(
    request: PlatformRequest,
    signal: AbortSignal,
    read: (answer: IncomingMessage) => Promise<T>,
  ): Promise<T> {
    const answer = await sendRequest(request.form ? tokenAgent : agent, request, signal);
    hasAnswered = true;
    const { statusCode: status = 0, headers } = answer;
    if (status === 200) return read(answer);
    const { host } = request.url;
    if (status >= 300 && status < 400) {
      answer.destroy();
      throw new RemoteError('redirected', `${host} redirects. Redirects are not followed: ${webPageHint}`);
    }
    // What cannot be read is not quoted.
    const body = await readAnswer(answer, REMOTE_LIMITS.errorBytesMax).catch(() => Buffer.alloc(0));
    const [, token = ''] = request.headers.Authorization?.split(' ') ?? [];
    const error = new StatusError(status, readFault(body, [token, ...secrets]), host);
    if (status === 429 || status === 503) throw new Throttled(error, headers['retry-after']);
    throw error;
  }

  /** Makes attempts until one succeeds or none can. */
  async function persist<T>(host: string, signal: AbortSignal, once: () => Promise<T>): Promise<T> {
    let faults = 0;
    let throttles = 0;
    for (;;) {
      await pace.turn(signal);
      try {
        return await once();
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Throttled) {
          throttles += 1;
          holdBack(error.retryAfter, throttles);
          continue;
        }
        const fault = connectionFault(error, host);
        const isTransient = fault?.isTransient(hasAnswered) ?? isTransientAnswer(error);
        faults += 1;
        if (!isTransient || faults >= REMOTE_LIMITS.attemptsMax) throw fault?.error ?? error;
        await clock.pause(backoffMs(faults, clock.random()), signal);
      }
    }
  }

  function holdBack(header: string | undefined, throttles: number): void {
    const requested = retryAfterMs(header, clock.date());
    // Short pauses that never suffice would hold a place for ever: each is twice as long as the one before at least.
    const leastMs = Math.min(SECOND_MS * 2 ** (throttles - 1), REMOTE_LIMITS.pauseMsMax);
    const ms =
      requested === undefined
        ? backoffMs(throttles, clock.random())
        : Math.min(Math.max(requested, leastMs), REMOTE_LIMITS.retryAfterMsMax);
    pace.holdBack(ms);
    onThrottled?.(new Date(clock.date().getTime() + ms));
  }

  /** Makes a call with a token, and once more with another one if that was rejected. */
  async function authorised<T>(
    tokens: PlatformTokens,
    path: string,
    { headers = {}, signal }: CallOptions,
    read: (answer: IncomingMessage) => Promise<T>,
  ): Promise<T> {
    const url = new URL(`${base.href.replace(/\/$/, '')}${path}`);
    if (url.origin !== base.origin)
      throw new RemoteError('redirected', `${url.host} is not ${base.host}: the token stays here.`);
    let rejected: string | undefined;
    for (;;) {
      const token = await tokens.token(rejected, signal);
      try {
        return await persist(base.host, signal, () =>
          attempt({ url, headers: { Authorization: `Bearer ${token}`, ...headers } }, signal, read),
        );
      } catch (error) {
        if (!(error instanceof StatusError) || error.status !== 401 || rejected !== undefined) throw error;
        rejected = token;
      }
    }
  }

  const readJson = async (answer: IncomingMessage, host: string): Promise<unknown> => {
    const text = (await readAnswer(answer, REMOTE_LIMITS.jsonBytesMax)).toString('utf8');
    if (text.trimStart().startsWith('<'))
      throw new RemoteError('web_page', `${host} answers a web page. ${webPageHint}`);
    try {
      return JSON.parse(text);
    } catch {
      throw new RemoteError('invalid_answer', `${host} answers no JSON. ${webPageHint}`);
    }
  };

  return {
    clock,
    json: (tokens, path, call) =>
      authorised(
        tokens,
        path,
        { ...call, headers: { Accept: 'application/json', ...call.headers } },
        (answer) => readJson(answer, base.host),
      ),
    download: (tokens, path, { sink, bytesMax, ...call }) =>
      authorised(tokens, path, call, (answer) => readInto(answer, bytesMax, sink)),
    async requestToken(form, signal) {
      const url = tokenUrl!;
      const request = { url, headers: { Accept: 'application/json' }, form };
      const read = (answer: IncomingMessage) => readJson(answer, url.host);
      const answer = objectOf(await persist(url.host, signal, () => attempt(request, signal, read)));
      if (answer === undefined)
        throw new RemoteError('invalid_answer', `${url.host} answers no token. ${webPageHint}`);
      return answer;
    },
    close() {
      agent.destroy();
      tokenAgent.destroy();
    },
  };
}

/** Thrown by an attempt that the platform throttled. */
class Throttled extends Error {
  readonly retryAfter: string | undefined;

  constructor(cause: StatusError, retryAfter: string | undefined) {
    super(cause.message, { cause });
    this.retryAfter = retryAfter;
  }
}

function isTransientAnswer(error: unknown): boolean {
  if (error instanceof StatusError) return error.status >= 500;
  return error instanceof RemoteError && error.problem === 'incomplete';
}
