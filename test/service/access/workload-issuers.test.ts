/** Issuers of CI identity tokens that are hostile, slow or away: none harms the tokens of another. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it, mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { AppError } from '../../../src/errors.ts';
import { createWorkloadIssuers, ISSUER_CALLS_MAX } from '../../../src/service/access/trust/issuers.ts';
import { verifyWorkloadToken } from '../../../src/service/access/trust/verify-workload-token.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/units.ts';
import { until } from '../../support/processes.ts';
import { type Answer, json, startIssuerServer } from '../../support/tokens/issuer-server.ts';
import { createSigningKey, forgeToken, publicJwk, signToken } from '../../support/tokens/signing.ts';

const START_MS = Date.parse('2030-01-01T00:00:00Z');
const key = createSigningKey('ours');
const jwk = await publicJwk(key);
const server = await startIssuerServer();
after(() => server.close());
const { urlOf } = server;
server.publish('good', [jwk]);

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: START_MS }));
afterEach(() => mock.reset());

function sign(name: string, kid = 'ours'): Promise<string> {
  const iat = Date.now() / 1000;
  const claims = { iss: urlOf(name), aud: 'a', iat, exp: iat + 60, sub: 'job' };
  return signToken({ ...key, kid }, claims);
}

/** Creates the issuers of these names and the good one, with the failures of their fetches. */
function setUp(...names: readonly string[]) {
  const failures: string[] = [];
  const issuers = createWorkloadIssuers(
    [...names, 'good'].map((name) => ({ provider: 'jenkins', url: urlOf(name) })),
    (issuer, error) => failures.push(`${issuer} ${error} ${(error as Error).cause ?? ''}`),
  );
  /** Returns `accepted`, the reason of the rejection, or the code of the error. */
  const verify = async (token: string): Promise<string> => {
    try {
      return (await verifyWorkloadToken(token, issuers, new Date())).reason ?? 'accepted';
    } catch (error) {
      assert.ok(error instanceof AppError);
      return error.code;
    }
  };
  return { failures, verify };
}
const UNAVAILABLE = 'identity_provider_unavailable';
const fetchesOf = (name: string) => server.requests.filter((path) => path === `/${name}/keys`).length;

/** Bytes that an endless answer has sent. */
let sentBytes = 0;
const endless: Answer = (response) => {
  const part = Buffer.alloc(64 * 1024, ' ');
  const send = () => {
    while (!response.destroyed && sentBytes < 1e9) {
      sentBytes += part.length;
      if (!response.write(part)) return;
    }
    response.end();
  };
  response.on('drain', send);
  send();
};
const redirect: Answer = (response) => response.writeHead(302, { location: urlOf('good/keys') }).end();
const hangUp: Answer = (response) => response.destroy();
const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));
const gzipped: Answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
const document = (change: object) => (name: string) =>
  json({ issuer: urlOf(name), jwks_uri: urlOf('good/keys'), ...change });
const secret = { kty: 'oct', kid: 'ours', k: 'c2VjcmV0' };

