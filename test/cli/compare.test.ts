/** Runs that are compared: with a baseline, with a revision of the repository; and the staged files of a commit. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { entryOf, writeBaseline } from '../../src/cli/baseline/baseline-file.ts';
import { locatedFindings, pathsFrom } from '../../src/cli/baseline/located-findings.ts';
import { findInputs } from '../../src/cli/validate/inputs.ts';
import { runInputs } from '../../src/cli/validate/run-inputs.ts';
import { builtCommand } from '../support/cli/built-command.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { zip } from '../support/files/zip.ts';
import { IN_FULL_RUN_ONLY } from '../support/ring.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'), 'utf8');
/** The sample without its secret, which no baseline takes. */
const CLEAN = MAIN.replace(' Default="Winter-2024-demo"', '');
const KNOWN = 8;
/** A second swallowed exception. */
const CATCH = /<TryCatch[\s\S]*<\/TryCatch>/.exec(MAIN)![0];
const WORSE = CLEAN.replace(CATCH, CATCH + CATCH.replaceAll('_1"', '_9"').replaceAll('open inv', 'paid inv'));

const JUDGE = {
  platform: undefined,
  ruleset: 'default',
  includeVendor: false,
  includeLogicApps: false,
  isQuiet: true,
} as const;

const parent = temporaryFolder();
let number = 0;
let folder: string;

beforeEach(() => {
  number += 1;
  folder = join(parent, String(number));
  mkdirSync(folder);
});

function put(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });

function commit(): void {
  git('add', '--all');
  git('commit', '-q', '--allow-empty', '-m', 'test');
}

function flowarden(...args: readonly string[]) {
  const { status, stdout, stderr } = runCommand(args, { cwd: folder });
  return { code: status, out: stdout, err: stderr };
}

/** Runs the gate and returns its exit code with the counts of the comparison. */
function gate(...args: readonly string[]) {
  const run = flowarden('validate', ...args, '--enforcement-mode', 'blocking', '--format', 'json');
  assert.notEqual(run.out, '', run.err);
  const report = JSON.parse(run.out);
  return { code: run.code, err: run.err, report, ...report.comparison };
}

