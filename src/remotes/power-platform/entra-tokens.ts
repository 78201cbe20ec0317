/** Tokens of Entra for an application: one for each environment, and for no other use. */
import { createHeldTokens } from '../http/held-tokens.ts';
import { type PlatformClient, type PlatformTokens, StatusError } from '../http/platform-client.ts';
import { RemoteError } from '../remote-error.ts';

/** Application that is registered in Entra. */
export interface EntraApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Token as a header can carry it. */
const TOKEN = /^[!-~]+$/;

/** Creates the source of tokens for one environment: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow. */
export function createEntraTokens(
  client: PlatformClient,
  { clientId, clientSecret }: EntraApplication,
  environment: URL,
): PlatformTokens {
  return createHeldTokens(client, async (signal) => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: `${environment.origin}/.default`,
    });
    const answer = await client.requestToken(form, signal).catch((error: unknown) => {
      throw explained(error, environment);
    });
    const { access_token: token, expires_in } = answer;
    if (typeof token === 'string' && TOKEN.test(token)) return { access_token: token, expires_in };
    throw new RemoteError('invalid_answer', 'The answer to the request for a token holds none.');
  });
}

/** Codes of Entra about the environment, not about the application. */
const ENVIRONMENT_CODES = ['invalid_resource', 'invalid_scope', 'invalid_target'];
/** Number of Entra for a resource that the tenant does not have, which it sends with different codes. */
const UNKNOWN_RESOURCE = 'AADSTS500011';

function explained(error: unknown, { host }: URL): unknown {
  if (!(error instanceof StatusError) || error.status >= 500 || error.status === 429) return error;
  const { code, quote } = error.fault;
  if (ENVIRONMENT_CODES.includes(code ?? '') || quote?.includes(UNKNOWN_RESOURCE) === true)
    return new RemoteError(
      'no_access',
      `Entra knows no environment ${host} in this tenant. Check its address, and that it has Dataverse.`,
      { cause: error },
    );
  return new RemoteError(
    'credential_rejected',
    `Entra rejected the application or its secret${quote === undefined ? '' : `: ${JSON.stringify(quote)}`}. Check the client id and the tenant, or make a new secret.`,
    { cause: error },
  );
}
