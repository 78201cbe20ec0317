/** Warnings of commands before they start: misspelt settings, and a service that others reach unencrypted. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { exposureWarnings, unknownSettings } from '../../src/infra/settings/setting-warnings.ts';

const ROOT = installRoot();

describe('a variable that is no setting', () => {
  for (const [name, value, nearest] of [
    ['FLOWARDEN_HTTP_PROT', '80', 'did you mean FLOWARDEN_HTTP_PORT?'],
    ['FLOWARDEN_BASEURL', 'https://x', 'did you mean FLOWARDEN_BASE_URL?'],
    ['FLOWARDEN_SECRETS_KEY_FIEL', '/x', 'did you mean FLOWARDEN_SECRETS_KEY_FILE?'],
    ['FLOWARDEN_SOMETHING_OF_ANOTHER_PROGRAM', '1', 'docs/settings.md lists all settings.'],
    // Only secrets may stand in files.
    ['FLOWARDEN_HOST_FILE', '/x', 'did you mean FLOWARDEN_HOST?'],
  ] as const) {
    it(`is named with the nearest one: ${name}`, () => {
      assert.deepEqual(unknownSettings({ [name]: value, PATH: '/bin' }), [
        `${name} is not a setting and has no effect; ${nearest}`,
      ]);
    });
  }

  for (const [title, environment] of [
    ['a setting', { FLOWARDEN_HOST: '0.0.0.0', FLOWARDEN_S3_SECRET_ACCESS_KEY_FILE: '/x' }],
    ['an empty one', { FLOWARDEN_HTTP_PROT: '' }],
    ['one of a client', { FLOWARDEN_URL: 'x', FLOWARDEN_API_KEY: 'x', FLOWARDEN_ORG_ID: 'x' }],
    ['one of our tests', { FLOWARDEN_CHAOS_SECONDS: '8', FLOWARDEN_FUZZ_REQUESTS: '9' }],
    [
      'one that Kubernetes makes for a service',
      {
        FLOWARDEN_PORT: 'tcp://10.0.0.1:8080',
        FLOWARDEN_SERVICE_HOST: '10.0.0.1',
        FLOWARDEN_SERVICE_PORT_HTTP: '8080',
        FLOWARDEN_CORE_PORT_50051_TCP_ADDR: '10.0.0.1',
      },
    ],
    ['one of another program', { FLOWARDENS_X: '1', flowarden_x: '1' }],
  ] as const) {
    it(`is not warned of when it is ${title}`, () => {
      assert.deepEqual(unknownSettings(environment), []);
    });
  }

  it('is nowhere in the documentation or in what is deployed', () => {
    const files = ['docs', 'deploy'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    const words = [...files, join(ROOT, 'README.md')].flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/\bFLOWARDEN_[A-Z0-9_]*[A-Z0-9]\b(?![_…*])/g),
    ]);
    assert.ok(words.length > 50);
    assert.deepEqual(unknownSettings(Object.fromEntries(words.map(([word]) => [word, 'x']))), []);
  });
});

describe('a service that others can reach', () => {
  const PUBLIC = { FLOWARDEN_HOST: '0.0.0.0' };
  const GRPC = /FLOWARDEN_GRPC_HOST is .* nothing encrypts/;
  const [TLS, LINKS] = [/nothing encrypts.*FLOWARDEN_TLS_CERT/, /FLOWARDEN_BASE_URL is not set.*Set it to/];
  for (const [title, environment, expected] of [
    ['on this machine alone: nothing', { FLOWARDEN_HOST: '127.0.0.1' }, []],
    ['by default: nothing', {}, []],
    ['with nothing else set: TLS and links', PUBLIC, [TLS, LINKS]],
    ['on all IPv6 addresses: TLS and links', { FLOWARDEN_HOST: '::' }, [TLS, LINKS]],
    ['by gRPC alone: TLS', { FLOWARDEN_GRPC_HOST: '0.0.0.0' }, [GRPC]],
    ['by gRPC with TLS: nothing', { FLOWARDEN_GRPC_HOST: '0.0.0.0', FLOWARDEN_TLS_CERT: '/x' }, []],
    ['with TLS: links', { ...PUBLIC, FLOWARDEN_TLS_CERT: '/x' }, [LINKS]],
    ['behind trusted proxies: links', { ...PUBLIC, FLOWARDEN_TRUSTED_PROXIES: '10.0.0.0/8' }, [LINKS]],
    ['at an https address: nothing', { ...PUBLIC, FLOWARDEN_BASE_URL: 'https://bots.example' }, []],
    ['at an http address: TLS', { ...PUBLIC, FLOWARDEN_BASE_URL: 'http://bots.example' }, [TLS]],
    [
      'in a container of this machine: nothing',
      { ...PUBLIC, FLOWARDEN_BASE_URL: 'http://localhost:8080' },
      [],
    ],
  ] as const) {
    it(`is warned of ${title}`, () => {
      const warnings = exposureWarnings(environment);
      assert.equal(warnings.length, expected.length, warnings.join('\n'));
      for (const [i, pattern] of expected.entries()) assert.match(warnings[i]!, pattern);
    });
  }
});

describe('a command that reads settings', () => {
  function start(command: string, env: Record<string, string>) {
    return spawn(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), command], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, FLOWARDEN_HTTP_PROT: '1', ...env },
    });
  }

  it('warns once and goes on', async () => {
    const child = start('migrate', {});
    const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    assert.equal(code, 2);
    assert.deepEqual(
      stderr.split('\n').map((line) => line.slice(0, 40)),
      ['flowarden: Warning: FLOWARDEN_HTTP_PROT ', 'flowarden: DATABASE_URL is not set. It m', ''],
    );
  });

  it('does not repeat what its supervisor has said', async () => {
    const child = start('migrate', { FLOWARDEN_SUPERVISED: 'true' });
    assert.doesNotMatch(await text(child.stderr), /Warning/);
  });

  it('ends with the same code when its warnings are not read', async () => {
    const child = start('health', { FLOWARDEN_HOST: '0.0.0.0' });
    child.stderr.destroy();
    assert.deepEqual(await once(child, 'exit'), [2, null]);
  });
});