describe('a baseline', () => {
  it('lets known findings pass and blocks on a new one', () => {
    put('Main.xaml', CLEAN);
    assert.equal(flowarden('validate', '.', '--enforcement-mode', 'blocking', '--quiet').code, 1);
    assert.match(
      flowarden('baseline', 'write', '.').out,
      new RegExp(`${KNOWN} findings added, ${KNOWN} in all`),
    );
    const known = gate('.', '--baseline', 'flowarden-baseline.json');
    assert.deepEqual([known.code, known.new, known.known, known.gone], [0, 0, KNOWN, 0]);
    put('Main.xaml', WORSE);
    const worse = gate('.', '--baseline', 'flowarden-baseline.json', '--new-only');
    assert.equal(worse.code, 1);
    assert.equal(worse.known, KNOWN);
    const [{ result }] = worse.report.files;
    assert.equal(result.findings.length, worse.new, 'only new findings are listed');
    assert.equal(result.summary.total, worse.new);
    assert.ok(
      result.findings.every(({ baselineState }: { baselineState: string }) => baselineState === 'new'),
    );
    assert.ok(result.blockingFindings.length > 0);
  });

  it('never covers a critical secret, not even when an entry for it is forged', async () => {
    put('Main.xaml', MAIN);
    const written = flowarden('baseline', 'write', '.');
    assert.match(written.out, new RegExp(`${KNOWN - 1} findings added`));
    assert.match(written.err, /1 critical secret left out/);
    const secret = gate('.', '--baseline', 'flowarden-baseline.json');
    assert.deepEqual([secret.code, secret.new, secret.known], [1, 1, KNOWN - 1]);
    const [finding] = secret.report.files[0].result.blockingFindings;
    assert.equal(finding.severity, 'critical');
    assert.ok(!readFileSync(join(folder, 'flowarden-baseline.json'), 'utf8').includes('Winter'));
    const file = join(folder, 'flowarden-baseline.json');
    const runs = await runInputs(await findInputs([join(folder, 'Main.xaml')]), JUDGE);
    const entries = locatedFindings(runs, pathsFrom(folder)).map(({ path, finding: found }) =>
      entryOf(path, found, '2026-01-01'),
    );
    assert.equal(entries.length, KNOWN);
    await writeBaseline(file, entries);
    const forged = gate('.', '--baseline', file);
    assert.deepEqual([forged.code, forged.new, forged.known], [1, 1, KNOWN - 1]);
  });

  it('follows a renamed file', () => {
    put('Main.xaml', CLEAN);
    flowarden('baseline', 'write', '.');
    renameSync(join(folder, 'Main.xaml'), join(folder, 'Start.xaml'));
    const moved = gate('.', '--baseline', 'flowarden-baseline.json');
    assert.deepEqual([moved.code, moved.new, moved.known], [0, 0, KNOWN]);
    assert.match(flowarden('baseline', 'write', '.').out, new RegExp(`0 findings added, ${KNOWN} in all`));
    assert.match(readFileSync(join(folder, 'flowarden-baseline.json'), 'utf8'), /"path":"Start.xaml"/);
  });

  it('is found from another folder, and names the files of archives and folders', () => {
    put('robots/a/Main.xaml', CLEAN);
    put('robots/b.zip', zip([{ name: 'Main.xaml', content: Buffer.from(CLEAN) }]));
    flowarden('baseline', 'write', 'robots/a', 'robots/b.zip', '--baseline', 'known/all.json');
    assert.equal(flowarden('baseline', 'show').code, 2, 'its folder is missing, so nothing was written');
    mkdirSync(join(folder, 'known'));
    flowarden('baseline', 'write', 'robots/a', 'robots/b.zip', '--baseline', 'known/all.json');
    const all = gate('robots/a', 'robots/b.zip', '--baseline', 'known/all.json');
    assert.deepEqual([all.code, all.new], [0, 0]);
    assert.match(
      flowarden('baseline', 'show', '--baseline', 'known/all.json').out,
      /\.\.\/robots\/b\.zip\/Main\.xaml: /,
    );
  });

  it('does not cover a copy of a file that is still there, in a run over the copy alone', () => {
    put('Main.xaml', CLEAN);
    flowarden('baseline', 'write', '.');
    put('Copy.xaml', CLEAN);
    const copy = gate('Copy.xaml', '--baseline', 'flowarden-baseline.json');
    assert.deepEqual([copy.code, copy.new, copy.known, copy.gone], [1, KNOWN, 0, 0]);
  });

  it('still has the findings of an archive after a run that reads it as one file', {
    skip: IN_FULL_RUN_ONLY,
  }, () => {
    put('robots/b.zip', zip([{ name: 'Main.xaml', content: Buffer.from(CLEAN) }]));
    put('robots/Good.xaml', CLEAN.replace(CATCH, ''));
    flowarden('baseline', 'write', 'robots/b.zip');
    assert.match(
      flowarden('baseline', 'prune', 'robots').out,
      new RegExp(`: 0 findings removed, ${KNOWN} left`),
    );
  });

  it('knows a group across files when its first place joins, leaves or was alone', {
    skip: IN_FULL_RUN_ONLY,
  }, () => {
    const step = (name: string) =>
      `<Activity x:Class="${name}" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:ui="http://schemas.uipath.com/workflow/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"><Sequence DisplayName="${name}"><ui:DatabaseTransaction DisplayName="Post ${name}" ProviderName="Microsoft.Data.SqlClient" ConnectionString="Server=db;Database=Ledger;Integrated Security=true" UseTransaction="True" /></Sequence></Activity>`;
    const project = (name: string) =>
      `{"name": "${name}", "main": "B.xaml", "dependencies": {"UiPath.Database.Activities": "[1.5.0]"}, "schemaVersion": "4.0", "expressionLanguage": "VisualBasic", "targetFramework": "Windows"}`;
    const rule = 'UIP-SUP-009';
    const states = () => {
      const { out } = flowarden('validate', 'src', '--baseline', 'base.json', '--format', 'jsonl');
      return [...out.matchAll(/^.*"UIP-SUP-009".*$/gm)].map(
        ([line]) => /"baselineState": ?"(\w+)"/.exec(line)?.[1],
      );
    };
    put('src/project.json', project('Ledger'));
    put('src/B.xaml', step('B'));
    flowarden('baseline', 'write', 'src', '--baseline', 'base.json');
    put('src/A.xaml', step('A'));
    assert.deepEqual(states(), ['unchanged'], 'a step in an earlier file joins');
    rmSync(join(folder, 'base.json'));
    flowarden('baseline', 'write', 'src', '--baseline', 'base.json');
    rmSync(join(folder, 'src/A.xaml'));
    assert.deepEqual(states(), ['unchanged'], 'the first step leaves');
    const baseline = JSON.parse(readFileSync(join(folder, 'base.json'), 'utf8'));
    const findings = baseline.findings
      .filter((entry: { rule: string }) => entry.rule === rule)
      .map(({ group, ...entry }: { group: { places: readonly object[] } }) => ({
        ...entry,
        path: 'src/project.json',
        ...group.places.at(-1),
      }));
    put('base.json', JSON.stringify({ ...baseline, findings: findings.slice(0, 1) }));
    assert.deepEqual(states(), ['unchanged'], 'the package stood alone');
    renameSync(join(folder, 'src'), join(folder, 'other'));
    put('src/project.json', project('Ledger').replace('UiPath.Database', 'UiPath.Excel'));
    put('src/sub/project.json', project('Other'));
    put('src/sub/B.xaml', step('B'));
    assert.deepEqual(states(), ['new'], 'another project has it');
  });

  it('counts what is gone from copies in several files once, with the last of them', {
    skip: IN_FULL_RUN_ONLY,
  }, () => {
    git('init', '-q');
    for (const name of ['A', 'B', 'C']) put(`${name}.xaml`, CLEAN);
    commit();
    const known = gate('.', '--since', 'HEAD');
    assert.deepEqual([known.known, known.gone], [known.report.summary.total, 0]);
    put('A.xaml', CLEAN.replace(CATCH, ''));
    const one = gate('.', '--since', 'HEAD');
    put('B.xaml', CLEAN.replace(CATCH, ''));
    put('C.xaml', CLEAN.replace(CATCH, ''));
    const all = gate('.', '--since', 'HEAD');
    const alone = gate('A.xaml', '--since', 'HEAD');
    assert.deepEqual([one.gone, all.gone], [0, alone.gone]);
    assert.ok(alone.gone > 0);
  });

  it('reports findings that are gone, which prune removes', { skip: IN_FULL_RUN_ONLY }, () => {
    put('a/Main.xaml', WORSE);
    put('b/Main.xaml', CLEAN);
    flowarden('baseline', 'write', '.', '--reason', 'before the gate');
    put('a/Main.xaml', CLEAN);
    rmSync(join(folder, 'b/Main.xaml'));
    const strict = gate('a', '--baseline', 'flowarden-baseline.json', '--strict-baseline');
    assert.match(strict.err, /findings of the baseline are gone. Remove them: flowarden baseline prune/);
    assert.equal(strict.code, 2);
    const lax = gate('a', '--baseline', 'flowarden-baseline.json');
    assert.equal(lax.code, 0);
    const before = lax.gone;
    assert.match(flowarden('baseline', 'prune', 'a').out, new RegExp(`: ${before} findings removed`));
    assert.match(
      flowarden('baseline', 'show').out,
      /b\/Main\.xaml: .*\(before the gate\)/,
      'b was not judged',
    );
    assert.match(flowarden('baseline', 'prune', '.').out, new RegExp(`${KNOWN} findings removed`));
  });

  it('is not written when a file could not be judged', () => {
    put('Main.xaml', CLEAN);
    put('Broken.xaml', CLEAN.slice(0, 2000));
    const { code, err } = flowarden('baseline', 'write', '.');
    assert.equal(code, 2);
    assert.match(err, /Nothing is written: 1 file could not be judged: "Broken.xaml"/);
    assert.throws(() => readFileSync(join(folder, 'flowarden-baseline.json')));
  });

  for (const [what, content, sentence] of [
    ['missing', null, /There is no baseline "b.json"/],
    ['damaged', '{"schemaVersion":1,"findings":[{"path":"Main.xaml"}]}', /is damaged at finding 1/],
    ['no JSON', '{', /is not JSON/],
    ['of another version', '{"schemaVersion":2,"findings":[]}', /needs "schemaVersion": 1/],
  ] as const)
    it(`that is ${what} ends the run with 2`, () => {
      put('Main.xaml', CLEAN);
      if (content !== null) put('b.json', content);
      const { code, err } = flowarden('validate', '.', '--baseline', 'b.json');
      assert.equal(code, 2);
      assert.match(err, sentence);
    });
});

