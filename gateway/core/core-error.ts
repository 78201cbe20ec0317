/** Errors of calls of the core: what the core reports, and what the transport does. */
import { status as grpcStatus, type ServiceError } from '@grpc/grpc-js';
import { AppError, allTaken, type ErrorCode, isErrorCode } from '../../src/errors.ts';
import { ErrorInfo, RetryInfo } from '../../src/gen/google/rpc/error_details.ts';
import { Status } from '../../src/gen/google/rpc/status.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

const DETAILS_KEY = 'grpc-status-details-bin';

/** Detail of an error with the seconds before a retry. */
export const RETRY_DETAIL = 'retryAfterSeconds';

/**
 * Message prefix of grpc-js for a stream that was rejected with ENHANCE_YOUR_CALM: a core sends that at its limit of
 * concurrent calls of this gateway, which may include some that have just ended.
 */
const STREAM_REJECTED = 'Bandwidth exhausted';
/** Message of grpc-js for a message over a limit: the core's for requests, ours for answers. */
const MESSAGE_TOO_LARGE = /larger than max \(\d+ vs (\d+)\)/;

/** Converts a failed call to an AppError. `timeoutCode` is the error for a passed deadline. */
export function fromCore(error: ServiceError, timeoutCode: ErrorCode): AppError {
  const coreError = readDetails(error);
  if (coreError) return coreError;
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
      if (error.details.startsWith(STREAM_REJECTED))
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

/** Returns whether a retry may help: the core was not reached, was lost, or is stopping. */
export function isWorthRepeating(error: ServiceError): boolean {
  if (error.code !== grpcStatus.UNAVAILABLE) return false;
  const coreError = readDetails(error);
  return coreError === null || coreError.code === 'shutting_down';
}

/** Reads the rich error that the core attached; null for errors of the transport. */
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
    // Without readable details, the status code is still useful.
    return null;
  }
}

function delaySeconds({ retryDelay }: RetryInfo): number {
  if (retryDelay === undefined) return GATEWAY_LIMITS.retryAfterSecondsDefault;
  return Math.max(1, Math.ceil(retryDelay.seconds + retryDelay.nanos / 1e9));
}
