/** Whatever went wrong → one entry of the table of errors, with what the answer needs to say about it. */
import type { ServiceError } from '@grpc/grpc-js';
import { status as grpcStatus } from '@grpc/grpc-js';
import { AppError, allTaken, ERRORS, type ErrorCode, isErrorCode } from '../../src/errors.ts';
import { ErrorInfo, RetryInfo } from '../../src/gen/google/rpc/error_details.ts';
import { Status } from '../../src/gen/google/rpc/status.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** An error as a caller gets it. */
export interface Problem {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  /** For `Retry-After`; null when trying again would not help. */
  readonly retryAfterSeconds: number | null;
  /** The status of the validation that has no result; null when the error is not about one. */
  readonly validationStatus: string | null;
}

const DETAILS_KEY = 'grpc-status-details-bin';
const RETRY_DETAIL = 'retryAfterSeconds';

/** The only way from something thrown to an answer. What is not expected leaves as a fixed sentence. */
export function problemOf(error: unknown, requestId: string): Problem {
  if (!(error instanceof AppError) || error.code === 'internal_error') {
    return {
      code: 'internal_error',
      status: ERRORS.internal_error.http,
      message: `Something broke on our side. Try again; if it stays, report the request id ${requestId}.`,
      retryAfterSeconds: null,
      validationStatus: error instanceof AppError ? (error.details.validationStatus ?? null) : null,
    };
  }
  const { http } = ERRORS[error.code];
  const mayRetry = http === 429 || http === 503;
  const seconds = Number(error.details[RETRY_DETAIL] ?? GATEWAY_LIMITS.retryAfterSecondsDefault);
  return {
    code: error.code,
    status: http,
    message: error.message,
    retryAfterSeconds: mayRetry ? seconds : null,
    validationStatus: error.details.validationStatus ?? null,
  };
}

/**
 * How grpc-js begins to tell of a stream that was refused with ENHANCE_YOUR_CALM: a core does that while it has as many
 * calls of this gateway as it takes, and has not yet forgotten some that have ended.
 */
const STREAM_REFUSED = 'Bandwidth exhausted';
/** How grpc-js says that a message is over a limit: of the core for requests, or ours for answers. */
const MESSAGE_TOO_LARGE = /larger than max \(\d+ vs (\d+)\)/;

/** A failed call → AppError. `timeoutCode` is what passing the deadline means for this call. */
export function fromCore(error: ServiceError, timeoutCode: ErrorCode): AppError {
  const told = readDetails(error);
  if (told) return told;
  const options = { cause: error };
  switch (error.code) {
    case grpcStatus.UNAVAILABLE:
      return new AppError(
        'engine_unavailable',
        'The analysis engine is not reachable. Try again in a few seconds.',
        {},
        options,
      );
    case grpcStatus.DEADLINE_EXCEEDED:
      return new AppError(
        timeoutCode,
        'The analysis engine did not answer within its time limit. Try again.',
        {},
        options,
      );
    case grpcStatus.RESOURCE_EXHAUSTED:
      if (error.details.startsWith(STREAM_REFUSED))
        return allTaken('Too many requests are being answered at the moment.', options);
      if (isRequestTooLarge(error.details))
        return new AppError(
          'request_too_large',
          'The request is larger than the core takes. Send less.',
          {},
          options,
        );
  }
  return new AppError(
    'internal_error',
    `The core answered ${error.code} without details: ${error.details}`,
    {},
    options,
  );
}

function isRequestTooLarge(details: string): boolean {
  const limit = MESSAGE_TOO_LARGE.exec(details)?.[1];
  return limit !== undefined && Number(limit) !== GATEWAY_LIMITS.coreAnswerBytesMax;
}

/** Whether another attempt may help: the core was not reached, went away, or is about to. */
export function isWorthRepeating(error: ServiceError): boolean {
  if (error.code !== grpcStatus.UNAVAILABLE) return false;
  const told = readDetails(error);
  return told === null || told.code === 'shutting_down';
}

/** The rich error that the core attached, or null when the transport alone speaks. */
function readDetails(error: ServiceError): AppError | null {
  const encoded = error.metadata?.get(DETAILS_KEY)[0];
  if (!(encoded instanceof Buffer)) return null;
  try {
    const { message, details } = Status.decode(encoded);
    let info: ErrorInfo | null = null;
    let retryAfterSeconds: number | null = null;
    for (const { typeUrl, value } of details) {
      if (typeUrl.endsWith('/google.rpc.ErrorInfo')) info = ErrorInfo.decode(value);
      if (typeUrl.endsWith('/google.rpc.RetryInfo'))
        retryAfterSeconds = delaySeconds(RetryInfo.decode(value));
    }
    const code = info?.reason.toLowerCase() ?? '';
    if (info?.domain !== 'flowarden' || !isErrorCode(code)) return null;
    const facts =
      retryAfterSeconds === null
        ? info.metadata
        : { ...info.metadata, [RETRY_DETAIL]: String(retryAfterSeconds) };
    return new AppError(code, message, facts, { cause: error });
  } catch {
    // Details that cannot be read are as good as none: the status code still says something.
    return null;
  }
}

function delaySeconds({ retryDelay }: RetryInfo): number {
  if (retryDelay === undefined) return GATEWAY_LIMITS.retryAfterSecondsDefault;
  return Math.max(1, Math.ceil(retryDelay.seconds + retryDelay.nanos / 1e9));
}
