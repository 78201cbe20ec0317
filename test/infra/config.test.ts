import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readableLine, redactLine } from '../../src/infra/logging/log.ts';
import { printable } from '../../src/infra/logging/output.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { childEnvironment, loadConfig, requireSetting, withPorts } from '../../src/infra/settings/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('every setting has a default, and an empty variable counts as unset', () => {
  const config = loadConfig({ FLOWARDEN_HTTP_PORT: '', DATABASE_URL: '' });
  assert.equal(config.httpPort, 8080);
  assert.equal(config.grpcPort, 50_051);
  assert.equal(config.baseUrl, 'http://127.0.0.1:8080');
  assert.equal(config.databaseUrl, null);
  assert.ok(config.dataDir.endsWith('/.flowarden'));
  assert.ok(Object.isFrozen(config));
});

test('all bad settings are named at once, with value and what is allowed, and no secret', () => {
  const bad = {
    FLOWARDEN_HTTP_PORT: '65536',
    FLOWARDEN_GRPC_PORT: '1e3',
    FLOWARDEN_CORE_ADDRESS: 'http://core:1',
    FLOWARDEN_LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://joe:hunter2@db/x',
    FLOWARDEN_KEY_PEPPER: 'too-short',
    FLOWARDEN_SECRETS_KEY: `${'x'.repeat(32)},too-short`,
    FLOWARDEN_WEBHOOK_ALLOW_HTTP: 'yes',
    // What every object of JavaScript has is no more allowed than other words.
    FLOWARDEN_FREE_SCANNER: 'constructor',
    FLOWARDEN_WEBHOOK_NETWORKS: '10.0.0.0/8,10.0.0.0/33',
    FLOWARDEN_WORKER_THREADS: '0',
    FLOWARDEN_BASE_URL: 'ftp://x',
    FLOWARDEN_HOST: 'example.org',
    FLOWARDEN_JWT_JWKS_URL: 'http://login.example.org/keys',
    FLOWARDEN_JWT_ISSUER: 'two words',
    FLOWARDEN_CAPTCHA_VERIFY_URL: 'http://captcha.example.org/siteverify',
    FLOWARDEN_CAPTCHA_SECRET: 'too-short secret',
  };
  assert.throws(
    () => loadConfig(bad),
    (error: unknown) => {
      assert.ok(error instanceof StartError);
      assert.equal(error.exitCode, 2);
      for (const name of Object.keys(bad))
        assert.match(error.message, new RegExp(`${name} is .*; it must be `));
      assert.match(error.message, /"65536"/);
      assert.doesNotMatch(error.message, /hunter2|too-short/);
      return true;
    },
  );
});

const GOOD: readonly (readonly [string, string])[] = [
  ['FLOWARDEN_HTTP_PORT', '0'],
  ['FLOWARDEN_HTTP_PORT', '65535'],
  ['DATABASE_URL', 'postgresql://u:p@h:5432/d?sslmode=require'],
  ['FLOWARDEN_BASE_URL', 'https://flowarden.example.org'],
  ['FLOWARDEN_HOST', '::1'],
  ['FLOWARDEN_KEY_PEPPER', 'x'.repeat(32)],
  ['FLOWARDEN_SECRETS_KEY', `${'x'.repeat(32)}, ${'y'.repeat(40)}`],
  ['FLOWARDEN_WEBHOOK_NETWORKS', '10.20.0.0/16, fd00:1::/32'],
];
for (const [name, value] of GOOD) {
  test(`${name}=${value} is allowed`, () => void loadConfig({ [name]: value }));
}

test('a base address that was derived follows the port, one that was set stays', () => {
  assert.equal(withPorts(loadConfig({ FLOWARDEN_HTTP_PORT: '0' }), 1234, 1).baseUrl, 'http://127.0.0.1:1234');
  const set = loadConfig({ FLOWARDEN_HTTP_PORT: '0', FLOWARDEN_BASE_URL: 'https://x.example/' });
  assert.equal(withPorts(set, 1234, 1).baseUrl, 'https://x.example');
});

const ADDRESSES: readonly (readonly [string, string])[] = [
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['fd00::7', 'http://[fd00::7]:8080'],
  ['10.1.2.3', 'http://10.1.2.3:8080'],
];
for (const [host, expected] of ADDRESSES) {
  test(`who listens on ${host} is reached at ${expected}`, () => {
    assert.equal(loadConfig({ FLOWARDEN_HOST: host }).baseUrl, expected);
  });
}

