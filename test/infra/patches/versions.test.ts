/** Versions with which the patches were checked: an update of a package needs a look at them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const PATCHES = 'src/infra/patches';

const installed = (name: string): string =>
  name === 'node'
    ? process.versions.node
    : JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;

/** Patches by file: the package that each leans on, and the version that it was last checked with. */
const CHECKED_WITH: Readonly<Record<string, readonly [name: string, version: string]>> = {
  'flow-control.ts': ['@grpc/grpc-js', '1.14.7'],
  'heap-growth.ts': ['node', '24.21.0'],
  'http2-server.ts': ['@grpc/grpc-js', '1.14.7'],
  'repeated-credentials.ts': ['@grpc/grpc-js', '1.14.7'],
  'spare-pings.ts': ['@grpc/grpc-js', '1.14.7'],
  'stream-resets.ts': ['@grpc/grpc-js', '1.14.7'],
};

test('every patch names the version that it was checked with', () => {
  assert.deepEqual(readdirSync(join(ROOT, PATCHES)).sort(), Object.keys(CHECKED_WITH));
});

for (const [file, [name, version]] of Object.entries(CHECKED_WITH)) {
  test(`${file} was checked with the installed version of ${name}`, () => {
    const message = `Run the tests of ${PATCHES}/${file} with ${name} ${installed(name)}, then name that version here.`;
    assert.equal(installed(name), version, message);
  });
}
