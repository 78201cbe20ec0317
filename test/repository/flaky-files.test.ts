import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { describeFlaky, judgeRun } from '../../scripts/unit/judge-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A test file that passes from the given run on. */
function writeTestFile(name: string, passesFromRun: number): string {
  const folder = temporaryFolder();
  const path = join(folder, `${name}.test.ts`);
  const lines = [
    "import assert from 'node:assert/strict';",
    "import { appendFileSync, readFileSync } from 'node:fs';",
    "import { test } from 'node:test';",
    `test('${name}', () => {`,
    `  appendFileSync(${JSON.stringify(join(folder, 'runs'))}, 'x');`,
    `  assert.ok(readFileSync(${JSON.stringify(join(folder, 'runs'))}).length >= ${passesFromRun});`,
    '});',
  ];
  writeFileSync(path, lines.join('\n'));
  return path;
}

function runUnit(files: readonly string[]): { code: number | null; stdout: string } {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const argv = ['scripts/unit/main.ts', ...files];
  const { status, stdout } = spawnSync(process.execPath, argv, { cwd: ROOT, env, encoding: 'utf8' });
  return { code: status, stdout };
}

describe('a run of the tests', () => {
  test('passes and names the flaky file when a failed file passes alone', () => {
    const { code, stdout } = runUnit([writeTestFile('passes', 1), writeTestFile('recovers', 2)]);
    assert.equal(code, 0, stdout);
    assert.match(stdout.split('flaky: ').at(-1) ?? '', /^1\n {2}\S+recovers\.test\.ts\n$/);
  });

  test('fails when a file fails again', () => {
    const { code, stdout } = runUnit([writeTestFile('broken', 99)]);
    assert.equal(code, 1, stdout);
    assert.doesNotMatch(stdout, /flaky:/);
  });
});

test('a file that leaves an exit code does not fail others of its process', () => {
  const folder = temporaryFolder();
  const entry = join(folder, 'shared.test.ts');
  const shared = JSON.stringify(join(ROOT, 'test/support/shared-process.ts'));
  const leaving = join(folder, 'leaving.test.ts');
  writeFileSync(
    leaving,
    "import { test } from 'node:test';\ntest('leaves', () => { process.exitCode = 1; });\n",
  );
  const paths = JSON.stringify([leaving, writeTestFile('passes', 1)]);
  writeFileSync(entry, `import { runInOneProcess } from ${shared};\nrunInOneProcess(${paths});\n`);
  const { stdout } = runUnit([entry]);
  const [results] = stdout.split('failing tests:');
  assert.deepEqual(
    [...results!.matchAll(/^✖ (\S+)/gm)].map(([, name]) => name),
    [leaving],
  );
});

describe('the verdict on a run', () => {
  const failed = ['a', 'b', 'c', 'd'];

  test('is a failure with more than three flaky files', () => {
    assert.deepEqual(judgeRun({ succeeded: false, failed: failed.slice(0, 3) }, []), {
      succeeded: true,
      flaky: ['a', 'b', 'c'],
    });
    assert.deepEqual(judgeRun({ succeeded: false, failed }, []), { succeeded: false, flaky: failed });
    assert.match(describeFlaky(failed), /^\nflaky: 4, more than 3: the run fails\n/);
  });

  test('is a failure when the runner failed without a failed file', () => {
    assert.equal(judgeRun({ succeeded: false, failed: [] }, []).succeeded, false);
  });
});
