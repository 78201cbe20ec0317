/** Tokens of Orchestrator: those of an external application, or one that a person made. They live in memory only. */
import type { PlatformClient, PlatformTokens } from '../http/platform-client.ts';
import { StatusError } from '../http/platform-client.ts';
import { REMOTE_LIMITS } from '../limits.ts';
import { RemoteError } from '../remote-error.ts';

/** Credential for a tenant. */
export type OrchestratorCredential =
  | { readonly kind: 'application'; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: 'token'; readonly token: string };

/** Scopes that a pull needs, and all that it requests. */
export const PULL_SCOPES = ['OR.Folders.Read', 'OR.Execution.Read'] as const;

/**
 * Scope that stands for the roles of an application in tenant and folders:
 * https://docs.uipath.com/test-cloud/automation-cloud/latest/admin-guide/configuring-access-for-external-apps
 */
const ROLES_SCOPE = 'OR.Default';

/** Token as a header can carry it. */
const TOKEN = /^[!-~]+$/;
/** Time of a token whose answer does not say it. */
const TOKEN_SECONDS_DEFAULT = 3_600;

/** Creates the source of tokens. */
export function createOrchestratorTokens(
  client: PlatformClient,
  credential: OrchestratorCredential,
): PlatformTokens {
  if (credential.kind === 'token')
    return {
      async token(rejected) {
        if (rejected === undefined) return credential.token;
        throw new RemoteError(
          'credential_rejected',
          'The platform rejected the personal access token. It has ended or was revoked: make a new one.',
        );
      },
    };
  let current: HeldToken | undefined;
  let pending: Promise<HeldToken> | undefined;
  const request = async (signal: AbortSignal): Promise<HeldToken> => {
    const answer = await requestApplicationToken(client, credential, PULL_SCOPES, signal).catch(
      async (error: unknown) => {
        if (!(error instanceof RemoteError) || error.problem !== 'scope_rejected') throw error;
        return requestApplicationToken(client, credential, [ROLES_SCOPE], signal).catch(() => {
          throw error;
        });
      },
    );
    const seconds = Number(answer.expires_in ?? TOKEN_SECONDS_DEFAULT);
    const lifeMs = (Number.isFinite(seconds) ? seconds : TOKEN_SECONDS_DEFAULT) * 1000;
    return {
      token: answer.access_token,
      untilMs: client.clock.nowMs() + Math.max(lifeMs - REMOTE_LIMITS.tokenMarginMs, lifeMs / 2),
    };
  };
  return {
    async token(rejected, signal) {
      if (current !== undefined && current.token !== rejected && current.untilMs > client.clock.nowMs())
        return current.token;
      // Calls that wait at the same time share one request.
      pending ??= request(signal).finally(() => {
        pending = undefined;
      });
      const renewed = await pending;
      current = renewed;
      return renewed.token;
    },
  };
}

interface HeldToken {
  readonly token: string;
  /** Time of its renewal, on the clock of the client. */
  readonly untilMs: number;
}

/** Answer of a token endpoint. */
interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in?: unknown;
  readonly scope?: unknown;
}

/**
 * Requests a token for an application.
 * @param scopes undefined: all that it has
 */
export async function requestApplicationToken(
  client: PlatformClient,
  credential: Extract<OrchestratorCredential, { kind: 'application' }>,
  scopes: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<TokenAnswer> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    client_secret: credential.clientSecret,
    ...(scopes !== undefined && { scope: scopes.join(' ') }),
  });
  const answer = await client.requestToken(form, signal).catch((error: unknown) => {
    throw explained(error);
  });
  if (typeof answer.access_token !== 'string' || !TOKEN.test(answer.access_token))
    throw new RemoteError('invalid_answer', 'The answer to the request for a token holds none.');
  return { access_token: answer.access_token, expires_in: answer.expires_in, scope: answer.scope };
}

function explained(error: unknown): unknown {
  if (!(error instanceof StatusError)) return error;
  const { code } = error.fault;
  if (code === 'invalid_client' || error.status === 401)
    return new RemoteError(
      'credential_rejected',
      'The platform rejected the client id or secret. Check the id, or make a new secret.',
    );
  if (code === 'invalid_scope')
    return new RemoteError(
      'scope_rejected',
      `The application lacks a scope. Give it the application scopes ${PULL_SCOPES.join(' and ')}; user scopes do not count here.`,
    );
  return error;
}
