/** Converts any failure to an entry of the error table, with the details of its answer. */
import { AppError, ERRORS, type ErrorCode } from '../../src/errors.ts';
import { RETRY_DETAIL } from '../core/core-error.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Error as callers receive it. */
export interface Problem {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  /** Value of `Retry-After`; null when a retry would not help. */
  readonly retryAfterSeconds: number | null;
  /** Status of the validation without a result; null when the error concerns none. */
  readonly validationStatus: string | null;
}

/** Converts anything thrown to an answer. An unexpected error gets a fixed message. */
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
