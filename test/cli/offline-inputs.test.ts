/** The paths that `flowarden validate` gets: wrong, empty, several, overlapping, linked. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ENFORCEMENT_MODES } from '../../src/analysis/model/report.ts';
import { readValidateArguments } from '../../src/cli/validate/arguments.ts';
import { findInputs } from '../../src/cli/validate/inputs.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { zip } from '../support/files/zip.ts';
import { IN_FULL_RUN_ONLY } from '../support/ring.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'samples/uipath/Main.xaml');

let folder: string;
const at = (path: string): string => join(folder, path);

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowarden-inputs-'));
  for (const name of ['empty', 'docs', 'robot/Steps', 'other', 'loop/a', 'dangling', 'linked'])
    mkdirSync(at(name), { recursive: true });
  writeFileSync(at('docs/notes.txt'), 'Nothing to run.\n');
  writeFileSync(at('empty.xaml'), '');
  cpSync(MAIN, at('robot/Main.xaml'));
  cpSync(MAIN, at('robot/Steps/Load.xaml'));
  cpSync(MAIN, at('other/Main.xaml'));
  writeFileSync(
    at('robot.zip'),
    zip([
      { name: 'Main.xaml', content: readFileSync(MAIN) },
      { name: 'notes.txt', content: Buffer.from('x') },
    ]),
  );
  writeFileSync(at('notes.zip'), zip([{ name: 'notes.txt', content: Buffer.from('Nothing to run.') }]));
  symlinkSync('..', at('loop/a/up'));
  symlinkSync('nowhere.xaml', at('dangling/Main.xaml'));
  symlinkSync('circle', at('circle'));
  symlinkSync('../robot/Main.xaml', at('linked/Main.xaml'));
  symlinkSync('../robot/Steps', at('linked/A'));
  symlinkSync('../robot/Steps', at('linked/B'));
});
after(() => rmSync(folder, { recursive: true }));

function validate(...args: readonly string[]) {
  const run = runCommand(['validate', ...args], { cwd: folder });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

describe('a pointer of Git LFS', () => {
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 4711\n`;

  it('in the place of a workflow ends the run with 2, as its content was not judged', {
    skip: IN_FULL_RUN_ONLY,
  }, () => {
    mkdirSync(at('lfs'));
    cpSync(MAIN, at('lfs/Main.xaml'));
    for (const name of ['Hidden.xaml', 'Bot', 'picture.png']) writeFileSync(at(`lfs/${name}`), POINTER);
    const { code, out, err } = validate('lfs', '--format', 'json');
    assert.equal(code, 2);
    assert.match(err, /2 files could not be judged: "Bot", "Hidden.xaml"/);
    const { files } = JSON.parse(out);
    assert.deepEqual(
      files.map(({ path, status }: Record<string, string>) => [path, status]),
      [
        ['Bot', 'failed'],
        ['Hidden.xaml', 'failed'],
        ['Main.xaml', 'completed'],
        ['picture.png', 'skipped'],
      ],
    );
    assert.match(files[1].error.message, /Fetch it with "git lfs pull"/);
  });
});

describe('flowarden validate without a workflow', () => {
  for (const mode of ENFORCEMENT_MODES) {
    it(`exits with 2 and names every path in ${mode} mode`, () => {
      const paths = ['empty', 'docs', 'empty.xaml', 'docs/notes.txt', 'notes.zip', 'other'];
      const { code, out, err } = validate(...paths, '--enforcement-mode', mode, '--format', 'json');
      assert.equal(code, mode === 'blocking' ? 1 : 2, 'a blocked workflow still tells that it is blocked');
      assert.equal(JSON.parse(out).passed, false);
      assert.deepEqual(err.split('\n').slice(0, -1), [
        'flowarden: There is no workflow in "empty": the folder is empty.',
        'flowarden: There is no workflow in "docs": its one file is not a workflow.',
        'flowarden: "empty.xaml" cannot be validated: The file is empty.',
        'flowarden: "docs/notes.txt" cannot be validated: It is not a workflow.',
        'flowarden: There is no workflow in "notes.zip": its one file is not a workflow.',
        'Check the path, or add --allow-empty if it may be without a workflow.',
      ]);
    });

    it(`exits with 2 for an empty folder alone in ${mode} mode`, () => {
      assert.equal(validate('empty', '--enforcement-mode', mode).code, 2);
    });
  }

  it('exits with 0 and prints a note with --allow-empty', () => {
    const { code, out, err } = validate(
      ...['empty', 'empty.xaml', '--allow-empty', '--enforcement-mode', 'blocking', '--format', 'json'],
    );
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).passed, true);
    assert.match(err, /^flowarden: note: There is no workflow in "empty".*\nflowarden: note: "empty.xaml"/);
  });

  it('names the platform that no file of a folder belongs to', () => {
    const { code, err } = validate('robot', '--platform', 'blue-prism');
    assert.equal(code, 2);
    assert.match(err, /There is no workflow in "robot": none of its 2 files is a Blue Prism workflow\./);
  });

  it('exits with 2 for a wrong path and for a damaged workflow despite --allow-empty', () => {
    writeFileSync(
      at('broken.xaml'),
      '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities">',
    );
    assert.equal(validate('nowhere', '--allow-empty').code, 2);
    assert.equal(validate('broken.xaml', '--allow-empty', '--enforcement-mode', 'blocking').code, 2);
    for (const mode of ENFORCEMENT_MODES) {
      mkdirSync(at(`broken/${mode}`), { recursive: true });
      for (let i = 0; i < 6; i += 1) cpSync(at('broken.xaml'), at(`broken/${mode}/${i}.xaml`));
      const { code, err } = validate(`broken/${mode}`, '--enforcement-mode', mode, '--format', 'json');
      assert.equal(code, 2);
      assert.match(
        err,
        /^flowarden: 6 files could not be judged: "0\.xaml", .*"4\.xaml" and 1 more\. The report/,
      );
    }
  });
});

describe('flowarden validate with several paths', () => {
  it('prints one report in the order of the paths, each file with the path that it was found by', () => {
    const { code, out, err } = validate('robot.zip', './robot/', 'other/Main.xaml', '--format', 'json');
    assert.equal(code, 0, err);
    const document = JSON.parse(out);
    assert.deepEqual(
      document.files.map(({ path }: { path: string }) => path),
      [
        'robot.zip/Main.xaml',
        'robot.zip/notes.txt',
        'robot/Main.xaml',
        'robot/Steps/Load.xaml',
        'other/Main.xaml',
      ],
    );
    assert.deepEqual(
      document.projects.map(({ path }: { path: string }) => path),
      ['robot.zip', 'robot'],
    );
    const total = document.files.reduce(
      (sum: number, { result }: { result: { summary: { total: number } } | null }) =>
        sum + (result?.summary.total ?? 0),
      document.projectFindings.length,
    );
    assert.equal(document.summary.total, total);
    assert.deepEqual(Object.keys(document.projects[0]), ['path', 'passed', 'score', 'summary', 'wouldBlock']);
  });

  it('blocks when the second path blocks', () => {
    assert.equal(validate('docs', 'robot', '--allow-empty', '--enforcement-mode', 'blocking').code, 1);
  });

  it('writes the report in its usual shape when one path is given twice', () => {
    const { out } = validate('other', 'other/', './other', '--format', 'json');
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
    assert.deepEqual(
      document.files.map(({ path }: { path: string }) => path),
      ['Main.xaml'],
    );
  });

  it('prints nothing to stdout and names every wrong path', () => {
    const { code, out, err } = validate('robot', 'nowhere', 'circle', '');
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /Cannot read "nowhere" \(ENOENT\)/);
    assert.match(err, /Cannot read "circle" \(ELOOP\)/);
    assert.match(err, /A path is empty\. Is a variable of your script unset\?/);
  });
});

const pathsOf = async (...paths: readonly string[]): Promise<readonly (readonly string[])[]> =>
  (await findInputs(paths.map(at))).map(({ files }) => files.map(({ path }) => path));

describe('findInputs', () => {
  const overlaps: readonly (readonly [readonly string[], readonly (readonly string[])[]])[] = [
    [
      ['robot', 'robot/Main.xaml'],
      [['Main.xaml', 'Steps/Load.xaml'], []],
    ],
    [
      ['robot/Steps', 'robot'],
      [[], ['Main.xaml', 'Steps/Load.xaml']],
    ],
    [['robot/Main.xaml', 'robot/Main.xaml'], [['Main.xaml']]],
    [
      ['other', 'robot/Main.xaml'],
      [['Main.xaml'], ['Main.xaml']],
    ],
  ];
  for (const [paths, expected] of overlaps) {
    it(`finds each file once for ${paths.join(' and ')}`, async () => {
      assert.deepEqual(await pathsOf(...paths), expected);
    });
  }

  it('expands an archive that is named, and leaves it out of its folder', async () => {
    mkdirSync(at('dist'));
    cpSync(at('robot.zip'), at('dist/robot.zip'));
    const [inFolder, inArchive] = await findInputs([at('dist'), at('dist/robot.zip')]);
    assert.deepEqual(
      [inFolder!.files.length, inFolder!.elsewhere.length, inArchive!.files.length],
      [0, 1, 2],
    );
    assert.equal(validate('dist', 'dist/robot.zip').code, 0, 'the folder is not empty');
  });

  it('follows links to files, and to folders once', async () => {
    assert.deepEqual(await pathsOf('linked'), [['A/Load.xaml', 'Main.xaml']]);
  });

  const broken: readonly (readonly [string, RegExp])[] = [
    ['loop', /"[^"]*up" is a symbolic link to "[^"]*loop", which contains it\. Remove the link/],
    ['dangling', /"[^"]*Main\.xaml" is a symbolic link to a file that does not exist\. Restore the file/],
    ['dangling/Main.xaml', /Cannot read "[^"]*Main\.xaml" \(ENOENT\)/],
  ];
  for (const [path, message] of broken) {
    it(`rejects ${path} with a sentence`, async () => {
      await assert.rejects(
        findInputs([at(path)]),
        (error) => error instanceof StartError && error.exitCode === 2 && message.test(error.message),
      );
    });
  }

  it('rejects a device', { skip: process.platform === 'win32' }, async () => {
    await assert.rejects(findInputs(['/dev/zero']), /neither a file nor a folder/);
  });

  it('names a file that vanishes before it is read', async () => {
    mkdirSync(at('vanishing'));
    cpSync(MAIN, at('vanishing/Main.xaml'));
    const [input] = await findInputs([at('vanishing')]);
    rmSync(at('vanishing/Main.xaml'));
    await assert.rejects(
      input!.files[0]!.read(),
      (error) => error instanceof StartError && error.exitCode === 2 && /ENOENT/.test(error.message),
    );
  });
});

describe('readArguments', () => {
  const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /Give at least one file, folder or archive\./],
    [['a', '--plattform', 'x'], /There is no option "--plattform"\. Did you mean "--platform"\?/],
    [['a', '--xyz'], /There is no option "--xyz"\.\n/],
    [['a', '-x'], /There is no option "-x"\.\n/],
    [
      ['a', '--format', 'jsn'],
      /--format "jsn" is unknown\. Did you mean "json"\? Known: text, json, jsonl, sarif, .*, html\./,
    ],
    [['a', '--format', 'sarfi=out.sarif'], /--format "sarfi" is unknown\. Did you mean "sarif"\?/],
    [['a', '--format', 'sarif='], /--format "sarif=" names no file/],
    [['a', '--format', 'sarif', '--format', 'junit'], /Only one --format can go to standard output/],
    [['a', '--format', 'sarif=o', '--format', 'junit=o'], /Two formats go to the file "o"/],
    [['a', '--platform', 'uipaht'], /Did you mean "uipath"\?/],
    [['a', '--ruleset'], /--ruleset needs a value/],
    [['a', '--ruleset='], /--ruleset needs a value/],
    [['a', '--fail-on', 'hgih'], /--fail-on "hgih" is unknown\. Did you mean "high"\?/],
    [['a', '--fail-on='], /--fail-on needs a value/],
    [
      ['a', '--fail-on', 'low', '--enforcement-mode', 'warning'],
      /--fail-on blocks, and --enforcement-mode warning never/,
    ],
    [['a', '--summary', '--quiet'], /leave nothing to print/],
    [['a', '--allow-empty=no'], /--allow-empty takes no value/],
    [['a', '--fast', '--enforcement-mode', 'off'], /"--fast"\.\n--enforcement-mode "off" is unknown/],
  ];
  for (const [argv, message] of mistakes) {
    it(`rejects ${JSON.stringify(argv)} with a hint`, () => {
      assert.throws(
        () => readValidateArguments(argv),
        (error) => error instanceof StartError && error.exitCode === 2 && message.test(error.message),
      );
    });
  }

  it('takes what follows -- as paths', () => {
    const options = readValidateArguments(['--format=json', '--', '--platform', '-h']);
    assert.ok(options !== 'help');
    assert.deepEqual(
      [options.paths, options.formats],
      [['--platform', '-h'], [{ format: 'json', file: null }]],
    );
  });
});
