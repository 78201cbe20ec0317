/** Verification of webhooks, by the signature of the Standard Webhooks specification. */

const PREFIX = 'whsec_';
/** Age that a delivery may have. */
const TOLERANCE_MS = 5 * 60_000;

/** Headers of a request, by name. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Checks of a delivery. */
export interface VerifyOptions {
  /** The clock. Default: now. */
  readonly now?: Date;
}

/**
 * Returns the event of a delivery.
 * @param body the raw bytes or text, as they came: parsed and written again they are not what was signed
 * @throws Error when the signature is missing or wrong, or the delivery is older than five minutes
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { now = new Date() }: VerifyOptions = {},
): Promise<unknown> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const ageMs = Math.abs(now.getTime() - Number(timestamp) * 1000);
  if (!(ageMs <= TOLERANCE_MS))
    throw new Error('The webhook is older than five minutes, or from the future.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, fromBase64(value), signed)))
      return JSON.parse(new TextDecoder().decode(bytes));
  }
  throw new Error('The signature of the webhook is not that of this secret and body.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new Error(`The webhook has no header ${name}.`);
  return value;
}

const keyOf = (secret: string) =>
  fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);

/** Returns the bytes of a base64 text; none when it is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

function concatenated(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
