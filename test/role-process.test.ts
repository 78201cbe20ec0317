/** What a role is told at its start. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROLES, startRole } from '../src/serve/role-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const SECRETS = {
  DATABASE_URL: 'postgres://joe:hush@db/x',
  FLOWARDEN_KEY_PEPPER: 'p'.repeat(32),
  FLOWARDEN_SECRETS_KEY: 's'.repeat(32),
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
  ['jobs', ['DATABASE_URL', 'FLOWARDEN_SECRETS_KEY', 'FLOWARDEN_S3_SECRET_ACCESS_KEY']],
] as const) {
  test(`the ${name} gets ${expected.join(' and ')}`, async () => {
    const role = ROLES.find((candidate) => candidate.name === name)!;
    const path = join(temporaryFolder(), 'environment.json');
    const running = await startRole({ ...role, argv: print(path) }, { ...process.env, ...SECRETS, ...FILES });
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
