/** Identity token of a CI job, which stands in place of an API key where a trust policy accepts it. */
import { StartError } from '../../infra/process/start-error.ts';
import { MINUTE_MS } from '../../units.ts';
import type { Variables } from './ci-systems.ts';

/** Returns a token that is valid now. @throws StartError (exit 2) when the CI system gives none */
export type TokenSource = () => Promise<string>;

/** Origin of the tokens of a job. */
export interface TokenOrigin {
  /** Token of the whole job, as GitLab gives it. */
  readonly token: string | undefined;
  /** Address and credential of requests for tokens, as GitHub gives them with `id-token: write`. */
  readonly request: { readonly url: string; readonly token: string } | undefined;
}

/** Tokens of GitHub live for some minutes: a long wait needs several. */
const FRESH_MS_MAX = 2 * MINUTE_MS;
const REQUEST_MS_MAX = 30_000;

/** Reads where the job gets tokens from its variables; null: nowhere. */
export function tokenOriginOf(variables: Variables): TokenOrigin | null {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: credential } = variables;
  const request = url && credential ? { url, token: credential } : undefined;
  const token = variables.FLOWARDEN_ID_TOKEN;
  return token === undefined && request === undefined ? null : { token, request };
}

/** Creates the source of tokens for an audience. */
export function tokenSource(
  { token, request }: TokenOrigin,
  audience: string,
  signal: AbortSignal,
): TokenSource {
  if (token !== undefined) return async () => token.trim();
  let last = { token: '', atMs: Number.NEGATIVE_INFINITY };
  return async () => {
    if (performance.now() - last.atMs > FRESH_MS_MAX)
      last = { atMs: performance.now(), token: await requestToken(request!, audience, signal) };
    return last.token;
  };
}

/** Requests a token. Source: "OpenID Connect reference" of GitHub's documentation. */
async function requestToken(
  { url, token }: NonNullable<TokenOrigin['request']>,
  audience: string,
  signal: AbortSignal,
): Promise<string> {
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS_MAX)]),
    });
    const { value } = (await response.json()) as { readonly value?: unknown };
    if (response.ok && typeof value === 'string') return value;
  } catch (cause) {
    throw noToken({ cause });
  }
  throw noToken();
}

function noToken(options?: ErrorOptions): StartError {
  const problem = 'GitHub gives the job no identity token. Check its permission id-token: write.';
  return new StartError(problem, 2, options);
}
