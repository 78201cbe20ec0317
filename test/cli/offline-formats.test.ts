/** `flowarden validate` with several formats: each report has the same findings. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

it('flowarden validate writes the same findings in every format of one run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowarden-formats-'));
  try {
    const file = (name: string): string => join(folder, name);
    const formats = ['sarif', 'junit', 'gitlab'].flatMap((name) => ['--format', `${name}=${file(name)}`]);
    const args = ['validate', 'samples', 'test/goldens', '--format', 'json', ...formats];
    const run = spawnSync(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const document = JSON.parse(run.stdout);
    const findings: { catalogRuleId: string; description: string }[] = [
      ...document.files.flatMap((entry: { result: { findings: [] } | null }) => entry.result?.findings ?? []),
      ...document.projectFindings,
    ];
    assert.ok(findings.length > 50);
    const rules = findings.map(({ catalogRuleId }) => catalogRuleId).sort();
    const { results } = JSON.parse(readFileSync(file('sarif'), 'utf8')).runs[0];
    assert.deepEqual(results.map(({ ruleId }: { ruleId: string }) => ruleId).sort(), rules);
    const issues: { check_name: string; fingerprint: string }[] = JSON.parse(
      readFileSync(file('gitlab'), 'utf8'),
    );
    assert.deepEqual(issues.map(({ check_name }) => check_name).sort(), rules);
    assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, issues.length);
    const cases = readFileSync(file('junit'), 'utf8').matchAll(/<testcase name="([A-Z]+-[A-Z]+-\d+) /g);
    assert.deepEqual([...cases].map(([, rule]) => rule).sort(), rules);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const [kind, mark] of [
  ['a repository', (root: string) => mkdirSync(join(root, '.git'))],
  ['a worktree', (root: string) => writeFileSync(join(root, '.git'), 'gitdir: elsewhere\n')],
] as const) {
  it(`flowarden validate in a folder of ${kind} writes paths from its root`, () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'flowarden-repository-')));
    try {
      const robots = join(root, 'robots');
      mark(root);
      cpSync(join(ROOT, 'samples/uipath'), robots, { recursive: true });
      const args = ['validate', '.', '--format', 'sarif=report.sarif'];
      spawnSync(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), ...args], { cwd: robots });
      const { results } = JSON.parse(readFileSync(join(robots, 'report.sarif'), 'utf8')).runs[0];
      assert.ok(results.length > 0);
      for (const { locations } of results)
        assert.match(locations[0].physicalLocation.artifactLocation.uri, /^robots\/[^/]/);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
}