test('a child reads from its environment the configuration of its parent', () => {
  const environment = {
    FLOWARDEN_GRPC_PORT: '7',
    FLOWARDEN_CORE_ADDRESS: 'core.example:50051',
    FLOWARDEN_KEY_PEPPER: 'p'.repeat(40),
    FLOWARDEN_LOG_LEVEL: 'warn',
    FLOWARDEN_DATABASE_POOLER: 'true',
    FLOWARDEN_DATABASE_CONNECTIONS: '20',
    FLOWARDEN_WEBHOOK_ALLOW_HTTP: 'true',
    FLOWARDEN_WEBHOOK_NETWORKS: '10.0.0.0/8,fd00::/8',
  };
  const decided = { dataDir: '/data', databaseUrl: 'postgres://u:p@h/d', keyPepper: 'p'.repeat(40) };
  const config = { ...withPorts(loadConfig(environment), 80, 81), ...decided };
  assert.deepEqual(loadConfig(childEnvironment(config, environment)), config);
});

test('a secret may stand in a file, and the variable itself counts first', () => {
  const path = join(temporaryFolder(), 'pepper');
  writeFileSync(path, `${'f'.repeat(32)}\n`);
  const FLOWARDEN_KEY_PEPPER_FILE = path;
  assert.equal(loadConfig({ FLOWARDEN_KEY_PEPPER_FILE }).keyPepper, 'f'.repeat(32));
  const FLOWARDEN_KEY_PEPPER = 'v'.repeat(32);
  assert.equal(
    loadConfig({ FLOWARDEN_KEY_PEPPER_FILE, FLOWARDEN_KEY_PEPPER }).keyPepper,
    FLOWARDEN_KEY_PEPPER,
  );
  assert.throws(
    () => loadConfig({ FLOWARDEN_KEY_PEPPER_FILE: '/nowhere' }),
    /FLOWARDEN_KEY_PEPPER_FILE: ENOENT/,
  );
});

test('a role reads its own settings alone, so that half of what others read together is no mistake', () => {
  const captcha = { FLOWARDEN_CAPTCHA_VERIFY_URL: 'https://captcha.example.org/verify' };
  assert.throws(() => loadConfig(captcha, 'core'), /must be set together/);
  assert.equal(loadConfig({ ...captcha, FLOWARDEN_LIMIT_FACTOR: 'much' }, 'jobs').limitFactor, 1);
});

test('a setting that a command needs is named', () => {
  assert.throws(() => requireSetting(loadConfig({}), 'databaseUrl'), /DATABASE_URL is not set/);
});

const SECRETS: readonly (readonly [string, string])[] = [
  ['key fwd_live_abcdefgh_0123456789_x1', 'key fwd_live_abcdefgh_[redacted]'],
  ['Authorization: Bearer aaa.bbb.ccc', 'Authorization: Bearer [redacted]'],
  ['secret whsec_abc123==', 'secret whsec_[redacted]'],
  ['at postgres://joe:hunter2@db:5432/x', 'at postgres://joe:[redacted]@db:5432/x'],
  [
    `token ${['eyJhbGciOiJFZERTQSJ9', 'eyJzdWIiOiJhIn0', 'c2ln'].join('.')} is bad`,
    'token eyJ[redacted] is bad',
  ],
  ['nothing here', 'nothing here'],
];
for (const [line, redacted] of SECRETS) {
  test(`the log shows "${redacted}"`, () => assert.equal(redactLine(line), redacted));
}

test('what strangers send cannot forge a line of the log, nor move the cursor of who reads it', () => {
  const text = 'a\nb\r\u001b[2J\u009b31m\u202ec\u2028d\u{e0041}ü';
  const line = `${JSON.stringify({ time: 'x', role: 'core', level: 'info', msg: text, name: text })}\n`;
  const printed = printable(line);
  assert.deepEqual(JSON.parse(printed), JSON.parse(line));
  assert.doesNotMatch(printed.trimEnd(), /[\p{Cc}\p{Cf}\p{Zl}]/u);
  assert.match(printed, /ü/);
  const shown = readableLine(printed);
  assert.doesNotMatch(shown.slice(0, -1), /[\p{Cc}\p{Cf}\p{Zl}]/u);
  const err = { stack: 'Error: a\n12:00:00 core info forged' };
  const lines = readableLine(
    JSON.stringify({ time: 'x', role: 'core', level: 'error', msg: 'm', err }),
  ).split('\n');
  assert.deepEqual(lines.slice(1, 3), ['    Error: a', '    12:00:00 core info forged']);
});

const TOKENS = {
  FLOWARDEN_JWT_ISSUER: 'https://login.example.org/',
  FLOWARDEN_JWT_AUDIENCE: 'flowarden',
  FLOWARDEN_JWT_JWKS_URL: 'https://login.example.org/keys',
  FLOWARDEN_JWT_ORG_CLAIM: 'https://example.org/orgs',
};

