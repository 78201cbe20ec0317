/** A certified OpenID provider on this machine, which signs in one person without a page. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT = {
  clientId: 'flowarden',
  clientSecret: 'the secret of this client, which is long',
  scopes: 'openid email profile',
};

export interface IdentityProvider {
  readonly issuer: string;
  /** Person that signs in next. */
  person: { readonly sub: string; readonly email: string; readonly name: string };
  /** Further claims of its ID tokens: `groups`, `roles`, `realm_access`, `hasgroups`, or claims that stand elsewhere. */
  claims: Readonly<Record<string, unknown>>;
  /** True: sign-ins from now on get refresh tokens. */
  givesRefreshTokens: boolean;
  /** Ends all grants: their refresh tokens are worth nothing. */
  endGrants(): Promise<void>;
  /** Registers the address that browsers are sent back to. */
  register(redirectUri: string): void;
  /** Follows a sign-in as a browser does, up to the way back, which it returns. */
  signIn(url: string): Promise<URL>;
  /** Signs a logout token with these claims. */
  logoutToken(claims: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

/** Starts the provider. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const server = createServer((request, response) => handle?.(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let endGrants = async (): Promise<void> => {};
  const provider: IdentityProvider = {
    issuer,
    person: { sub: 'ada-at-provider', email: 'ada@example.com', name: 'Ada Example' },
    claims: {},
    givesRefreshTokens: false,
    endGrants: async () => endGrants(),
    register(redirectUri) {
      const made = handlerOf(issuer, redirectUri, jwk, provider);
      handle = made.handle;
      endGrants = made.endGrants;
    },
    async signIn(url) {
      const cookies = new Map<string, string>();
      for (let next = new URL(url), hops = 0; hops < 10; hops += 1) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        });
        for (const header of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null)
          throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
        next = new URL(location, next);
        if (next.origin !== issuer) return next;
      }
      throw new Error('The provider does not send the browser back');
    },
    logoutToken: (claims) =>
      new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'logout+jwt' })
        .setIssuer(issuer)
        .setAudience(CLIENT.clientId)
        .setIssuedAt()
        .setJti(crypto.randomUUID())
        .sign(privateKey),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

function handlerOf(
  issuer: string,
  redirectUri: string,
  jwk: JWK,
  settings: Pick<IdentityProvider, 'person' | 'claims' | 'givesRefreshTokens'>,
) {
  const grantIds: string[] = [];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        post_logout_redirect_uris: [new URL('/sign-in', redirectUri).href],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['the key of the cookies of this provider'] },
    issueRefreshToken: async () => settings.givesRefreshTokens,
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'groups', 'roles', 'realm_access', 'hasgroups'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ ...settings.claims, ...settings.person, sub: id, email_verified: true }),
    }),
  });
  const answer = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    const accountId = settings.person.sub;
    if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId } }, {});
      return;
    }
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope('openid email profile');
    const consent = { grantId: await grant.save() };
    grantIds.push(consent.grantId);
    await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
  };
  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (request.url?.startsWith('/interaction/')) void interact(request, response);
      else answer(request, response);
    },
    async endGrants(): Promise<void> {
      for (const id of grantIds.splice(0)) await (await provider.Grant.find(id))?.destroy();
    },
  };
}
