/** Requests to a tracker: JSON both ways, within the guard's addresses. Anything but JSON is a problem that names itself. */
import type { AddressGuard } from '../../../infra/network/address-guard.ts';
import { retryAfterMs } from '../../../infra/network/retry-after.ts';
import { MIB, SECOND_MS } from '../../../units.ts';
import { createReceiverAgent } from '../../webhooks/sending/connect.ts';
import { type ExchangeMethod, exchange, type ReceivedAnswer } from '../../webhooks/sending/exchange.ts';
import { outcomeOfSendError } from '../../webhooks/sending/outcome.ts';
import { describeSendError } from '../../webhooks/sending/send-error.ts';
import { shortened } from '../../webhooks/sending/shortened.ts';
import { TrackerProblem } from './tracker.ts';

/** Time of one request, from the look-up of the name to the end of the answer. */
export const TRACKER_REQUEST_MS_MAX = 30 * SECOND_MS;
/** Part of an answer that is read; a longer one is a problem. */
const ANSWER_BYTES_MAX = MIB;

/** Connection to a tracker. */
export interface TrackerHttp {
  /** Sends a request; returns the parsed body, undefined where there is none. @throws TrackerProblem */
  request(method: ExchangeMethod, path: string, body?: unknown): Promise<unknown>;
  end(): Promise<void>;
}

/** Options of the connection. */
export interface TrackerHttpOptions {
  /** Address without a slash at its end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly guard: AddressGuard;
  /** Version of the program. */
  readonly version: string;
  /** Trusted certificates in place of Node's. */
  readonly ca?: string;
  readonly requestMsMax?: number;
}

const SENTENCES = {
  address_not_allowed:
    'The address is not public. The operator may allow its network with FLOWARDEN_TICKET_NETWORKS.',
  timeout: 'The tracker did not answer in time.',
  name_not_resolved: 'The name of the tracker could not be looked up.',
  tls_failed: 'TLS failed. The service must trust the certificate of the tracker.',
  invalid_response: 'The answer is not HTTP.',
  connection_failed: 'The connection failed.',
} as const;

/** Opens a connection. */
export function openTrackerHttp(options: TrackerHttpOptions): TrackerHttp {
  const { url, headers, guard, version, ca, requestMsMax = TRACKER_REQUEST_MS_MAX } = options;
  const { origin, pathname } = new URL(url);
  const base = pathname === '/' ? '' : pathname;
  const agent = createReceiverAgent({ guard, ...(ca !== undefined && { ca }) });
  return {
    async request(method, path, body) {
      const answer = await exchange(agent, {
        method,
        place: { origin, path: base + path },
        headers: {
          ...headers,
          Accept: 'application/json',
          'User-Agent': `Flowarden/${version}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
        msMax: requestMsMax,
        answerBytesMax: ANSWER_BYTES_MAX,
      }).catch((error: unknown) => {
        const { code, message } = describeSendError(error);
        const outcome = outcomeOfSendError(code);
        const sentence = SENTENCES[outcome as keyof typeof SENTENCES] ?? SENTENCES.connection_failed;
        throw new TrackerProblem(
          outcome === 'address_not_allowed' ? sentence : `${sentence} ${shortened(message)}`,
        );
      });
      return readAnswer(answer);
    },
    end: () => agent.destroy(),
  };
}

function readAnswer(answer: ReceivedAnswer): unknown {
  const { statusCode, body, contentType = '' } = answer;
  if (statusCode >= 200 && statusCode < 300) {
    if (body.length === 0) return undefined;
    const parsed = parseJson(body);
    if (parsed !== undefined) return parsed;
    throw new TrackerProblem(
      `The address answers with ${/html/i.test(contentType) ? 'a web page' : 'something'} that is not JSON. Check it: a proxy or a sign-in page may stand before the tracker.`,
    );
  }
  if (statusCode < 400)
    throw new TrackerProblem(
      `The address redirects (status ${statusCode}), as to a sign-in page. Check the address and the credential.`,
    );
  const said = shortened(messagesOf(answer).join(' '));
  const says = said === '' ? '' : ` It says: ${said}`;
  const sentence = `The tracker answered with the status ${statusCode}.${remedyOf(statusCode)}${says}`;
  throw new TrackerProblem(sentence, statusCode, retryAfterMs(answer.retryAfter, new Date()) ?? null);
}

function remedyOf(status: number): string {
  if (status === 401) return ' Check the credential.';
  if (status === 403) return ' Check the rights of the account.';
  return status === 429 ? ' It limits the rate; the service waits.' : '';
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Messages of the trackers' errors: Jira's `errorMessages` and `errors`, ServiceNow's `error`. */
function messagesOf({ body }: ReceivedAnswer): readonly string[] {
  const parsed = parseJson(body);
  if (typeof parsed !== 'object' || parsed === null) return [];
  const { errorMessages, errors, error } = parsed as Readonly<Record<string, unknown>>;
  return [
    ...(Array.isArray(errorMessages) ? errorMessages.map(String) : []),
    ...(typeof errors === 'object' && errors !== null
      ? Object.entries(errors).map(([field, text]) => `${field}: ${String(text)}`)
      : []),
    ...(typeof error === 'object' && error !== null
      ? Object.values(error).filter((part) => typeof part === 'string')
      : []),
  ];
}
