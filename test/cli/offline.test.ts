/** `flowarden validate` as a user runs it: real folders and, where they matter, real processes and exit codes. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { formatDay } from '../../src/text/format.ts';
import { DAY_MS } from '../../src/units.ts';
import { builtCommand } from '../support/cli/built-command.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { zip } from '../support/files/zip.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = join(ROOT, 'samples');

function flowarden(...args: readonly string[]) {
  return flowardenWith({}, ...args);
}

function flowardenWith(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const run = runCommand(['validate', ...args], { env: { ...process.env, ...settings } });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

/** Runs it in a process of its own. */
function startFlowarden(...args: readonly string[]) {
  const run = spawnSync(process.execPath, [builtCommand(), 'validate', ...args], { encoding: 'utf8' });
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
    writeFileSync(join(folder, 'copied.txt'), "\r\n# Copied actions\r\nSET Folder TO $'''Out'''\r\n");
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
      'schemaVersion',
      'version',
      'passed',
      'score',
      'summary',
      'wouldBlock',
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
    assert.deepEqual(Object.keys(main), ['path', 'platform', 'kind', 'status', 'error', 'result']);
    assert.deepEqual([main.platform, main.kind], ['platform_1', 'uipath-workflow']);
    assert.equal(main.error, null);
    assert.equal(main.result.filename, 'Main.xaml');
    assert.equal(main.result.summary.total, main.result.findings.length);
    assert.deepEqual(document.summary, main.result.summary);
    assert.ok(
      document.score <= main.result.score,
      'the score of a project in which each file has high findings',
    );
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
      const settings =
        '{"EnvironmentVariables": [{"SchemaName": "nw_Site", "Value": "https://corp.example"}]}';
      writeFileSync(join(project, 'settings.json'), settings);
      assert.match(flowarden(project).out, /3 workflow files, 1 other file left out\./);
      const names = ['notes.bin', 'project.json', 'Main.xaml', 'settings.json'];
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
    const { code, out } = startFlowarden(join(SAMPLES, 'uipath/Main.xaml'));
    assert.equal(code, 0);
    assert.match(out, /Main\.xaml {2}UiPath {2}score \d+/);
    assert.match(out, /critical/);
    assert.match(out, /Fix: /);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the point is that no escape sequence is there
    assert.doesNotMatch(out, /\x1b/, 'no colours without a terminal');
  });

  it('links the page of each rule where the address of a service is set, and else names the command that explains a rule', () => {
    const sample = join(SAMPLES, 'uipath/Main.xaml');
    const linked = flowardenWith({ FLOWARDEN_BASE_URL: 'https://flowarden.example/' }, sample).out;
    assert.match(linked, /^ +https:\/\/flowarden\.example\/docs\/rules\/UIP-SEC-002$/m);
    assert.doesNotMatch(linked, /About a rule/);
    const unlinked = flowardenWith({ FLOWARDEN_BASE_URL: '' }, sample).out;
    assert.match(unlinked, /^About a rule: flowarden explain RULE\./m);
    assert.doesNotMatch(unlinked, /https:/);
    const clean = join(folder, 'copied.txt');
    assert.doesNotMatch(flowarden(clean).out, /About a rule/);
  });

  it('says how many findings notes waive, and lists them without the id of an exception', () => {
    const until = formatDay(new Date(Date.now() + 30 * DAY_MS));
    const note = `<ui:Comment Text="flowarden-ignore UIP-MNT-016 until ${until}: the list is checked before" />`;
    const invoke =
      '<ui:InvokeWorkflowFile DisplayName="Run" WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';
    const path = join(folder, 'noted', 'Main.xaml');
    mkdirSync(join(folder, 'noted'));
    writeFileSync(path, uipath.snippet(`${note}${invoke}`));
    try {
      const text = flowarden(path).out;
      assert.match(text, /\(notes waive 1 finding; --show-suppressed lists it\)/);
      assert.doesNotMatch(text, /UIP-MNT-016/);
      assert.match(flowarden(path, '--show-suppressed').out, /UIP-MNT-016 {2}waived$/m);
      const failing = flowarden(path, '--fail-on', 'medium').out;
      assert.match(failing, /UIP-MNT-016$/m, 'a note waives nothing that blocks');
      const { findings } = JSON.parse(flowarden(path, '--format', 'json').out).files[0].result;
      const waived = findings.filter(
        (finding: { exceptionStatus: string }) => finding.exceptionStatus !== 'none',
      );
      assert.deepEqual(
        waived.map(({ catalogRuleId, exceptionStatus, exceptionId }: Record<string, unknown>) => [
          catalogRuleId,
          exceptionStatus,
          exceptionId,
        ]),
        [['UIP-MNT-016', 'approved', null]],
      );
    } finally {
      rmSync(join(folder, 'noted'), { recursive: true });
    }
  });

  it('shows what terminals would obey in names of files and in texts of workflows', () => {
    const strange = mkdtempSync(join(tmpdir(), 'flowarden-offline-'));
    try {
      const bot = readFileSync(join(SAMPLES, 'automation-anywhere/Send Reminders.json'), 'utf8');
      writeFileSync(
        join(strange, 'a\x1b[2J\nb.json'),
        bot.replaceAll('sSmtpPassword', 's\\u001b[8mSmtp\\u000aPassword'),
      );
      const { code, out } = flowarden(strange);
      assert.equal(code, 0);
      assert.match(out, /^a\\u001b\[2J\\u000ab\.json {2}Automation Anywhere/);
      assert.match(out, /line \d+: .*s\\u001b\[8mSmtp\\u000aPassword$/m);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the point is that no such sign is there
      assert.doesNotMatch(out, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    } finally {
      rmSync(strange, { recursive: true });
    }
  });

  it('does not say that all is well when the report could not be written', {
    skip: !existsSync('/dev/full'),
  }, () => {
    const full = openSync('/dev/full', 'w');
    try {
      const { status, stderr } = spawnSync(
        process.execPath,
        [builtCommand(), 'validate', join(SAMPLES, 'uipath')],
        { encoding: 'utf8', stdio: ['ignore', full, 'pipe'] },
      );
      assert.equal(status, 2);
      assert.match(stderr, /^flowarden: The output cannot be written: ENOSPC/);
    } finally {
      closeSync(full);
    }
  });

  // Nothing is closed to root, so the program runs as an account without rights, which must reach the program.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const withoutRights = (...args: readonly string[]) =>
    spawnSync(process.execPath, [builtCommand(), ...args], { encoding: 'utf8', ...account });
  const cannotRun = process.platform === 'win32' || withoutRights('version').status !== 0;
  for (const name of ['closed.xaml', 'closed']) {
    it(`names what it may not read in a folder: ${name}`, { skip: cannotRun }, () => {
      const strange = mkdtempSync(join(tmpdir(), 'flowarden-offline-'));
      try {
        chmodSync(strange, 0o755);
        const path = join(strange, name);
        if (name.includes('.')) writeFileSync(path, '<Activity/>');
        else mkdirSync(path);
        chmodSync(path, 0);
        const { status, stderr } = withoutRights('validate', strange);
        assert.equal(stderr, `flowarden: Cannot read "${path}" (EACCES). Check the path and its rights.\n`);
        assert.equal(status, 2);
      } finally {
        rmSync(strange, { recursive: true });
      }
    });
  }

  const codes: readonly (readonly [string, readonly string[], number, RegExp])[] = [
    ['blocked', ['samples/uipath/Main.xaml', '--enforcement-mode', 'blocking'], 1, /BLOCKED/],
    ['blocked by --fail-on', ['samples/uipath/Main.xaml', '--fail-on', 'low'], 1, /BLOCKED/],
    ['warned', ['samples/uipath/Main.xaml', '--enforcement-mode', 'warning'], 0, /passed/],
    ['summed up', ['samples/uipath/Main.xaml', '--summary'], 0, /^1 workflow file\. Score \d+/],
    ['quiet', ['samples/uipath/Main.xaml', '--quiet'], 0, /^(?![\s\S]*Score )[\s\S]*UIP-SEC-002/],
    ['an unknown path', ['samples/nowhere'], 2, /Cannot read/],
    ['an unknown option', ['samples', '--fast'], 2, /--fast/],
    ['an unknown ruleset', ['samples', '--ruleset', 'soft'], 2, /default, strict, security/],
    ['an unknown platform', ['samples', '--platform', 'excel'], 2, /uipath/],
    ['an unknown mode', ['samples', '--enforcement-mode', 'off'], 2, /advisory, warning, blocking/],
    ['no path', [], 2, /at least one file, folder or archive/],
    [
      'another platform than the one named',
      ['samples/uipath/Main.xaml', '--platform', 'blue-prism'],
      2,
      /platform_mismatch/,
    ],
    ['a file that is no workflow', ['package.json'], 2, /is not a workflow/],
    ['help', ['--help'], 0, /Exit code/],
  ];
  for (const [name, args, expected, text] of codes) {
    it(`exits with ${expected} for ${name}`, () => {
      const { code, out, err } = startFlowarden(
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

  it('ends the text report on a damaged workflow with the word failed', () => {
    const path = join(folder, 'Damaged.xaml');
    writeFileSync(path, '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities">');
    const { code, out } = flowarden(path);
    rmSync(path);
    assert.equal(code, 2);
    assert.match(out, /^0 workflow files, 1 could not be read\. failed\n$/m);
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
});

describe('flowarden', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), ...args], { encoding: 'utf8' });

  const helps: readonly (readonly [string, RegExp])[] = [
    ['', /^flowarden <command>\n/],
    ['help', /^flowarden <command>\n/],
    ['help help', /^flowarden <command>\n/],
    ['--help --help', /^flowarden <command>\n/],
    ['serve --help', /^flowarden serve: start everything/],
    ['help migrate', /^flowarden migrate: migrate the database/],
    ['health -h', /^flowarden health: .*core, gateway, jobs, deliveries, pulls, serve/],
    ['help keys', /^flowarden keys create --name NAME/],
  ];
  for (const [words, text] of helps) {
    it(`explains itself for "flowarden ${words}"`, () => {
      const { status, stdout, stderr } = run(...words.split(' ').filter(Boolean));
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, text);
    });
  }

  it('suggests the nearest command for a misspelt one', () => {
    const { status, stderr } = run('valdiate');
    assert.equal(status, 2);
    assert.match(stderr, /^flowarden: There is no command "valdiate"\. Did you mean "validate"\?/);
  });

  it('names the roles that have a health check', () => {
    const { status, stderr } = run('health', 'nobody');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /no role "nobody"\. .*`flowarden health gateway`, `core`, `jobs`, `deliveries`, `pulls` or `serve`/,
    );
  });

  it('ends quietly when its output is closed', async () => {
    const child = spawn(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), 'help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.deepEqual([code, errors], [0, '']);
  });
});
