/** Identity tokens of CI systems against local issuers and trust policies: forged ones, each rejected with its reason. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { JWTPayload } from 'jose';
import type { TokenProviderName } from '../../../src/contract/token-provider.ts';
import { createWorkloadIssuers } from '../../../src/service/access/trust/issuers.ts';
import { matchPolicy, type StoredPolicy } from '../../../src/service/access/trust/match-policy.ts';
import { verifyWorkloadToken } from '../../../src/service/access/trust/verify-workload-token.ts';
import { startIssuerServer } from '../../support/tokens/issuer-server.ts';
import { createSigningKey, forgeToken, publicJwk, signToken } from '../../support/tokens/signing.ts';

const NOW = new Date();
const IAT = Math.floor(NOW.getTime() / 1000);
const AUDIENCE = 'https://flowarden.example/orgs/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
const OTHER_AUDIENCE = 'https://flowarden.example/orgs/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6f';

const key = createSigningKey('ours');
const ecKey = createSigningKey('ec', 'ES256');
const edKey = createSigningKey('ed', 'EdDSA');
const gitlabKey = createSigningKey('of-gitlab');
/** Key of an attacker, under the id of a published one. */
const strangeKey = createSigningKey('ours');

const server = await startIssuerServer();
after(() => server.close());
const NAMES = ['github', 'gitlab', 'entra', 'jenkins', 'kubernetes'] as const;
const ours = await Promise.all([key, ecKey, edKey].map(publicJwk));
for (const name of NAMES) server.publish(name, name === 'gitlab' ? [await publicJwk(gitlabKey)] : ours);
const issuers = createWorkloadIssuers(
  NAMES.map((provider) => ({ provider, url: server.urlOf(provider) })),
  (issuer, error) => assert.fail(`${issuer}: ${error}`),
);

const PINS: Readonly<Record<TokenProviderName, Readonly<Record<string, string>>>> = {
  github: { repository_owner_id: '11', repository_id: '22' },
  gitlab: { project_id: '7' },
  entra: { tid: 't', oid: 'o', aud: 'app' },
  jenkins: { sub: 'https://ci.example/job/a' },
  kubernetes: { sub: 'system:serviceaccount:ci:gate' },
};
const POLICIES = NAMES.map(
  (provider): StoredPolicy => ({
    id: provider,
    provider,
    issuer: server.urlOf(provider),
    pins: PINS[provider],
    conditions: provider === 'github' ? { ref: 'refs/heads/*' } : {},
    expiresAt: null,
  }),
);

/** Claims that a case changes, also to values that no library would sign. */
type Change = Readonly<Record<string, unknown>>;

/** Claims beside the pins that each CI system writes. */
const WRITTEN: Readonly<Record<TokenProviderName, JWTPayload>> = {
  github: { jti: 'a', ref: 'refs/heads/main', repository: 'acme/robots', event_name: 'push', sub: 'any' },
  gitlab: { jti: 'a', job_project_id: '7', sub: 'any' },
  entra: { uti: 'a' },
  jenkins: {},
  kubernetes: { jti: 'a', aud: [AUDIENCE] },
};

const claimsOf = (name: TokenProviderName, change: Change = {}): JWTPayload => ({
  iss: server.urlOf(name),
  aud: AUDIENCE,
  iat: IAT,
  exp: IAT + 300,
  ...WRITTEN[name],
  ...PINS[name],
  ...change,
});
const sign = (name: TokenProviderName, change: Change = {}) =>
  signToken(name === 'gitlab' ? gitlabKey : key, claimsOf(name, change));
const github = (change: Change) => () => sign('github', change);

/** Returns why a token is rejected by the verification or by every policy; null: it is accepted. */
async function rejectionOf(text: string): Promise<string | null> {
  const { token, reason } = await verifyWorkloadToken(text, issuers, NOW);
  if (token === null) return reason;
  return matchPolicy(POLICIES, token, { audience: AUDIENCE, now: NOW }).reasons?.join() ?? null;
}

describe('the verification of an identity token', () => {
  for (const name of NAMES)
    it(`accepts a token of ${name} that fulfils a policy`, async () => {
      assert.equal(await rejectionOf(await sign(name)), null);
    });

  const near: readonly (readonly [string, () => Promise<string>])[] = [
    ['with a signature by RS512', () => signToken(key, claimsOf('github'), { alg: 'RS512' })],
    ['with a signature by PS256', () => signToken(key, claimsOf('github'), { alg: 'PS256' })],
    ['with a signature by ES256', () => signToken(ecKey, claimsOf('github'))],
    ['with a signature by EdDSA', () => signToken(edKey, claimsOf('github'))],
    ['with one audience in a list', github({ aud: [AUDIENCE] })],
    ['29 seconds after its end', github({ iat: IAT - 300, exp: IAT - 29 })],
    ['30 seconds before its start', github({ iat: IAT + 30, nbf: IAT + 30 })],
    ['with the longest life that GitHub gives', github({ exp: IAT + 900 })],
    ['with the longest life that GitLab gives', () => sign('gitlab', { exp: IAT + 3_600 })],
    ['with the longest life that Entra gives', () => sign('entra', { exp: IAT + 5_700 })],
    ['with 5,000 characters of further claims', github({ more: 'x'.repeat(5_000) })],
  ];
  for (const [title, make] of near)
    it(`accepts a token ${title}`, async () => {
      assert.equal(await rejectionOf(await make()), null);
    });
});