const DISCOVERY: readonly (readonly [string, (name: string) => Answer, RegExp])[] = [
  ['is of another issuer', document({ issuer: urlOf('good') }), /is of the issuer "http:.+good"/],
  [
    'is of the issuer with a slash',
    (name) => document({ issuer: `${urlOf(name)}/` })(name),
    /is of the issuer/,
  ],
  ['names no issuer', document({ issuer: undefined }), /is of the issuer undefined/],
  ['is null', () => json(null), /is of the issuer undefined/],
  ['names no keys', document({ jwks_uri: undefined }), /jwks_uri undefined/],
  ['names a list of keys', document({ jwks_uri: [urlOf('good/keys')] }), /jwks_uri \[/],
  [
    'has its keys on http elsewhere',
    document({ jwks_uri: 'http://169.254.169.254/keys' }),
    /no https address/,
  ],
  ['has its keys behind a password', document({ jwks_uri: 'http://a:b@127.0.0.1/keys' }), /credentials/],
  ['has its keys in a file', document({ jwks_uri: 'file:///etc/passwd' }), /no https address/],
  ['redirects', () => redirect, /redirect/],
  ['has 1 GB', () => endless, /more than 65536 bytes/],
  ['has 16 MB in few gzipped bytes', () => gzipped, /more than 65536 bytes/],
  ['is HTML', () => (response) => response.end('<html>'), /JSON/],
  ['is answered 500', () => (response) => response.writeHead(500).end(), /status 500/],
  ['ends without an answer', () => hangUp, /fetch failed/],
];
const KEYS: readonly (readonly [string, Answer, RegExp])[] = [
  ['redirects', redirect, /redirect/],
  ['has 1 GB', endless, /more than 65536 bytes/],
  ['has 16 MB in few gzipped bytes', gzipped, /more than 65536 bytes/],
  ['is empty', json({ keys: [] }), /lists no public keys/],
  ['holds a shared secret alone', json({ keys: [secret] }), /lists no public keys/],
  ['is answered 500', (response) => response.writeHead(500).end(), /status 500/],
  ['ends without an answer', hangUp, /fetch failed/],
];

describe('the keys of an issuer', () => {
  const assertUnusable = async (name: string, reason: RegExp) => {
    sentBytes = 0;
    const { failures, verify } = setUp(name);
    assert.equal(await verify(await sign(name)), UNAVAILABLE);
    assert.match(failures.join(), reason);
    assert.ok(sentBytes < 32 * 1024 * 1024, `${sentBytes} bytes were read`);
    assert.equal(await verify(await sign('good')), 'accepted');
  };
  for (const [i, [title, answerOf, reason]] of DISCOVERY.entries())
    it(`are not used while its discovery document ${title}`, async () => {
      const name = `discovery-${i}`;
      server.publish(name, [jwk]);
      server.discover(name, answerOf(name));
      await assertUnusable(name, reason);
    });
  for (const [i, [title, answer, reason]] of KEYS.entries())
    it(`are not used while their list ${title}`, async () => {
      const name = `keys-${i}`;
      server.publish(name, [jwk]);
      server.answerKeys(name, answer);
      await assertUnusable(name, reason);
    });

  it('are not used while its discovery document on https names an http address', async () => {
    const url = 'https://ci.example/oidc';
    const fetched: unknown[] = [];
    mock.method(globalThis, 'fetch', async (address: unknown) => {
      fetched.push(address);
      return Response.json({ issuer: url, jwks_uri: urlOf('good/keys') });
    });
    const failures: unknown[] = [];
    const issuers = createWorkloadIssuers([{ provider: 'jenkins', url }], (_, error) => failures.push(error));
    const iat = START_MS / 1000;
    const token = await signToken(key, { iss: url, aud: 'a', iat, exp: iat + 60 });
    await assert.rejects(verifyWorkloadToken(token, issuers, new Date()), { code: UNAVAILABLE });
    assert.match(String(failures), /no https address/);
    assert.deepEqual(fetched, [`${url}/.well-known/openid-configuration`]);
  });
});

it('gives up on slow issuers after five seconds, and serves the tokens of others meanwhile', async () => {
  const stalled: Answer = (response) => response.writeHead(200).write('{');
  const dripping: Answer = (response) => {
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(timer));
  };
  for (const name of ['silent', 'stalled', 'dripping']) server.publish(name, [jwk]);
  server.discover('silent', () => {});
  server.discover('stalled', stalled);
  server.answerKeys('dripping', dripping);
  const { verify } = setUp('silent', 'stalled', 'dripping');
  const ended: string[] = [];
  const outcomeOf = async (name: string) => {
    const outcome = await verify(await sign(name));
    ended.push(name);
    return outcome;
  };
  const outcomes = ['silent', 'stalled', 'dripping'].map(outcomeOf);
  assert.equal(await outcomeOf('good'), 'accepted');
  assert.deepEqual(ended, ['good'], 'a good issuer waited for a slow one');
  assert.deepEqual(await Promise.all(outcomes), [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
});

it('lets no more than 256 calls wait for one issuer', async () => {
  server.publish('held', [jwk]);
  const held: (() => void)[] = [];
  server.answerKeys('held', (response) => held.push(() => json({ keys: [jwk] })(response)));
  const { verify } = setUp('held');
  const token = await sign('held');
  let settled = 0;
  const calls = Array.from({ length: ISSUER_CALLS_MAX + 3 }, () =>
    verify(token).finally(() => {
      settled += 1;
    }),
  );
  await until('the request for keys', () => held.length > 0);
  assert.equal(settled, 3);
  assert.equal(await verify(await sign('good')), 'accepted');
  for (const answer of held) answer();
  const outcomes = await Promise.all(calls);
  assert.equal(outcomes.filter((outcome) => outcome === 'accepted').length, ISSUER_CALLS_MAX);
  assert.equal(outcomes.filter((outcome) => outcome === UNAVAILABLE).length, 3);
  assert.equal(await verify(token), 'accepted');
  assert.equal(fetchesOf('held'), 1);
});

it('accepts tokens of a cached key while unsigned ones fill the wait for an issuer', async () => {
  server.publish('besieged', [jwk]);
  const { verify } = setUp('besieged');
  assert.equal(await verify(await sign('besieged')), 'accepted');
  mock.timers.setTime(START_MS + MINUTE_MS);
  const held: (() => void)[] = [];
  server.answerKeys('besieged', (response) => held.push(() => json({ keys: [jwk] })(response)));
  const forged = [
    await sign('besieged', 'unknown'),
    forgeToken({ alg: 'ES256', kid: key.kid }, { iss: urlOf('besieged') }, () => Buffer.alloc(64)),
  ];
  for (const token of forged) {
    const calls = Array.from({ length: ISSUER_CALLS_MAX + 1 }, () => verify(token));
    assert.equal(await Promise.race(calls), UNAVAILABLE, 'one waits too many');
    assert.equal(await verify(await sign('besieged')), 'accepted');
    await until('the request for keys', () => held.length > 0);
    for (const answer of held.splice(0)) answer();
    await Promise.all(calls);
    mock.timers.tick(MINUTE_MS);
  }
});

it('fetches keys once a minute however many tokens have unknown keys, and then finds a new key', async () => {
  server.publish('rotating', [jwk]);
  const { verify } = setUp('rotating');
  const storm = () =>
    Promise.all(Array.from({ length: 30 }, async (_, i) => verify(await sign('rotating', `unknown-${i}`))));
  assert.equal(await verify(await sign('rotating')), 'accepted');
  mock.timers.setTime(START_MS + MINUTE_MS - 1);
  assert.match((await storm()).join(), /does not publish/);
  assert.equal(fetchesOf('rotating'), 1);
  server.publish('rotating', [{ ...jwk, kid: 'next' }]);
  mock.timers.setTime(START_MS + MINUTE_MS);
  await storm();
  assert.equal(fetchesOf('rotating'), 2);
  assert.equal(await verify(await sign('rotating', 'next')), 'accepted');
  assert.match(await verify(await sign('rotating')), /does not publish/);
});

it('trusts cached keys for a day while an issuer is away, and new ones once it is back', async () => {
  server.publish('away', [jwk]);
  const { verify } = setUp('away');
  assert.equal(await verify(await sign('away')), 'accepted');
  server.discover('away', hangUp);
  for (const ms of [11 * MINUTE_MS, DAY_MS / 2, DAY_MS - MINUTE_MS]) {
    mock.timers.setTime(START_MS + ms);
    assert.equal(await verify(await sign('away')), 'accepted');
    assert.equal(await verify(await sign('good')), 'accepted');
  }
  mock.timers.setTime(START_MS + DAY_MS + MINUTE_MS);
  assert.equal(await verify(await sign('away')), UNAVAILABLE);
  server.publish('away', [jwk]);
  mock.timers.setTime(START_MS + DAY_MS + MINUTE_MS + 10 * SECOND_MS);
  assert.equal(await verify(await sign('away')), 'accepted');
});