describe('a run since a revision', () => {
  it('draws both versions of what has changed, in HTML alone', () => {
    git('init', '-q', '-b', 'main');
    put('Main.xaml', CLEAN);
    put('Other.xaml', CLEAN);
    commit();
    put('Main.xaml', WORSE);
    const { out } = flowarden('validate', '.', '--since', 'HEAD', '--format', 'html');
    const [, changes = ''] = out.split('<h2>Before and after</h2>');
    assert.match(changes, /<h3>Main\.xaml<\/h3>/);
    assert.doesNotMatch(changes, /<h3>Other\.xaml<\/h3>/);
    assert.match(changes, /<li>\d+ added: /);
    assert.match(changes, /aria-label="Before: .*aria-label="After: /s);
    assert.doesNotMatch(flowarden('validate', '.', '--format', 'html').out, /Before and after/);
  });

  it('knows the findings of the revision, also in renamed and reformatted files', () => {
    git('init', '-q', '-b', 'main');
    put('Main.xaml', MAIN);
    put('Other.xaml', CLEAN.replaceAll('Main', 'Other'));
    commit();
    git('mv', 'Main.xaml', 'Start.xaml');
    put('Other.xaml', CLEAN.replaceAll('Main', 'Other').replaceAll('\n', '\n\n'));
    const moved = gate('.', '--since', 'HEAD');
    assert.deepEqual([moved.code, moved.new, moved.gone], [0, 0, 0]);
    assert.match(moved.against, /^HEAD \([0-9a-f]{12}\)$/);
    put('Other.xaml', WORSE.replaceAll('Main', 'Other'));
    const worse = gate('.', '--since', 'HEAD');
    assert.equal(worse.code, 1);
    assert.ok(worse.new >= 1);
    assert.deepEqual(
      worse.report.files.map(({ result }: { result: { passed: boolean } }) => result.passed),
      [false, true],
      'only the file with the new finding is blocked',
    );
  });

  it('compares with the commit where the branch began', () => {
    git('init', '-q', '-b', 'main');
    put('Main.xaml', CLEAN);
    commit();
    git('branch', 'work');
    put('Main.xaml', CLEAN.replace(CATCH, ''));
    commit();
    git('checkout', '-q', 'work');
    assert.equal(gate('.', '--since', 'main').code, 0, 'main has mended what this branch did not add');
  });

  it('counts the findings of deleted files as gone, and judges the projects of both versions', {
    skip: IN_FULL_RUN_ONLY,
  }, () => {
    git('init', '-q', '-b', 'main');
    put('Main.xaml', CLEAN);
    put('Old.xaml', CLEAN.replaceAll('Main', 'Old').replaceAll('inv', 'bill'));
    commit();
    rmSync(join(folder, 'Old.xaml'));
    const { code, gone } = gate('.', '--since', 'HEAD');
    assert.equal(code, 0);
    // Some are in copies that are still there.
    assert.ok(gone > KNOWN / 2, `${gone} are gone`);
  });

  it('compares archives member by member', { skip: IN_FULL_RUN_ONLY }, () => {
    git('init', '-q', '-b', 'main');
    const archive = (text: string) => zip([{ name: 'Main.xaml', content: Buffer.from(text) }]);
    put('robot.zip', archive(CLEAN));
    commit();
    put('robot.zip', archive(CLEAN.replace('Log start', 'Log the start')));
    assert.equal(gate('robot.zip', '--since', 'HEAD').code, 0);
    put('robot.zip', archive(WORSE));
    assert.equal(gate('robot.zip', '--since', 'HEAD').code, 1);
  });

  it('takes a file on standard input as the file of its name', { skip: IN_FULL_RUN_ONLY }, () => {
    git('init', '-q', '-b', 'main');
    put('a/Main.xaml', CLEAN);
    commit();
    const args = ['validate', '-', '--stdin-filename', 'a/Main.xaml', '--since', 'HEAD', '--fail-on', 'high'];
    const run = (input: string) =>
      spawnSync(process.execPath, [builtCommand(), ...args], { cwd: folder, input }).status;
    assert.equal(run(CLEAN), 0);
    assert.equal(run(WORSE), 1);
  });

  for (const shadow of ['refs/heads/origin/main', 'refs/tags/origin/main'])
    it(`ends with 2 when ${shadow} hides the branch of the remote`, () => {
      git('init', '-q', '-b', 'main');
      commit();
      git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      put('Main.xaml', CLEAN);
      commit();
      assert.equal(gate('.', '--since', 'origin/main').code, 1);
      git('update-ref', shadow, 'HEAD');
      for (const name of ['origin/main', 'origin/main~0']) {
        const { code, err } = flowarden('validate', '.', '--since', name);
        assert.equal(code, 2);
        assert.match(err, /has several meanings: refs/);
        assert.ok(err.includes(shadow) && err.includes('refs/remotes/origin/main'), err);
      }
      assert.equal(gate('.', '--since', 'refs/remotes/origin/main').code, 1);
    });

  it('compares a new file in the place of a renamed one with the earlier content', {
    skip: IN_FULL_RUN_ONLY,
  }, () => {
    git('init', '-q', '-b', 'main');
    put('Main.xaml', CLEAN);
    commit();
    git('mv', 'Main.xaml', 'Start.xaml');
    put('Main.xaml', WORSE);
    assert.equal(gate('.', '--since', 'HEAD').code, 1);
  });

  it('does not count files outside a sparse checkout as gone', { skip: IN_FULL_RUN_ONLY }, () => {
    git('init', '-q', '-b', 'main');
    put('a/Main.xaml', CLEAN);
    put('b/Main.xaml', CLEAN);
    commit();
    git('sparse-checkout', 'set', 'a');
    const { code, known, gone } = gate('.', '--since', 'HEAD');
    assert.deepEqual([code, known, gone], [0, KNOWN, 0]);
  });

  it('says why Git cannot read a repository', { skip: IN_FULL_RUN_ONLY }, () => {
    put('Main.xaml', CLEAN);
    put('.git', 'gitdir: nowhere');
    const { code, err } = flowarden('validate', '.', '--since', 'HEAD');
    assert.equal(code, 2);
    assert.match(err, /Git cannot read the repository .* safe\.directory/);
  });

  it('ends with 2 for an unknown revision, an option in its place, and outside a repository', () => {
    put('Main.xaml', CLEAN);
    const outside = flowarden('validate', '.', '--since', 'HEAD');
    assert.equal(outside.code, 2);
    assert.match(outside.err, /is in no Git repository/);
    git('init', '-q', '-b', 'main');
    commit();
    for (const name of ['nowhere', '--output=x', 'HEAD:Main.xaml']) {
      const { code, err } = flowarden('validate', '.', `--since=${name}`);
      assert.equal(code, 2);
      assert.match(err, /There is no commit/);
    }
  });
});

