/** `flowarden pull` that is killed at each of its steps: the next one ends as if nothing had happened. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { builtCommand } from '../support/cli/built-command.ts';
import { type Fault, startOrchestrator } from '../support/remotes/orchestrator.ts';
import { sampleTenant } from '../support/remotes/orchestrator-tenant.ts';

const TENANT = sampleTenant(join(import.meta.dirname, '../fixtures/uipath'));
const root = realpathSync(mkdtempSync(join(tmpdir(), 'flowarden-kills-')));
after(() => rmSync(root, { recursive: true }));

/** Requests at which the command is killed: operation, and how many of it pass before. */
const STEPS = [
  ['token', 0],
  ['folders', 0],
  ['feed', 1],
  ['releases', 2],
  ['packages', 0],
  ['download', 0],
  ['download', 15],
  ['download', 38],
] as const;

function start(url: string, folder: string): ChildProcess {
  const argv = ['pull', 'uipath', '--url', url, '--on-premises', '--to', folder, '--rate', '20'];
  return spawn(process.execPath, [builtCommand(), ...argv], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      FLOWARDEN_PULL_CLIENT_ID: 'client-1',
      FLOWARDEN_PULL_CLIENT_SECRET: 'secret-1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const packagesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(folder, 'tenant'))
      .filter((name) => name.endsWith('.nupkg'))
      .map((name) => [name, readFileSync(join(folder, 'tenant', name)).toString('base64')]),
  );

describe('a pull that is killed', () => {
  for (const [operation, passing] of STEPS)
    it(`at request ${passing + 1} of ${operation} is made up for by the next`, async () => {
      let child: ChildProcess;
      const kill: Fault = { operation, after: passing, answer: () => void child.kill('SIGKILL') };
      const replay = await startOrchestrator(TENANT, { faults: [kill] });
      try {
        const folder = join(root, `${operation}-${passing}`);
        child = start(replay.url, folder);
        const [, signal] = await once(child, 'exit');
        assert.equal(signal, 'SIGKILL');
        const before = replay.count('download');

        const next = start(replay.url, folder);
        const [out, [code]] = await Promise.all([
          next.stdout!.setEncoding('utf8').toArray(),
          once(next, 'exit'),
        ]);
        assert.equal(code, 2);
        assert.match(out.join(''), /^38 of at least 40 packages/m);
        const expected = TENANT.packages.slice(0, 39).filter(({ isCompiled }) => isCompiled !== true);
        assert.deepEqual(
          packagesIn(folder),
          new Map(expected.map(({ id, bytes }) => [`${id}.nupkg`, bytes.toString('base64')])),
        );
        // It goes on from the last save, at most ten packages and those under way before.
        const again = replay.count('download') - before;
        assert.ok(again <= 39 - before + 10 + 4, `${again} downloads after ${before}`);
        assert.deepEqual(replay.violations, []);
      } finally {
        await replay.close();
      }
    });
});
