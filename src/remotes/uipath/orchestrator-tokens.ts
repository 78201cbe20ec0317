/** Tokens of Orchestrator: those of an external application, or one that a person made. They live in memory only. */
import { createHeldTokens, type TokenAnswer } from '../http/held-tokens.ts';
import type { PlatformClient, PlatformTokens } from '../http/platform-client.ts';
import { StatusError } from '../http/platform-client.ts';
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
  return createHeldTokens(client, (signal) =>
    requestApplicationToken(client, credential, PULL_SCOPES, signal).catch(async (error: unknown) => {
      if (!(error instanceof RemoteError) || error.problem !== 'scope_rejected') throw error;
      return requestApplicationToken(client, credential, [ROLES_SCOPE], signal).catch(() => {
        throw error;
      });
    }),
  );
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
