/** `flowarden validate` as a user runs it: real processes, real folders, exit codes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { uipath } from '../src/platforms/uipath/index.ts';
import { zip } from './support/zip.ts';

const ROOT = join(import.meta.dirname, '..');
const SAMPLES = join(ROOT, 'samples');

function flowarden(...args: readonly string[]) {
  const run = spawnSync(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), 'validate', ...args], {
    encoding: 'utf8',
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

describe('flowarden validate', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'flowarden-offline-'));
    cpSync(join(SAMPLES, 'uipath/Main.xaml'), join(folder, 'a/Main.xaml'), { recursive: true });
    writeFileSync(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    writeFileSync(join(folder, 'tsconfig.json'), '{ // a comment\n "compilerOptions": {} }');
    writeFileSync(join(folder, 'empty.xaml'), '');
    writeFileSync(join(folder, 'copied.txt'), "\r\n# Copied actions\r\nSET Folder TO $'''C:\\\\Out'''\r\n");
    writeFileSync(join(folder, 'notes.txt'), 'Set the folder to something sensible before you begin.\n');
    mkdirSync(join(folder, 'node_modules'));
    cpSync(join(SAMPLES, 'uipath/Main.xaml'), join(folder, 'node_modules/Main.xaml'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('prints one JSON document with every file below the folder', () => {
    const { code, out, err } = flowarden(folder, '--format', 'json');
    assert.equal(code, 0, err);
    const document = JSON.parse(out);
    assert.deepEqual(Object.keys(document), [
      'version',
      'passed',
      'score',
      'summary',
      'files',
      'projectFindings',
    ]);
    const status = Object.fromEntries(
      document.files.map((file: { path: string; status: string }) => [file.path, file.status]),
    );
    assert.deepEqual(status, {
      'a/Main.xaml': 'completed',
      'copied.txt': 'completed',
      'empty.xaml': 'skipped',
      'notes.txt': 'skipped',
      'picture.png': 'skipped',
      'tsconfig.json': 'skipped',
    });
    const [main] = document.files;
    assert.deepEqual(Object.keys(main), ['path', 'platform', 'status', 'error', 'result']);
    assert.equal(main.platform, 'platform_1');
    assert.equal(main.error, null);
    assert.equal(main.result.filename, 'Main.xaml');
    assert.equal(main.result.summary.total, main.result.findings.length);
    assert.deepEqual(document.summary, main.result.summary);
    assert.equal(document.score, main.result.score);
  });

  it('judges the files of a folder together', () => {
    const project = join(folder, '../', `${basename(folder)}-project`);
    mkdirSync(project);
    try {
      writeFileSync(join(project, 'project.json'), '{"name":"Orders","main":"Main.xaml","dependencies":{}}');
      writeFileSync(
        join(project, 'Main.xaml'),
        uipath.snippet('<ui:InvokeWorkflowFile DisplayName="Load orders" WorkflowFileName="Load.xaml" />'),
      );
      const { code, out, err } = flowarden(project, '--format', 'json', '--enforcement-mode', 'blocking');
      assert.equal(code, 1, err);
      const { projectFindings, passed, summary, score } = JSON.parse(out);
      assert.equal(projectFindings.length, 1);
      assert.equal(projectFindings[0].catalogRuleId, 'UIP-REL-010');
      assert.match(projectFindings[0].location, /^Main\.xaml › .*Load orders/);
      assert.deepEqual([passed, summary.high >= 1, score <= 79], [false, true, true]);
      assert.match(flowarden(project).out, /Across files\n.*Invoked workflow is missing/);
      writeFileSync(join(project, 'notes.bin'), Buffer.from([1, 2, 3]));
      const names = ['notes.bin', 'project.json', 'Main.xaml'];
      const archive = zip(names.map((name) => ({ name, content: readFileSync(join(project, name)) })));
      writeFileSync(`${project}.zip`, archive);
      const [inFolder, inArchive] = [project, `${project}.zip`].map((path) => {
        const text = flowarden(path, '--format', 'json').out;
        return text.replace(/"(validationId|validatedAt|validationMs)": [^,]+,/g, '');
      });
      assert.equal(inArchive, inFolder, 'an archive is judged as the folder that it was made of');
      writeFileSync(`${project}.zip`, archive.subarray(0, -30));
      assert.match(flowarden(`${project}.zip`).out, /archive_unsafe/);
    } finally {
      rmSync(project, { recursive: true });
      rmSync(`${project}.zip`, { force: true });
    }
  });

  it('prints what a person wants to read', () => {
    const { code, out } = flowarden(join(SAMPLES, 'uipath/Main.xaml'));
    assert.equal(code, 0);
    assert.match(out, /Main\.xaml {2}UiPath {2}score \d+/);
    assert.match(out, /critical/);
    assert.match(out, /Fix: /);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the point is that no escape sequence is there
    assert.doesNotMatch(out, /\x1b/, 'no colours without a terminal');
  });

  const codes: readonly (readonly [string, readonly string[], number, RegExp])[] = [
    ['blocked', ['samples/uipath/Main.xaml', '--enforcement-mode', 'blocking'], 1, /BLOCKED/],
    ['warned', ['samples/uipath/Main.xaml', '--enforcement-mode', 'warning'], 0, /passed/],
    ['an unknown path', ['samples/nowhere'], 2, /Cannot read/],
    ['an unknown option', ['samples', '--fast'], 2, /--fast/],
    ['an unknown ruleset', ['samples', '--ruleset', 'soft'], 2, /default, strict, security/],
    ['an unknown platform', ['samples', '--platform', 'excel'], 2, /uipath/],
    ['an unknown mode', ['samples', '--enforcement-mode', 'off'], 2, /advisory, warning, blocking/],
    ['two paths', ['samples', 'samples'], 2, /one file, folder or archive/],
    [
      'another platform than the one named',
      ['samples/uipath/Main.xaml', '--platform', 'blue-prism'],
      2,
      /platform_mismatch/,
    ],
    ['a file that is no workflow', ['package.json'], 0, /is not a workflow/],
    ['help', ['--help'], 0, /Exit code/],
  ];
  for (const [name, args, expected, text] of codes) {
    it(`exits with ${expected} for ${name}`, () => {
      const { code, out, err } = flowarden(
        ...args.map((arg) => (arg.startsWith('samples') || arg === 'package.json' ? join(ROOT, arg) : arg)),
      );
      assert.equal(code, expected, out + err);
      assert.match(out + err, text);
      assert.doesNotMatch(err, /\n\s+at /, 'no stack trace');
    });
  }

  it('fails on a damaged workflow, and says where it is damaged', () => {
    const path = join(folder, 'Broken.xaml');
    writeFileSync(
      path,
      '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities">\n<Sequence>\n</Activity>',
    );
    const { code, out } = flowarden(path, '--format', 'json');
    rmSync(path);
    assert.equal(code, 2);
    const [file] = JSON.parse(out).files;
    assert.equal(file.status, 'failed');
    assert.equal(file.error.code, 'unparsable_file');
    assert.match(file.error.message, /[Ll]ine 3/);
    assert.equal(file.result, null);
  });

  it('validates a whole folder of one platform and leaves the others out', () => {
    const { code, out } = flowarden(SAMPLES, '--platform', 'uipath', '--format', 'json');
    assert.equal(code, 0);
    const files: { platform: string | null; status: string }[] = JSON.parse(out).files;
    assert.ok(
      files.filter(({ status }) => status === 'completed').every(({ platform }) => platform === 'platform_1'),
    );
    assert.ok(files.some(({ status }) => status === 'skipped'));
  });

  it('finds nothing to do in an empty folder', () => {
    const empty = mkdtempSync(join(tmpdir(), 'flowarden-empty-'));
    const { code, out } = flowarden(empty);
    rmSync(empty, { recursive: true });
    assert.equal(code, 0);
    assert.match(out, /Nothing to validate/);
  });
});
