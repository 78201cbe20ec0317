/** End of the process of a role: each of its parts is closed, even if others fail. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';

it('closes the other parts when one throws, rejects or never closes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'flowarden-role-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'role.ts');
  const child = join(import.meta.dirname, '../../src/infra/process/role-process.ts');
  writeFileSync(
    program,
    `import { writeSync } from 'node:fs';
     import { enterRole } from ${JSON.stringify(child)};
     const role = enterRole('test');
     const say = (word) => writeSync(1, word + '\\n');
     role.logTo({ warn: say, error: ({ err }) => say('failed: ' + err.message.replace(/\\d+/, 'n')) });
     role.onStop(async () => say('last'));
     role.onStop(() => { throw new Error('thrown'); });
     role.onStop(async () => say('second'));
     role.onStop(() => Promise.reject(new Error('rejected')));
     role.onStop(() => new Promise(() => {}));
     role.onStop(async () => say('first'));
     setInterval(() => {}, 1000);
     role.ready();`,
  );
  const role = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  t.after(() => role.kill('SIGKILL'));
  await once(role, 'message');
  const said = text(role.stdout!);
  // Its supervisor is gone: of the two ways to end, the one that leaves less time.
  role.disconnect();
  assert.deepEqual(await once(role, 'exit'), [1, null]);
  assert.deepEqual((await said).trim().split('\n').slice(-6), [
    'first',
    'failed: not ended after n ms',
    'failed: rejected',
    'second',
    'failed: thrown',
    'last',
  ]);
});
