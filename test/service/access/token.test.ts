/** Tokens against a real key server and a clock of our own. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, mock, test } from 'node:test';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import type { ErrorCode } from '../../../src/errors.ts';
import { createTokenCheck, type TokenSettings } from '../../../src/service/access/tokens/token.ts';
import { until } from '../../support/processes.ts';

const START_MS = Date.parse('2030-01-01T00:00:00Z');
const MINUTE_MS = 60_000;
const ORG_ID = '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const jwk = async (key: KeyObject, kid: string) => ({ ...(await exportJWK(key)), kid });
const KEYS = [await jwk(rsa.publicKey, 'rsa'), await jwk(ec.publicKey, 'ec'), await jwk(ed.publicKey, 'ed')];

/** Answer of the key server; null: it hangs up. */
let published: { readonly status: number; readonly body: string } | null;
let fetches: number;
const server = createServer((_request, response) => {
  fetches += 1;
  if (published === null) response.destroy();
  else response.writeHead(published.status).end(published.body);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const publish = (keys: readonly unknown[]) => {
  published = { status: 200, body: JSON.stringify({ keys }) };
};

const ORG_CLAIM = 'https://example.org/orgs';
const SETTINGS: TokenSettings = {
  issuer: 'https://login.example.org/',
  audience: 'flowarden',
  jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
  orgClaim: ORG_CLAIM,
  roleClaim: 'role',
  groupsClaim: 'groups',
};

let nowMs: number;
/** Sets the clock, also that of the library. */
function setTime(ms: number): void {
  nowMs = ms;
  mock.timers.setTime(ms);
}
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: START_MS });
  nowMs = START_MS;
  fetches = 0;
  publish(KEYS);
});
const makeCheck = (settings = SETTINGS) =>
  createTokenCheck(settings, { now: () => new Date(nowMs), onFailure: () => {} });

