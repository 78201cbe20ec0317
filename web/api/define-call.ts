/** Calls of the REST API: each names its method and path, and the types of its input and answer. */
import { basePath, type QueryValues, queryText } from '../routing/paths.ts';
import { recoveryOf } from '../session/recovery.ts';
import { organisationId } from '../session/session.ts';
import { ApiError, errorOf, unreachable } from './api-error.ts';

/** Input of a call. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryValues;
  /** Body: JSON, or a form with a file. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call. */
export interface Call<Answer, Input extends CallInput> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path as the OpenAPI document writes it. */
  readonly path: string;
  /** @throws ApiError */
  send(input: Input, signal?: AbortSignal): Promise<Answer>;
}

/** Answer that came with headers, for calls that need one of them, such as `ETag`. */
export interface Received<Answer> {
  readonly body: Answer;
  readonly headers: Headers;
}

/** Defines a call. Its path must be in the OpenAPI document. */
export function defineCall<Answer, Input extends CallInput = CallInput>(
  method: Call<Answer, Input>['method'],
  path: string,
): Call<Answer, Input> & { receive(input: Input, signal?: AbortSignal): Promise<Received<Answer>> } {
  const receive = async (input: Input, signal?: AbortSignal): Promise<Received<Answer>> => {
    const response = await exchange(method, path, input, signal);
    const body = response.status === 204 ? null : await response.json();
    return { body: body as Answer, headers: response.headers };
  };
  return { method, path, receive, send: async (input, signal) => (await receive(input, signal)).body };
}

/**
 * Sends a request and returns the successful answer. Where the person first has to sign in again or to enter the password,
 * it is sent once more after that. @throws ApiError
 */
export async function exchange(
  method: string,
  path: string,
  input: CallInput,
  signal?: AbortSignal,
): Promise<Response> {
  try {
    return await exchangeOnce(method, path, input, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || !(await recoveryOf(error))) throw error;
    return exchangeOnce(method, path, input, signal);
  }
}

/** Sends a request that must not wait for the person. @throws ApiError */
export async function exchangeOnce(
  method: string,
  path: string,
  { params = {}, query = {}, body, headers = {} }: CallInput,
  signal?: AbortSignal,
): Promise<Response> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name]!));
  const isForm = body instanceof FormData;
  const organisation = organisationId.value;
  let response: Response;
  try {
    response = await fetch(basePath() + filled + queryText(query), {
      method,
      headers: {
        Accept: 'application/json',
        'X-Service-Case': 'camel',
        ...(organisation === null ? {} : { 'X-Org-Id': organisation }),
        ...(isForm ? { 'X-Flowarden-App': '1' } : {}),
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(error);
  }
  if (response.ok) return response;
  throw await errorOf(response);
}