describe('a run over staged files', () => {
  it('judges what is staged and not what lies in the folder', () => {
    git('init', '-q', '-b', 'main');
    put('Main.xaml', CLEAN.replace(CATCH, ''));
    commit();
    put('robots/New Robot.xaml', MAIN);
    put('notes.txt', 'no workflow');
    git('add', '--all');
    put('robots/New Robot.xaml', '<damaged');
    const staged = gate('--staged');
    assert.equal(staged.code, 1);
    assert.deepEqual(
      staged.report.files.map(({ path, status }: Record<string, string>) => [path, status]),
      [
        ['notes.txt', 'skipped'],
        ['robots/New Robot.xaml', 'completed'],
      ],
    );
    assert.equal(gate('--staged', 'notes.txt').code, 0);
    assert.equal(gate('--staged', '--exclude', 'robots/').code, 0);
  });

  it('finds paths through links, and ends with 2 for a path that does not exist', () => {
    git('init', '-q', '-b', 'main');
    put('src/Main.xaml', MAIN);
    git('add', '--all');
    symlinkSync(folder, `${folder}-link`);
    assert.equal(gate('--staged', `${folder}-link/src`).code, 1);
    rmSync(join(folder, 'src'), { recursive: true });
    assert.equal(gate('--staged', 'src/Main.xaml').code, 1);
    for (const [path, sentence] of [
      ['scr', /There is no "scr", neither staged nor in the folder/],
      [ROOT, /is outside the Git repository/],
    ] as const) {
      const { code, err } = flowarden('validate', '--staged', path);
      assert.equal(code, 2);
      assert.match(err, sentence);
    }
  });

  it('passes when a commit has no workflow, also the first one', { skip: IN_FULL_RUN_ONLY }, () => {
    git('init', '-q', '-b', 'main');
    put('notes.txt', 'no workflow');
    git('add', '--all');
    assert.equal(gate('--staged').code, 0);
    commit();
    assert.equal(gate('--staged').code, 0);
  });
});

