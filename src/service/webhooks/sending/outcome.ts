/** Outcome of an attempt. */
import type { AttemptOutcome, WebhookTarget } from '../../../contract/webhook.ts';

/** The outcome of an answer. Only 2xx is success; `body` is what was read of it. */
export function outcomeOfAnswer(status: number, body: string, target: WebhookTarget): AttemptOutcome {
  if (status >= 200 && status < 300) {
    return status === 200 && target === 'chat-b' && speaksOfError(body) ? 'error_in_body' : 'success';
  }
  if (status === 410) return 'gone';
  if (status === 429) return 'rate_limited';
  if (status < 400) return 'redirect';
  return status < 500 ? 'client_error' : 'server_error';
}

/**
 * Returns whether an answer of 200 means a failure: the connector of `chat-b` then answers with a sentence, such as
 * "Webhook message delivery failed with error: … HTTP error 429"; its good answer is `1` or nothing.
 */
function speaksOfError(body: string): boolean {
  return /\b(?:error|failed|failure|exception)\b/i.test(body);
}

/** Returns whether another attempt may succeed. */
export function isRetried(outcome: AttemptOutcome): boolean {
  return outcome !== 'success' && outcome !== 'gone';
}

/** Codes of Node, OpenSSL and undici, or the names of errors without one → outcome; what is not here is a fault of the connection. */
const OUTCOMES: readonly (readonly [RegExp, AttemptOutcome])[] = [
  [/^ADDRESS_NOT_ALLOWED$/, 'address_not_allowed'],
  [/^(ATTEMPT_TIMEOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED)/, 'name_not_resolved'],
  [/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/, 'tls_failed'],
  [/^(HPE_|HTTPParserError$|UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE))/, 'invalid_response'],
];

/** The outcome of an attempt that brought no answer. */
export function outcomeOfSendError(code: string): AttemptOutcome {
  return OUTCOMES.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection_failed';
}
