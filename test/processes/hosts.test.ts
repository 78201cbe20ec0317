/** Two cores on hosts of their own, as `npm run hosts` makes them: calls are shared out, also when one dies. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hostsAbsent } from '../../bench/hosts/network/rights.ts';
import { startScript, until } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = join(import.meta.dirname, '../../bench/hosts/main.ts');
const ABSENT = hostsAbsent();
const SKIP = ABSENT !== null && `SKIPPED: there are no hosts on this machine: it ${ABSENT}`;

/** Processes whose command line names the folder. */
const processesOf = (folder: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });

describe('a run on hosts', { skip: SKIP }, () => {
  const start = (row: string) => {
    const folder = temporaryFolder();
    return { folder, run: startScript(PROGRAM, [row, '--quick'], { TMPDIR: folder }) };
  };

  it('finds the calls spread over the cores, and none lost when one is killed', {
    timeout: 240_000,
  }, async (t) => {
    const { folder, run } = start('spread');
    assert.equal(await run.ended, 0, run.output());
    t.diagnostic(run.output());
    assert.equal(run.output().match(/^pass {2}/gm)?.length, 3);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('leaves no process and no file behind when it is interrupted', async () => {
    const { folder, run } = start('spread');
    await until('its database starts', () => processesOf(folder).length > 2);
    run.child.kill('SIGINT');
    assert.equal(await run.ended, 130, run.output());
    assert.deepEqual(readdirSync(folder), []);
    assert.deepEqual(processesOf(folder), []);
    assert.equal(existsSync('/run/netns/db'), false);
  });
});

it('has no row that it does not know', async () => {
  const run = startScript(PROGRAM, ['sideways'], {});
  assert.equal(await run.ended, 2);
  assert.match(run.output(), /There is no row "sideways"\.\nUsage: .*spread scaling/);
});
