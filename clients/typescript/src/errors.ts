/** Errors of the client: what the service answered, or that it could not be reached. */

/** An error that the service answered with. */
export class FlowardenError extends Error {
  override readonly name = 'FlowardenError';
  /** HTTP status. */
  readonly status: number;
  /** Code from the closed list at `/docs/errors` of the installation; `unknown` when a proxy answered. */
  readonly code: string;
  /** `X-Request-Id` of the answer, to quote when you look for help. */
  readonly requestId: string | null;
  /** Seconds after which to try again, if the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, answer: Omit<ErrorAnswer, 'message'>) {
    super(message);
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

interface ErrorAnswer {
  readonly message: string;
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The service did not answer: no connection, or a timeout. The reason is the `cause`. */
export class FlowardenUnreachable extends Error {
  override readonly name = 'FlowardenUnreachable';
}

/** Makes the error of an answer that is no success. */
export function errorOf(response: Response, text: string): FlowardenError {
  const { code = 'unknown', message = `The service answered ${response.status}.` } = errorIn(text) ?? {};
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new FlowardenError(message, {
    status: response.status,
    code,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}

/** Returns the error in a body; null when there is none. */
export function errorIn(text: string): { readonly code: string; readonly message: string } | null {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { code?: unknown; message?: unknown } };
    return typeof error?.code === 'string' && typeof error.message === 'string'
      ? { code: error.code, message: error.message }
      : null;
  } catch {
    return null;
  }
}
