/** `flowarden policy publish` against a real service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import type { Scope } from '../../src/service/access/scopes.ts';
import { startTestGateway } from '../gateway/support/support.ts';
import { builtCommand } from '../support/cli/built-command.ts';
import { build } from '../support/policies/pack-folder.ts';
import { testCore } from '../support/service/core.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BIN = builtCommand();
const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const folder = temporaryFolder();
writeFileSync(join(folder, 'a.flowpack'), writePack(await build('rules: { UIP-MNT-001: on }\n')));
writeFileSync(join(folder, 'broken.flowpack'), '{}');

/** Publishes as a new organisation, once or several times. */
async function publisher(scopes?: readonly Scope[]) {
  const who = await core.identity(scopes === undefined ? undefined : [...scopes]);
  const env = {
    PATH: process.env.PATH!,
    FLOWARDEN_URL: gateway.url,
    FLOWARDEN_ORG_ID: who.orgId,
    FLOWARDEN_API_KEY: who.key,
  };
  return (...args: readonly string[]) =>
    new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) => {
      const argv = [BIN, 'policy', 'publish', ...args];
      const child = execFile(process.execPath, argv, { cwd: folder, env }, (_, out, err) =>
        resolve({ code: child.exitCode, out, err }),
      );
    });
}

it('checks a pack, publishes it once, and says that nothing holds yet', async () => {
  const publish = await publisher();
  const checked = await publish('a.flowpack', '--check');
  assert.deepEqual([checked.code, checked.err], [0, '']);
  assert.match(checked.out, /^a\.flowpack: test@1\.0\.0, revision 1, can be published\.$/m);
  const published = await publish('a.flowpack');
  assert.deepEqual([published.code, published.err], [0, '']);
  assert.match(published.out, /is published; nothing holds before it is assigned/);
  const again = await publish('a.flowpack');
  assert.equal(again.code, 1);
  assert.match(again.err, /^a\.flowpack: .*test@1\.0\.0/m);
});

it('ends with 1 for a file that is no pack, and with 2 for a key that may not publish', async () => {
  const broken = await (await publisher())('broken.flowpack');
  assert.equal(broken.code, 1);
  assert.match(broken.err, /^broken\.flowpack: /);
  const other = await (await publisher(['analysis:write']))('a.flowpack');
  assert.equal(other.code, 2);
  assert.match(other.err, /Publishing needs policies:write/);
});
