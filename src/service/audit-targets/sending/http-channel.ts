/** Channel by HTTPS: one POST for some events. What is posted and what its answer means is the business of each kind. */

import type { AddressGuard } from '../../../infra/network/address-guard.ts';
import { retryAfterMs } from '../../../infra/network/retry-after.ts';
import { createReceiverAgent } from '../../webhooks/sending/connect.ts';
import { exchange, type ReceivedAnswer } from '../../webhooks/sending/exchange.ts';
import { outcomeOfSendError } from '../../webhooks/sending/outcome.ts';
import { describeSendError } from '../../webhooks/sending/send-error.ts';
import { shortened } from '../../webhooks/sending/shortened.ts';
import type { TargetPlace } from '../audit-target.ts';
import type { AuditEvent } from '../formats/audit-event.ts';
import { readTargetUrl } from '../target-address.ts';
import type { TargetCredential } from '../target-credential.ts';
import { ATTEMPT_MS_MAX, type Confirmed, SendProblem, sendProblem, type TargetChannel } from './channel.ts';

/** Request of a kind, and the meaning of its answer. */
export interface HttpDialect {
  readonly eventsMax: number;
  /** Path and query for the URL of the target. */
  path(url: URL): string;
  /** Headers with the token; null: there is none. */
  headers(token: string | null): Readonly<Record<string, string>>;
  body(events: readonly AuditEvent[]): string;
  /** Reads an answer with a status of 2xx. Absent: all are confirmed. */
  confirmed?(answer: ReceivedAnswer, count: number): Confirmed;
  readonly answerBytesMax?: number;
}

/** Options of the connection. */
export interface HttpChannelOptions {
  readonly place: TargetPlace;
  readonly credential: TargetCredential;
  readonly guard: AddressGuard;
  /** Version of the program. */
  readonly version: string;
  readonly attemptMsMax?: number;
}

/** Opens a channel. @throws AppError when the operator does not allow the address any more */
export function openHttpChannel(
  dialect: HttpDialect,
  { place, credential, guard, version, attemptMsMax = ATTEMPT_MS_MAX }: HttpChannelOptions,
): TargetChannel {
  const url = readTargetUrl(place.kind, place.url, guard);
  const { authorities } = place.settings;
  const { clientCertificate, clientKey } = credential;
  const agent = createReceiverAgent({
    guard,
    ...(authorities !== null && { ca: authorities }),
    ...(clientCertificate !== null && clientKey !== null && { cert: clientCertificate, key: clientKey }),
  });
  const request = {
    place: { origin: url.origin, path: dialect.path(url) },
    headers: { 'User-Agent': `Flowarden/${version}`, ...dialect.headers(credential.token) },
    msMax: attemptMsMax,
    ...(dialect.answerBytesMax !== undefined && { answerBytesMax: dialect.answerBytesMax }),
  };
  return {
    eventsMax: dialect.eventsMax,
    async send(events) {
      const body = Buffer.from(dialect.body(events));
      const answer = await exchange(agent, { ...request, body }).catch((error: unknown) => {
        const { code, message } = describeSendError(error);
        throw sendProblem(outcomeOfSendError(code), message);
      });
      const { statusCode } = answer;
      if (statusCode < 200 || statusCode > 299) throw rejected(answer);
      return dialect.confirmed?.(answer, events.length) ?? { count: events.length, problem: null };
    },
    close: () => agent.destroy(),
  };
}

function rejected({ statusCode, body, retryAfter }: ReceivedAnswer): SendProblem {
  const said = shortened(new TextDecoder().decode(body.subarray(0, 1024)));
  const remedy =
    statusCode === 401 || statusCode === 403
      ? ' Check the credential.'
      : statusCode === 404
        ? ' Check the path of the address.'
        : '';
  const sentence = `The target answered with the status ${statusCode}.${remedy}${said === '' ? '' : ` It says: ${said}`}`;
  return new SendProblem(sentence, retryAfterMs(retryAfter, new Date()));
}