function claims(change: JWTPayload = {}): JWTPayload {
  const iat = nowMs / 1000;
  return {
    iss: SETTINGS.issuer,
    aud: SETTINGS.audience,
    sub: 'auth0|ada',
    iat,
    exp: iat + 3_600,
    [ORG_CLAIM]: ORG_ID,
    role: 'developer',
    ...change,
  };
}
const sign = (
  payload: JWTPayload = claims(),
  { key = rsa.privateKey, ...header }: { key?: KeyObject; alg?: string; kid?: string } = {},
) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'rsa', ...header }).sign(key);
/** A token put together by hand, for what no library would sign. */
const forge = (header: object, payload: object, signer: (input: string) => Buffer) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${signer(input).toString('base64url')}`;
};
const rejected = (promise: Promise<unknown>, code: ErrorCode, message?: RegExp) =>
  assert.rejects(promise, (error: Error & { code: string }) => {
    assert.equal(error.code, code, error.message);
    if (message) assert.match(error.message, message);
    return true;
  });

const SIGNED: readonly (readonly [string, KeyObject, string])[] = [
  ['RS256', rsa.privateKey, 'rsa'],
  ['PS256', rsa.privateKey, 'rsa'],
  ['ES256', ec.privateKey, 'ec'],
  ['EdDSA', ed.privateKey, 'ed'],
];
for (const [alg, key, kid] of SIGNED) {
  test(`a token signed with ${alg} is good`, async () => {
    const user = await makeCheck()(
      await sign(claims({ name: 'Ada', email: 'ada@example.org' }), { key, alg, kid }),
    );
    assert.equal(user.subject, 'auth0|ada');
    assert.equal(user.name, 'Ada');
    assert.equal(user.email, 'ada@example.org');
    assert.deepEqual(user.claimedRolesIn(ORG_ID.toUpperCase()), ['developer']);
  });
}

const seconds = (delta: number) => START_MS / 1000 + delta;
const BAD: readonly (readonly [string, JWTPayload, ErrorCode, RegExp])[] = [
  ['expired 31 s ago', { exp: seconds(-31) }, 'credentials_expired', /2029-12-31T23:59:29/],
  ['expired before any date', { exp: -1e300 }, 'credentials_expired', /-271821-04-20/],
  ['with NUL in its subject', { sub: 'a\0b' }, 'invalid_credentials', /sub has a control character/],
  ['with half a character in its subject', { sub: 'a\ud800' }, 'invalid_credentials', /sub/],
  ['not valid for 31 s yet', { nbf: seconds(31) }, 'invalid_credentials', /not valid yet/],
  ['issued 31 s in the future', { iat: seconds(31) }, 'invalid_credentials', /iat/],
  ['for another audience', { aud: 'other' }, 'invalid_credentials', /aud/],
  ['of another issuer', { iss: 'https://evil.example.org/' }, 'invalid_credentials', /iss/],
  ['of the issuer without its slash', { iss: 'https://login.example.org' }, 'invalid_credentials', /iss/],
  ...['iss', 'aud', 'exp', 'iat', 'sub'].map(
    (name) =>
      [
        `without ${name}`,
        { [name]: undefined },
        'invalid_credentials',
        new RegExp(`${name} is missing`),
      ] as const,
  ),
  ['with an empty subject', { sub: '' }, 'invalid_credentials', /sub/],
  ['with a subject that is too long', { sub: 'x'.repeat(256) }, 'invalid_credentials', /sub/],
];
for (const [what, change, code, message] of BAD) {
  test(`a token ${what} is rejected`, async () => {
    await rejected(makeCheck()(await sign(claims(change))), code, message);
  });
}

test('clocks may differ by thirty seconds', async () => {
  const check = makeCheck();
  for (const change of [{ exp: seconds(-29) }, { nbf: seconds(30) }, { iat: seconds(30) }])
    await check(await sign(claims(change)));
});

const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
const FORGED: readonly (readonly [string, () => string])[] = [
  ['the algorithm none', () => forge({ alg: 'none' }, claims(), () => Buffer.alloc(0))],
  ['the algorithm None', () => forge({ alg: 'None', kid: 'rsa' }, claims(), () => Buffer.alloc(0))],
  [
    'the public key used as a shared secret',
    () =>
      forge({ alg: 'HS256', kid: 'rsa' }, claims(), (input) =>
        createHmac('sha256', publicPem).update(input).digest(),
      ),
  ],
  [
    'an unknown critical header',
    () => forge({ alg: 'RS256', kid: 'rsa', crit: ['x'], x: 1 }, claims(), () => Buffer.alloc(256)),
  ],
  [
    'an own key in its header',
    () => forge({ alg: 'RS256', kid: 'rsa', jwk: {} }, claims(), () => Buffer.alloc(256)),
  ],
  ['a payload that is no object', () => forge({ alg: 'RS256', kid: 'rsa' }, [], () => Buffer.alloc(256))],
  ['five parts', () => 'a.b.c.d.e'],
  ['no parts', () => 'x'],
];
for (const [what, make] of FORGED) {
  test(`a token with ${what} is rejected`, async () => {
    await rejected(makeCheck()(make()), 'invalid_credentials');
  });
}

test('a public "secret" in the list of keys checks nothing', async () => {
  publish([...KEYS, { kty: 'oct', kid: 'oct', k: Buffer.from('secret').toString('base64url') }]);
  const signer = (input: string) => createHmac('sha256', 'secret').update(input).digest();
  await rejected(makeCheck()(forge({ alg: 'HS256', kid: 'oct' }, claims(), signer)), 'invalid_credentials');
});

test('a changed payload and a signature of another key are rejected', async () => {
  const [header, , signature] = (await sign()).split('.');
  const payload = Buffer.from(JSON.stringify(claims({ role: 'admin' }))).toString('base64url');
  await rejected(makeCheck()(`${header}.${payload}.${signature}`), 'invalid_credentials', /signature/);
  await rejected(
    makeCheck()(await sign(claims(), { key: otherRsa.privateKey })),
    'invalid_credentials',
    /signature/,
  );
});

test('an oversized token is rejected before anything is fetched', async () => {
  await rejected(makeCheck()(await sign(claims({ more: 'x'.repeat(9_000) }))), 'invalid_credentials', /8192/);
  assert.equal(fetches, 0);
});

test('an algorithm that is not allowed causes no fetch of keys', async () => {
  await rejected(makeCheck()(FORGED[0]![1]()), 'invalid_credentials', /algorithm/);
  assert.equal(fetches, 0);
});

test('a key that rotates in is found with one fetch, and tokens of unknown keys cause no more than one in ten seconds', async () => {
  const check = makeCheck();
  await check(await sign());
  const rotated = await sign(claims(), { key: otherRsa.privateKey, kid: 'next' });
  setTime(nowMs + 10_000);
  publish([...KEYS, await jwk(otherRsa.publicKey, 'next')]);
  await check(rotated);
  assert.equal(fetches, 2);
  const unknown = await sign(claims(), { kid: 'nobody' });
  for (let attempt = 0; attempt < 5; attempt += 1)
    await rejected(check(unknown), 'invalid_credentials', /does not publish/);
  assert.equal(fetches, 2);
  setTime(nowMs + 10_000);
  await Promise.all(Array.from({ length: 5 }, () => rejected(check(unknown), 'invalid_credentials')));
  assert.equal(fetches, 3);
});

test('a key that has rotated out is rejected once the keys are renewed', async () => {
  const check = makeCheck();
  const token = await sign(claims({ exp: seconds(86_400) }));
  await check(token);
  publish(KEYS.slice(1));
  // No token has come for more than half an hour: the keys are fetched before they are used.
  setTime(nowMs + 31 * MINUTE_MS);
  await rejected(check(token), 'invalid_credentials', /does not publish/);
});

test('old keys are renewed in the background, and many calls at once fetch them once', async () => {
  const check = makeCheck();
  await Promise.all(Array.from({ length: 10 }, async () => check(await sign())));
  assert.equal(fetches, 1);
  setTime(nowMs + 11 * MINUTE_MS);
  await Promise.all(Array.from({ length: 10 }, async () => check(await sign())));
  await until('the keys are fetched again', () => fetches === 2);
});

for (const outage of [
  null,
  { status: 500, body: '' },
  { status: 200, body: '<html>' },
  { status: 200, body: '{"keys":[]}' },
]) {
  test(`while the provider ${outage === null ? 'hangs up' : `answers ${outage.status} ${outage.body}`}, known keys serve for a day and then 503`, async () => {
    const check = makeCheck();
    await check(await sign());
    published = outage;
    for (const minutes of [11, 30, 31, 600, 1_439]) {
      setTime(START_MS + minutes * MINUTE_MS);
      await check(await sign());
    }
    const unknown = await sign(claims(), { kid: 'nobody' });
    await rejected(check(unknown), 'identity_provider_unavailable');
    setTime(START_MS + 1_441 * MINUTE_MS);
    const late = await sign();
    await rejected(check(late), 'identity_provider_unavailable');
    publish(KEYS);
    setTime(nowMs + 10_000);
    await check(late);
  });
}

test('a provider that has never given keys is 503, and is queried again after a pause', async () => {
  published = { status: 503, body: '' };
  const check = makeCheck();
  const token = await sign();
  await rejected(check(token), 'identity_provider_unavailable');
  await rejected(check(token), 'identity_provider_unavailable');
  assert.equal(fetches, 1);
  publish(KEYS);
  setTime(nowMs + 10_000);
  await check(token);
});

test('an endless list of keys is not read to its end', async () => {
  published = { status: 200, body: `{"keys":[],"x":"${'x'.repeat(300 * 1024)}"}` };
  await rejected(makeCheck()(await sign()), 'identity_provider_unavailable');
});

const OTHER = '00000000-0000-4000-8000-000000000000';
const MEMBERSHIPS: readonly (readonly [string, JWTPayload, readonly string[]])[] = [
  ['one organisation', { role: 'viewer' }, ['viewer']],
  [
    'a list of organisations and of roles',
    { [ORG_CLAIM]: [OTHER, ORG_ID], role: ['viewer', 'approver'] },
    ['viewer', 'approver'],
  ],
  [
    'roles by organisation',
    { [ORG_CLAIM]: { [OTHER]: 'admin', [ORG_ID]: ['viewer'] }, role: 'admin' },
    ['viewer'],
  ],
  ['another organisation', { [ORG_CLAIM]: OTHER }, []],
  ['no organisation', { [ORG_CLAIM]: undefined }, []],
  ['no role', { role: undefined }, []],
  ['a role that does not exist', { role: ['root', 'constructor', '__proto__', 7, null] }, []],
];
for (const [what, change, roles] of MEMBERSHIPS) {
  test(`a token with ${what} has the roles [${roles.join(', ')}]`, async () => {
    const user = await makeCheck()(await sign(claims(change)));
    assert.deepEqual(user.claimedRolesIn(ORG_ID), roles);
    assert.equal(user.name, 'auth0|ada');
  });
}

test('where no claim is named, a token claims no organisation, not even none', async () => {
  const user = await makeCheck({ ...SETTINGS, orgClaim: null })(await sign());
  assert.equal(user.claimedRolesIn(ORG_ID), undefined);
});

for (const [emailVerified, expected] of [
  [true, true],
  [false, false],
  ['true', false],
  [undefined, false],
] as const) {
  test(`a token with email_verified ${JSON.stringify(emailVerified)} has ${expected ? 'a' : 'no'} verified address`, async () => {
    const user = await makeCheck()(
      await sign(claims({ email: 'a@b.example', email_verified: emailVerified })),
    );
    assert.equal(user.emailVerified, expected);
  });
}