describe('a comparison in the reports', () => {
  it('marks every finding in SARIF and JSON Lines, and leaves known ones out of annotations', () => {
    put('Main.xaml', CLEAN);
    flowarden('baseline', 'write', '.');
    put('Main.xaml', WORSE);
    const formats = ['sarif', 'jsonl', 'github', 'gitlab', 'text'].flatMap((name) => [
      '--format',
      `${name}=${name}.out`,
    ]);
    flowarden('validate', '.', '--baseline', 'flowarden-baseline.json', ...formats);
    const read = (name: string) => readFileSync(join(folder, `${name}.out`), 'utf8');
    const states = JSON.parse(read('sarif')).runs[0].results.map(
      ({ baselineState }: { baselineState: string }) => baselineState,
    );
    const fresh = states.filter((state: string) => state === 'new').length;
    assert.equal(states.filter((state: string) => state === 'unchanged').length, KNOWN);
    assert.ok(fresh > 0);
    assert.equal(read('jsonl').match(/"baselineState":"unchanged"/g)?.length, KNOWN);
    assert.equal(read('github').match(/^::(?:error|warning|notice) file=/gm)?.length, fresh);
    assert.equal(JSON.parse(read('gitlab')).length, KNOWN + fresh, 'GitLab compares by itself');
    assert.equal(read('text').match(/ {2}known$/gm)?.length, KNOWN);
  });
});

