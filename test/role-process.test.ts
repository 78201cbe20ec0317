/** What a role is told at its start. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { confineRole } from '../src/serve/confined-role.ts';
import { ROLES, startRole } from '../src/serve/role-process.ts';
import { startScript, until } from './support/processes.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const SECRETS = {
  DATABASE_URL: 'postgres://joe:hush@db/x',
  FLOWARDEN_KEY_PEPPER: 'p'.repeat(32),
  FLOWARDEN_SECRETS_KEY: 's'.repeat(32),
  FLOWARDEN_WEBHOOK_KEY: 'w'.repeat(32),
  FLOWARDEN_GATEWAY_TOKEN: 't'.repeat(32),
  FLOWARDEN_S3_SECRET_ACCESS_KEY: 'x'.repeat(32),
};
const FILES = Object.fromEntries(Object.keys(SECRETS).map((name) => [`${name}_FILE`, 'file']));
const print = (path: string) => [
  '-e',
  `require('node:fs').writeFileSync(${JSON.stringify(path)}, JSON.stringify(process.env)); process.send({ type: 'ready' })`,
];

for (const [name, expected] of [
  ['gateway', ['FLOWARDEN_GATEWAY_TOKEN']],
  ['core', Object.keys(SECRETS)],
  [
    'jobs',
    ['DATABASE_URL', 'FLOWARDEN_SECRETS_KEY', 'FLOWARDEN_WEBHOOK_KEY', 'FLOWARDEN_S3_SECRET_ACCESS_KEY'],
  ],
  ['deliveries', ['DATABASE_URL', 'FLOWARDEN_WEBHOOK_KEY']],
] as const) {
  test(`the ${name} gets ${expected.join(' and ')}`, async () => {
    const role = ROLES.find((candidate) => candidate.name === name)!;
    const path = join(temporaryFolder(), 'environment.json');
    const running = await startRole(
      { ...role, argv: print(path), isConfined: false },
      { ...process.env, ...SECRETS, ...FILES },
    );
    await running.ready;
    await running.stop();
    const environment = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual(
      Object.keys(SECRETS).filter((secret) => {
        assert.equal(environment[`${secret}_FILE`], environment[secret] && 'file');
        return environment[secret] !== undefined;
      }),
      expected,
    );
  });
}

test('a part of a role that fails or never ends leaves the others to theirs', async () => {
  const script = fileURLToPath(new URL('./support/closing-role.ts', import.meta.url));
  const role = startScript(script, [], {});
  await until('the role', () => role.output().includes('ready'));
  role.child.kill('SIGTERM');
  assert.equal(await role.ended, 1);
  const closed = role.output().match(/(?<=closing )\w+/g);
  assert.deepEqual(closed, ['first', 'hanging', 'failing', 'last']);
});

test('a confined role uses the network, reads its program, its certificates and its own state, and nothing else', () => {
  const [mine, theirs] = ['cert.pem', 'key-pepper'].map((name) => join(temporaryFolder(), name));
  for (const path of [mine!, theirs!]) writeFileSync(path, 'x');
  const { execArgv, environment } = confineRole('gateway', { ...process.env, FLOWARDEN_TLS_CERT: mine });
  const allowed = [mine!, import.meta.resolve('../gateway/main.ts').slice(7), '/proc/self/stat'];
  const refused = [theirs!, '/etc/passwd', '/proc/self/environ', join(import.meta.dirname, '../LICENSE')];
  const code = `
    const { readFileSync, writeFileSync } = require('node:fs');
    const attempt = (act) => { try { act(); return 'done'; } catch ({ code }) { return code; } };
    console.log(JSON.stringify([
      attempt(() => require('node:net').createServer().listen(0, '127.0.0.1').unref()),
      ...${JSON.stringify([...allowed, ...refused])}.map((path) => attempt(() => readFileSync(path))),
      attempt(() => writeFileSync(${JSON.stringify(theirs)}, 'y')),
      attempt(() => require('node:child_process').execFileSync('true')),
      attempt(() => new (require('node:worker_threads').Worker)('0', { eval: true })),
    ]))`;
  const output = execFileSync(process.execPath, [...execArgv, '-e', code], {
    env: environment,
    encoding: 'utf8',
  });
  const denied = refused.length + 3;
  assert.deepEqual(JSON.parse(output), [
    'done',
    ...allowed.map(() => 'done'),
    ...Array.from({ length: denied }, () => 'ERR_ACCESS_DENIED'),
  ]);
});
