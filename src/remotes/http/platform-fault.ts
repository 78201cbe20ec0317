/** Quotes of a platform's errors: messages in known JSON shapes, and nothing else. */
import { showControlCharacters } from '../../text/control-characters.ts';
import { truncate } from '../../text/truncate.ts';
import { REMOTE_LIMITS } from '../limits.ts';

/** Members that hold a message: of Orchestrator in its two spellings, of RFC 7807, and of OAuth. */
const MESSAGE_MEMBERS = [
  'message',
  'Message',
  'errorMessage',
  'ErrorMessage',
  'detail',
  'title',
  'error_description',
];

/** Known answer to a failed call. */
export interface PlatformFault {
  /** Code such as `invalid_client` or `1101`; undefined: there is none. */
  readonly code: string | undefined;
  /** Message on one line; undefined: the body has no known shape. */
  readonly quote: string | undefined;
}

/**
 * Reads the body of an error. A page that is no JSON is never quoted: it may be one of an inner network.
 * @param secrets texts that must not appear
 */
export function readFault(body: Buffer, secrets: readonly string[]): PlatformFault {
  const outer = parsed(body);
  // The envelopes of ABP and OData have one more level.
  const inner = objectOf(outer?.error) ?? outer;
  if (inner === undefined) return { code: undefined, quote: undefined };
  const text = MESSAGE_MEMBERS.map((name) => inner[name]).find((value) => typeof value === 'string');
  const code = [inner.error, inner.errorCode, inner.ErrorCode, inner.code].find(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return {
    code: code === undefined ? undefined : quoted(String(code), secrets),
    quote: typeof text === 'string' && text.trim() !== '' ? quoted(text.trim(), secrets) : undefined,
  };
}

function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Returns the value if it is an object and no list. */
export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function quoted(text: string, secrets: readonly string[]): string {
  const clean = secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return truncate(showControlCharacters(clean), REMOTE_LIMITS.quoteCharactersMax);
}