describe('copies in an archive', () => {
  const project = {
    name: 'project.json',
    content: '{"name": "Robot", "main": "a/Main.xaml", "targetFramework": "Windows"}',
  };
  const archive = (...names: readonly string[]) =>
    zip([project, ...names.map((name) => ({ name, content: Buffer.from(CLEAN) }))]);
  const judged = (...args: readonly string[]) => {
    const { code, report } = gate('.', ...args);
    const findings: readonly { copies?: readonly unknown[] }[] = report.files.flatMap(
      (file: { result: { findings: [] } | null }) => file.result?.findings ?? [],
    );
    return {
      code,
      comparison: report.comparison,
      copied: findings.filter(({ copies }) => copies !== undefined),
    };
  };

  it('are one finding each, and known as one beside a baseline of both', () => {
    put('robot.zip', archive('a/Main.xaml', 'later/Main.xaml'));
    flowarden('baseline', 'write', '.');
    const { code, comparison, copied } = judged('--baseline', 'flowarden-baseline.json');
    assert.deepEqual([code, comparison.new, comparison.gone], [0, 0, 0]);
    assert.ok(copied.length >= KNOWN - 2, `${copied.length} have copies`);
  });

  it('are new beside a baseline of the first one alone', () => {
    put('robot.zip', archive('a/Main.xaml'));
    flowarden('baseline', 'write', '.');
    put('robot.zip', archive('a/Main.xaml', 'later/Main.xaml'));
    const { comparison, copied } = judged('--baseline', 'flowarden-baseline.json');
    assert.ok(comparison.new >= KNOWN - 2, `${comparison.new} are new`);
    assert.equal(copied.length, 0);
  });
});
