/** Identity provider that people sign in at: OpenID Connect's code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client';
import { AppError } from '../../../errors.ts';
import type { Seal } from '../../../infra/sealing/seal.ts';
import { MINUTE_MS, SECOND_MS } from '../../../units.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { ownPath } from './own-path.ts';

/** Time for a sign-in at the identity provider. */
const PROVIDER_SIGN_IN_MS_MAX = 10 * MINUTE_MS;

/** Registration of this installation at the provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes that a sign-in requests. */
  readonly scopes: string;
  /** Prefix of our addresses. */
  readonly baseUrl: string;
}

/** Beginning of a sign-in. */
export interface BegunSignIn {
  /** Address to send the browser to. */
  readonly url: string;
  /** Sealed facts that the end needs; the browser stores them meanwhile. */
  readonly flow: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** Tokens of the provider about a person. */
export interface ProviderTokens {
  /** Claims of its ID token; null: as before. */
  readonly claims: Claims | null;
  readonly until: Date;
  /** Token for the next ones; null: the provider gives none. */
  readonly refreshToken: string | null;
}

/** Answer of the provider at the end of a sign-in. */
export interface ProviderAnswer extends ProviderTokens {
  readonly claims: Claims;
  readonly returnTo: string;
}

/** Identity provider. */
export interface SignInProvider {
  readonly issuer: string;
  /** Begins a sign-in; `isRepeated`: the person has to prove anew who they are. @throws AppError */
  begin(returnTo: string, isRepeated: boolean): Promise<BegunSignIn>;
  /** Ends a sign-in. `query` is that of the callback. @throws AppError `invalid_credentials` */
  finish(query: string, flow: string): Promise<ProviderAnswer>;
  /** Returns new tokens about a person; undefined: the provider rejects the token. @throws AppError `identity_provider_unavailable` */
  refresh(refreshToken: string): Promise<ProviderTokens | undefined>;
  /** Returns the address at which the provider's own session ends; undefined: it has none. */
  signOutUrl(): Promise<string | undefined>;
}

/** Facts of a sign-in that is under way. */
interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  readonly isRepeated: boolean;
  readonly endsAtMs: number;
}

const OWNER = 'sign-in at the identity provider';
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Creates the provider. It is reached at the first sign-in, so that it may start later. */
export function createSignInProvider(
  settings: ProviderSettings,
  seal: Pick<Seal, 'seal' | 'open'>,
  now: () => Date,
): SignInProvider {
  const { issuer, scopes, baseUrl } = settings;
  const redirectUri = `${baseUrl}${CALLBACK_PATH}`;
  let discovered: Promise<oidc.Configuration> | null = null;

  function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover(settings).catch((cause: unknown) => {
      discovered = null;
      throw unavailable(cause);
    });
    return discovered;
  }

  return {
    issuer,
    async begin(returnTo, isRepeated) {
      const config = await configuration();
      const flow: Flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        returnTo: ownPath(returnTo),
        isRepeated,
        endsAtMs: now().getTime() + PROVIDER_SIGN_IN_MS_MAX,
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopes,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(isRepeated ? { prompt: 'login', max_age: '0' } : {}),
      });
      return { url: url.href, flow: seal.seal(JSON.stringify(flow), OWNER).toString('base64url') };
    },
    async finish(query, sealed) {
      const { state, nonce, verifier, returnTo, isRepeated } = openFlow(seal, sealed, now());
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(isRepeated ? { maxAge: PROVIDER_SIGN_IN_MS_MAX / 1_000 } : {}),
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('The identity provider has sent no ID token');
        return { ...tokensOf(tokens, now()), claims, returnTo };
      } catch (error) {
        throw translated(error);
      }
    },
    async refresh(refreshToken) {
      const config = await configuration();
      try {
        const fresh = tokensOf(await oidc.refreshTokenGrant(config, refreshToken), now());
        return { ...fresh, refreshToken: fresh.refreshToken ?? refreshToken };
      } catch (error) {
        // Any other error may be gone with the next attempt.
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return undefined;
        throw unavailable(error);
      }
    },
    async signOutUrl() {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${baseUrl}/sign-in` }).href;
    },
  };
}

function tokensOf(
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  now: Date,
): ProviderTokens {
  const claims = tokens.claims() ?? null;
  const stated =
    claims === null ? now.getTime() + (tokens.expiresIn() ?? 0) * SECOND_MS : claims.exp * SECOND_MS;
  const until = Math.min(stated, now.getTime() + ACCESS_LIMITS.providerSessionMsMax);
  const { refresh_token: refreshToken = '' } = tokens;
  const isUsable = refreshToken !== '' && refreshToken.length <= ACCESS_LIMITS.tokenCharactersMax;
  return { claims, until: new Date(until), refreshToken: isUsable ? refreshToken : null };
}

/** Path to which the provider sends browsers back. */
export const CALLBACK_PATH = '/sign-in/oidc/callback';

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  const isLocal = server.protocol === 'http:' && LOOPBACK.test(server.hostname);
  const metadata = { [oidc.clockTolerance]: ACCESS_LIMITS.tokenSkewSecondsMax };
  return oidc.discovery(server, clientId, metadata, oidc.ClientSecretBasic(clientSecret), {
    execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
    timeout: ACCESS_LIMITS.jwksFetchMsMax / 1_000,
  });
}

function openFlow(seal: Pick<Seal, 'open'>, sealed: string, now: Date): Flow {
  try {
    const flow = JSON.parse(seal.open(Buffer.from(sealed, 'base64url'), OWNER)) as Flow;
    if (flow.endsAtMs > now.getTime()) return flow;
  } catch {
    // Altered, of another installation, or none at all: the same answer as for an old one.
  }
  throw new AppError(
    'invalid_credentials',
    'The sign-in at the identity provider has taken too long, or was not begun in this browser. Begin it again.',
  );
}

/** Translates an error of the token exchange. It hides the provider's text, which a stranger may have written. */
function translated(error: unknown): AppError {
  const isJudged =
    error instanceof oidc.ClientError ||
    error instanceof oidc.AuthorizationResponseError ||
    error instanceof oidc.ResponseBodyError;
  const cause = { cause: error };
  const isAway = !isJudged || (error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT');
  if (isAway) return unavailable(error);
  return new AppError(
    'invalid_credentials',
    'The identity provider has not confirmed the sign-in. Begin it again.',
    {},
    cause,
  );
}

function unavailable(cause: unknown): AppError {
  return new AppError(
    'identity_provider_unavailable',
    'The identity provider does not answer, so no one can sign in there. Try again shortly.',
    { retryAfterSeconds: String(ACCESS_LIMITS.jwksRetryMsMin / 1_000) },
    { cause },
  );
}
