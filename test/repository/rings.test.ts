/** The rings of test files, and what a run of the tests chooses. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT, type SourceModule } from '../../scripts/imports.ts';
import { changedPaths } from '../../scripts/unit/changed-paths.ts';
import { chooseTests, describeChoice } from '../../scripts/unit/choose-tests.ts';
import { timesOf, timesTable } from '../../scripts/unit/file-times.ts';
import { allTestFiles, filesOf, OUTER, outerFiles } from '../../scripts/unit/rings.ts';
import { ALONE, SHARED_PATTERNS, sharedProcesses } from '../../scripts/unit/shared-processes.ts';
import { sourceGraph } from '../../scripts/unit/source-graph.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ALL = globSync('test/**/*.test.{ts,tsx,mjs}', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

/** Writes a pattern once for each name in its braces. */
function eachName(pattern: string): readonly string[] {
  const [braces, list] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  return braces === undefined
    ? [pattern]
    : list!.split(',').flatMap((name) => eachName(pattern.replace(braces, name)));
}

describe('the rings', () => {
  it('have every test file, each in one of them', () => {
    assert.ok(ALL.length > 300);
    assert.deepEqual(allTestFiles(), ALL);
    assert.deepEqual(filesOf('full'), ALL);
    assert.deepEqual([...filesOf('inner'), ...outerFiles()].sort(), ALL);
  });

  it('name existing files in the outer ring, each once', () => {
    const found = OUTER.flatMap(({ files }) => files.flatMap(eachName)).flatMap((pattern) => {
      const files = globSync(pattern, { cwd: ROOT });
      assert.notDeepEqual(files, [], pattern);
      return files;
    });
    assert.equal(new Set(found).size, found.length);
  });

  it('guard every change by the inner one: architecture, rules, goldens, contract and one path through each process', () => {
    const inner = new Set(filesOf('inner'));
    const guards = [
      'test/repository/{architecture,expand-and-contract,rule-sizes,tidy}.test.ts',
      'test/analysis/{goldens,planted,rules}.test.ts',
      'test/contract/{compatibility,golden-bodies,interface}.test.ts',
      'test/processes/{core,end-to-end,supervisor,tenancy}.test.ts',
      'test/pool/sandbox.test.ts',
      'test/web/states.test.ts',
    ].flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
    assert.equal(guards.length, 16);
    assert.deepEqual(
      guards.filter((file) => !inner.has(file.replaceAll('\\', '/'))),
      [],
    );
  });
});

describe('shared processes', () => {
  it('have each test file at most once', () => {
    const shared = [...sharedProcesses().values()].flat();
    for (const pattern of [...SHARED_PATTERNS, ...ALONE].flatMap(eachName))
      assert.notDeepEqual(globSync(pattern, { cwd: ROOT }), [], pattern);
    assert.equal(new Set(shared).size, shared.length);
    assert.deepEqual(
      shared.filter((file) => !ALL.includes(file)),
      [],
    );
  });
});

describe('the tests of a change', () => {
  const module = (path: string, text: string): SourceModule => ({
    path,
    text,
    imports: [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from!),
    typeImports: [...text.matchAll(/import type .* from '([^']+)'/g)].map(([, from]) => from!),
  });
  const graph = sourceGraph([
    module('src/a.ts', "import { b } from './b.ts';"),
    module('src/b.ts', ''),
    module('src/c.ts', "import type { A } from './a.ts';"),
    module('test/support/start.ts', "const program = join(ROOT, 'bin/flowarden.mjs');"),
    module('test/a.test.ts', "import { a } from '../src/a.ts';"),
    module('test/c.test.ts', "import { c } from '../src/c.ts';"),
    module('test/start.test.ts', "import { start } from './support/start.ts';"),
    module('test/goldens.test.ts', "const folder = join(import.meta.dirname, './goldens');"),
    module('test/migrate.test.ts', "const folder = join(ROOT, 'sql');"),
  ]);
  const FILES = ['a', 'c', 'goldens', 'migrate', 'start'].map((name) => `test/${name}.test.ts`);
  const chosen = (...changed: readonly string[]) => [...chooseTests(changed, FILES, graph).keys()];

  it('are those that import a changed file over any number of steps, but for imports of types', () => {
    assert.deepEqual(chosen('src/b.ts'), ['test/a.test.ts']);
    assert.deepEqual(chosen('src/c.ts'), ['test/c.test.ts']);
  });

  it('are those that name a changed file or a folder above it', () => {
    assert.deepEqual(chosen('bin/flowarden.mjs'), ['test/start.test.ts']);
    assert.deepEqual(chosen('test/goldens/uipath/Main.xaml'), ['test/goldens.test.ts']);
    assert.deepEqual(chosen('sql/0001_initial.sql'), ['test/migrate.test.ts']);
  });

  it('are a changed test file itself', () => {
    assert.deepEqual(chosen('test/c.test.ts'), ['test/c.test.ts']);
  });

  it('are none without a change, and say the way to the change', () => {
    assert.deepEqual(chosen(), []);
    assert.equal(describeChoice(new Map()), 'No test file reaches a changed file.\n');
    assert.equal(
      describeChoice(chooseTests(['src/b.ts'], FILES, graph)),
      '1 test files reach a changed file:\n  test/a.test.ts: src/a.ts → src/b.ts\n',
    );
  });

  it('are the tests of rules when a rule changes, as everything else uses all of them', () => {
    const tests = [...chooseTests(['src/analysis/rules/uipath/uip-rel-001.ts'], ALL).keys()];
    for (const file of ['analysis/rules', 'analysis/goldens', 'analysis/planted', 'repository/rule-sizes'])
      assert.ok(tests.includes(`test/${file}.test.ts`), file);
    assert.ok(tests.length < ALL.length / 8, String(tests.length));
  });
});

describe('a change', () => {
  it('is all commits since main, what is not committed, and new files, but for ignored ones', () => {
    const folder = temporaryFolder();
    const git = (...argv: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...argv], {
        cwd: folder,
      });
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    git('init', '-q', '--initial-branch=main');
    for (const name of ['same', 'moved', 'edited', 'deleted']) write(name, `${name}\n`.repeat(9));
    write('.gitignore', 'ignored\n');
    git('add', '.');
    git('commit', '-qm', 'first');
    git('checkout', '-qb', 'branch');
    git('mv', 'moved', 'renamed');
    git('commit', '-qm', 'second');
    write('edited', 'other');
    rmSync(join(folder, 'deleted'));
    write('fresh', '');
    write('ignored', '');
    assert.deepEqual(changedPaths(folder), ['deleted', 'edited', 'fresh', 'moved', 'renamed']);
  });
});

describe('the times of a run', () => {
  it('are a table of processor time and time on the clock, the largest first', () => {
    const outcomes = [{ ended: `${ROOT}/test/a.test.ts`, ms: 1_260 }, { failed: 'test/b.test.ts' }];
    const measured = [
      { file: 'test/b.test.ts', processorMs: 40 },
      { file: `${ROOT}/test/a.test.ts`, processorMs: 900 },
    ];
    assert.equal(
      timesTable(timesOf(outcomes, measured)),
      'processor s\tclock s\tfile\n0.9\t1.3\ttest/a.test.ts\n0.0\t\ttest/b.test.ts\n',
    );
  });
});