test('the settings of tokens come together or not at all', () => {
  assert.equal(loadConfig({}).tokens, null);
  assert.deepEqual(loadConfig(TOKENS).tokens, {
    issuer: 'https://login.example.org/',
    audience: 'flowarden',
    jwksUrl: 'https://login.example.org/keys',
    orgClaim: 'https://example.org/orgs',
    roleClaim: 'role',
    groupsClaim: 'groups',
  });
  for (const name of Object.keys(TOKENS).slice(0, 3))
    assert.throws(() => loadConfig({ ...TOKENS, [name]: '' }), /must be set together/);
  const { FLOWARDEN_JWT_ORG_CLAIM, ...withoutClaim } = TOKENS;
  assert.equal(loadConfig(withoutClaim).tokens?.orgClaim, null);
  assert.throws(() => loadConfig({ FLOWARDEN_JWT_ORG_CLAIM }), /must be set together/);
  const local = { ...TOKENS, FLOWARDEN_JWT_JWKS_URL: 'http://localhost:9000/keys' };
  assert.equal(loadConfig(local).tokens?.jwksUrl, local.FLOWARDEN_JWT_JWKS_URL);
});

const issuersOf = (text: string) => loadConfig({ FLOWARDEN_OIDC_ISSUERS: text }).oidcIssuers;

test('the issuers of CI identity tokens are GitHub and gitlab.com unless the operator lists others or none', () => {
  assert.deepEqual(issuersOf(''), [
    { provider: 'github', url: 'https://token.actions.githubusercontent.com' },
    { provider: 'gitlab', url: 'https://gitlab.com' },
  ]);
  assert.deepEqual(issuersOf('none'), []);
  assert.deepEqual(
    issuersOf('jenkins=https://ci.example/oidc, entra=https://sts.example/t/,kubernetes=http://127.0.0.1:1'),
    [
      { provider: 'jenkins', url: 'https://ci.example/oidc' },
      { provider: 'entra', url: 'https://sts.example/t/' },
      { provider: 'kubernetes', url: 'http://127.0.0.1:1' },
    ],
  );
});

for (const [fault, text] of [
  ['http on another machine', 'gitlab=http://gitlab.example'],
  ['a user in the address', 'gitlab=https://gitlab.com@evil.example'],
  ['a password in the address', 'gitlab=https://:b@gitlab.com'],
  ['a query', 'gitlab=https://gitlab.com/?a=b'],
  ['an empty query', 'gitlab=https://gitlab.com/?'],
  ['a fragment', 'gitlab=https://gitlab.com/#a'],
  ['capitals in the host', 'gitlab=https://GitLab.com'],
  ['a path that climbs', 'gitlab=https://gitlab.com/a/..'],
  ['a backslash', 'gitlab=https:\\\\gitlab.com'],
  ['an unknown CI system', 'svn=https://svn.example'],
  ['no CI system', 'https://gitlab.com'],
  ['no address', 'gitlab='],
  ['an empty pair', 'gitlab=https://gitlab.com,'],
  ['none beside an issuer', 'none,gitlab=https://gitlab.com'],
  ['the same issuer for two CI systems', 'gitlab=https://ci.example,jenkins=https://ci.example'],
] as const)
  test(`an issuer of CI identity tokens with ${fault} stops the start`, () => {
    assert.throws(() => issuersOf(text), /FLOWARDEN_OIDC_ISSUERS is .+; it must be `none` or pairs/);
  });

const BUCKET = {
  FLOWARDEN_S3_BUCKET: 'files',
  FLOWARDEN_S3_ENDPOINT: 'http://minio:9000',
  FLOWARDEN_S3_ACCESS_KEY_ID: 'id',
  FLOWARDEN_S3_SECRET_ACCESS_KEY: 'very-secret',
};

test('a bucket is read whole', () => {
  const config = loadConfig(BUCKET);
  assert.deepEqual(config.s3, {
    bucket: 'files',
    region: 'us-east-1',
    endpoint: 'http://minio:9000',
    credentials: { accessKeyId: 'id', secretAccessKey: 'very-secret' },
  });
  assert.equal(loadConfig({ FLOWARDEN_S3_BUCKET: 'files' }).s3?.credentials, null);
  assert.equal(loadConfig({}).s3, null);
});

for (const missing of ['FLOWARDEN_S3_BUCKET', 'FLOWARDEN_S3_SECRET_ACCESS_KEY'] as const) {
  test(`a bucket without ${missing} is rejected`, () => {
    assert.throws(
      () => loadConfig({ ...BUCKET, [missing]: '' }),
      /need FLOWARDEN_S3_BUCKET, and the key needs/,
    );
  });
}
