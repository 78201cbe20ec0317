/**
 * Conversion of errors to gRPC statuses: code, message, and `google.rpc.Status` with its details in
 * `grpc-status-details-bin`. Any error other than an AppError becomes `internal_error` with a fixed message.
 */

import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { type AppError, ERRORS } from '../../errors.ts';
import { BadRequest, ErrorInfo, Help, RetryInfo } from '../../gen/google/rpc/error_details.ts';
import { Status } from '../../gen/google/rpc/status.ts';
import { truncateBytes } from '../../text/truncate.ts';

/** Domain of every `ErrorInfo.reason`. */
export const ERROR_DOMAIN = 'flowarden';

/** Message of every internal error, which reveals no details. */
export const INTERNAL_ERROR_MESSAGE =
  'Something broke on our side. Try again; if it stays, report the request id.';

/** Metadata key of rich errors in gRPC clients. */
const DETAILS_KEY = 'grpc-status-details-bin';
/** Seconds until a retry, if the error names none. */
const RETRY_SECONDS_DEFAULT = 1;

/**
 * Limit of a message in the trailers. It appears there three times, and clients drop the connection, with every other
 * call on it, over trailers of more than 8 KB.
 */
const MESSAGE_BYTES_MAX = 1_024;
/** Limit of a detail, which may list all objects of a kind; the message names the first of them too. */
const DETAIL_BYTES_MAX = 512;

interface Encoder<Message> {
  encode(message: Message): { finish(): Uint8Array };
}

function detail<Message>(name: string, type: Encoder<Message>, message: Message) {
  return {
    typeUrl: `type.googleapis.com/google.rpc.${name}`,
    value: Buffer.from(type.encode(message).finish()),
  };
}

function retryDelay(error: AppError): { seconds: number; nanos: number } {
  const seconds = Number(error.details.retryAfterSeconds);
  return {
    seconds: Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : RETRY_SECONDS_DEFAULT,
    nanos: 0,
  };
}

function truncatedDetails(details: AppError['details']): Record<string, string> {
  const entries = Object.entries(details);
  return Object.fromEntries(entries.map(([name, value]) => [name, truncateBytes(value, DETAIL_BYTES_MAX)]));
}

/** Returns the details of an error as messages of `google/rpc/error_details.proto`. */
function detailsOf(error: AppError, message: string, baseUrl: string) {
  const { http } = ERRORS[error.code];
  const { field } = error.details;
  const details = [
    detail('ErrorInfo', ErrorInfo, {
      reason: error.code.toUpperCase(),
      domain: ERROR_DOMAIN,
      metadata: truncatedDetails(error.details),
    }),
  ];
  if (field !== undefined) {
    details.push(detail('BadRequest', BadRequest, { fieldViolations: [{ field, description: message }] }));
  }
  const url = `${baseUrl}/docs/errors#${error.code}`;
  details.push(detail('Help', Help, { links: [{ description: 'What this error means', url }] }));
  if (http === 429 || http === 503) {
    details.push(detail('RetryInfo', RetryInfo, { retryDelay: retryDelay(error) }));
  }
  return details;
}

/** Returns the status of an error. `metadata` is sent in the trailers besides the details. */
export function toStatus(error: AppError, baseUrl: string, metadata = new Metadata()): StatusObject {
  const code = status[ERRORS[error.code].grpc];
  // grpc-js percent-encodes the message with encodeURI, which throws on half a surrogate pair.
  const message = truncateBytes(error.message.toWellFormed(), MESSAGE_BYTES_MAX);
  const rich: Status = { code, message, details: detailsOf(error, message, baseUrl) };
  metadata.set(DETAILS_KEY, Buffer.from(Status.encode(rich).finish()));
  return { code, details: message, metadata };
}
