/** Error of a call: what the API answered, or why there was no answer. */

/** Facts of an error that a person needs to go on. */
export interface ApiProblem {
  /** Stable code of the API; `unreachable` when no answer came. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Page about the code; null when no answer came. */
  readonly docsUrl: string | null;
  /** Value of `X-Request-Id`, to quote in a report. */
  readonly requestId: string | null;
  /** Seconds until another attempt makes sense; null when the API does not say. */
  readonly retryAfterSeconds: number | null;
}

/** Failed call. */
export class ApiError extends Error implements ApiProblem {
  readonly code: string;
  readonly status: number;
  readonly docsUrl: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(problem: ApiProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.name = 'ApiError';
    this.code = problem.code;
    this.status = problem.status;
    this.docsUrl = problem.docsUrl;
    this.requestId = problem.requestId;
    this.retryAfterSeconds = problem.retryAfterSeconds;
  }
}

/** Returns the error of a failed answer. Something before the service may have answered, so its body is not trusted. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as {
    readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly docsUrl?: unknown };
  } | null;
  const { code, message, docsUrl } = body?.error ?? {};
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    code: typeof code === 'string' ? code : `http_${response.status}`,
    message:
      typeof message === 'string' ? message : `The service answered with the status ${response.status}.`,
    status: response.status,
    docsUrl: typeof docsUrl === 'string' ? docsUrl : null,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}

/** Returns the error of a call without an answer. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError(
    {
      code: 'unreachable',
      message: 'The service cannot be reached. Check the connection.',
      status: 0,
      docsUrl: null,
      requestId: null,
      retryAfterSeconds: null,
    },
    { cause },
  );
}