const { port, host } = new URL(server.urlOf('github'));
const header = { alg: 'RS256', kid: 'ours' };
const unsigned = () => Buffer.alloc(256);
const none = () => Buffer.alloc(0);
const publicPem = key.publicKey.export({ type: 'spki', format: 'pem' });
const hmac = (input: string) => createHmac('sha256', publicPem).update(input).digest();
const NOT_PUBLISHED = /key that the issuer does not publish/;
const NOT_LISTED = /names no issuer of FLOWARDEN_OIDC_ISSUERS/;
const BAD_SIGNATURE = /signature is wrong/;
const UNREADABLE = /cannot be read/;

type Make = () => string | Promise<string>;
const FORGED: readonly (readonly [string, Make, RegExp])[] = [
  ['that has the algorithm none', () => forgeToken({ alg: 'none' }, claimsOf('github'), none), /algorithm/],
  ['that has the algorithm nOnE', () => forgeToken({ alg: 'nOnE' }, claimsOf('github'), none), /algorithm/],
  [
    'that is signed with the public key as an HS256 secret',
    () => forgeToken({ alg: 'HS256', kid: 'ours' }, claimsOf('github'), hmac),
    /algorithm/,
  ],
  [
    'that names another algorithm than its key has',
    () => signToken(ecKey, claimsOf('github'), { kid: 'ours' }),
    NOT_PUBLISHED,
  ],
  [
    'that is signed with a strange key under a published id',
    () => signToken(strangeKey, claimsOf('github')),
    BAD_SIGNATURE,
  ],
  ['that has an empty signature', () => forgeToken(header, claimsOf('github'), none), BAD_SIGNATURE],
  [
    'that carries the claims of another token',
    async () => {
      const [first, , last] = (await sign('github')).split('.');
      const [, claims] = (await sign('github', { actor: 'eve' })).split('.');
      return [first, claims, last].join('.');
    },
    BAD_SIGNATURE,
  ],
  [
    'that brings its own key in the header',
    async () => signToken(strangeKey, claimsOf('github'), { jwk: await publicJwk(strangeKey) }),
    BAD_SIGNATURE,
  ],
  [
    'that names an address of its own keys in the header',
    () =>
      signToken(strangeKey, claimsOf('github'), {
        jku: server.urlOf('evil/keys'),
        x5u: server.urlOf('evil/x5u'),
      }),
    BAD_SIGNATURE,
  ],
  [
    'that has an unknown critical header',
    () => forgeToken({ ...header, crit: ['x'], x: 1 }, claimsOf('github'), unsigned),
    UNREADABLE,
  ],
  ['that holds a list for claims', () => forgeToken(header, [], unsigned), NOT_LISTED],
  ['that is encrypted', () => `${forgeToken(header, claimsOf('github'), unsigned)}.a.b`, NOT_LISTED],
  [
    'that has a key of GitLab and the issuer GitHub',
    () => signToken(gitlabKey, claimsOf('github')),
    NOT_PUBLISHED,
  ],
  [
    'that has an unknown key',
    () => signToken({ ...strangeKey, kid: 'unknown' }, claimsOf('github')),
    NOT_PUBLISHED,
  ],
  ['that has an issuer that is not listed', github({ iss: server.urlOf('evil') }), NOT_LISTED],
  ['that has a listed issuer before an @', github({ iss: `http://${host}@evil.example/github` }), NOT_LISTED],
  [
    'that has user information in the issuer',
    github({ iss: `http://a@127.0.0.1:${port}/github` }),
    NOT_LISTED,
  ],
  ['that has a slash after the issuer', github({ iss: `${server.urlOf('github')}/` }), NOT_LISTED],
  ['that has an issuer in another spelling', github({ iss: `HTTP://${host}/x/../github` }), NOT_LISTED],
  ['that has no issuer', github({ iss: undefined }), NOT_LISTED],
  ['that has no audience', github({ aud: undefined }), /aud is not one audience/],
  ['that has an empty list of audiences', github({ aud: [] }), /aud is not one audience/],
  ['that has two audiences', github({ aud: [AUDIENCE, 'https://other.example'] }), /aud is not one audience/],
  ['that has the same audience twice', github({ aud: [AUDIENCE, AUDIENCE] }), /aud is not one audience/],
  [
    'that has the audience of another organisation',
    github({ aud: OTHER_AUDIENCE }),
    /aud is not the audience of the organisation/,
  ],
  [
    'that has the default audience of GitHub',
    github({ aud: 'https://github.com/acme' }),
    /aud is not the audience of the organisation/,
  ],
  [
    'that has the audience of Azure',
    () => sign('entra', { aud: 'api://AzureADTokenExchange' }),
    /aud is not the pinned/,
  ],
  ['that expired 31 seconds ago', github({ iat: IAT - 300, exp: IAT - 31 }), /has expired/],
  ['that has no end', github({ exp: undefined }), /exp is missing/],
  ['that ends at a text', github({ exp: `${IAT + 300}` }), /exp is not the expected/],
  ['that was issued 31 seconds in the future', github({ iat: IAT + 31 }), /iat lies in the future/],
  ['that has no time of issue', github({ iat: undefined }), /iat is missing/],
  ['that was issued at a text', github({ iat: `${IAT}` }), /iat is not the expected/],
  ['that is valid only 31 seconds later', github({ nbf: IAT + 31 }), /not valid yet/],
  ['of GitHub that lives longer than 15 minutes', github({ exp: IAT + 901 }), /lives longer than 900 s/],
  [
    'of GitLab that lives longer than an hour',
    () => sign('gitlab', { exp: IAT + 3_601 }),
    /lives longer than 3600 s/,
  ],
  [
    'of Entra that lives longer than 95 minutes',
    () => sign('entra', { exp: IAT + 5_701 }),
    /lives longer than 5700 s/,
  ],
  ['of GitHub that has no id', github({ jti: undefined }), /jti is missing/],
  ['of GitHub that has an empty id', github({ jti: '' }), /jti is missing/],
  ['of GitHub that has a number as id', github({ jti: 1 }), /jti is missing/],
  ['of Entra that has no id', () => sign('entra', { uti: undefined }), /uti is missing/],
  ['that has more than 8,192 characters', github({ more: 'x'.repeat(8_192) }), /longer than 8192 characters/],
  [
    'that comes from the event pull_request_target',
    github({ event_name: 'pull_request_target' }),
    /is pull_request_target/,
  ],
  ['of GitHub that has no event', github({ event_name: undefined }), /event_name is missing/],
  [
    'that comes from a merge request of a fork',
    () => sign('gitlab', { job_project_id: '8' }),
    /job_project_id is not/,
  ],
  [
    'that comes from a user who logs in with GitLab',
    () => sign('gitlab', { job_project_id: undefined }),
    /job_project_id is not/,
  ],
  [
    'that comes from a recycled repository name with another id',
    github({ repository_id: '23' }),
    /repository_id is not/,
  ],
  ['that comes from another owner', github({ repository_owner_id: '12' }), /repository_owner_id is not/],
  ['that comes from another ref', github({ ref: 'refs/pull/1/merge' }), /ref does not match/],
  [
    'that comes from another project of GitLab',
    () => sign('gitlab', { project_id: '8', job_project_id: '8' }),
    /project_id is not/,
  ],
  ['that comes from another tenant of Entra', () => sign('entra', { tid: 'u' }), /tid is not/],
  ['that comes from another principal of Entra', () => sign('entra', { oid: 'p' }), /oid is not/],
  [
    'that comes from another job of Jenkins',
    () => sign('jenkins', { sub: 'https://ci.example/job/b' }),
    /sub is not/,
  ],
  [
    'that comes from another service account',
    () => sign('kubernetes', { sub: 'system:serviceaccount:x:y' }),
    /sub is not/,
  ],
];

describe('the verification of an identity token', () => {
  for (const [title, make, reason] of FORGED)
    it(`rejects a token ${title}`, async () => {
      assert.match((await rejectionOf(await make())) ?? 'accepted', reason);
    });
});

it('fetches nothing to reject a token by its form, and no address that a token names', async () => {
  const before = server.requests.length;
  const fresh = createWorkloadIssuers([{ provider: 'github', url: server.urlOf('github') }], () => {});
  for (const make of [
    github({ iss: server.urlOf('evil') }),
    github({ more: 'x'.repeat(8_192) }),
    () => forgeToken({ alg: 'none' }, claimsOf('github'), none),
  ])
    await verifyWorkloadToken(await make(), fresh, NOW);
  assert.equal(server.requests.length, before);
  assert.ok(!server.requests.some((path) => path.startsWith('/evil')), 'an address of a token was fetched');
});
