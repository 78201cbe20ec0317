/** `flowarden.json`: which file is read, what it may hold, and what the arguments override. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readConfig } from '../../src/cli/config/config-file.ts';
import { readValidateArguments } from '../../src/cli/validate/arguments.ts';
import { findInputs } from '../../src/cli/validate/inputs.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'));
const SCHEMA = JSON.parse(readFileSync(join(ROOT, 'docs/flowarden.schema.json'), 'utf8'));
const isConfig = new Ajv2020().compile(SCHEMA);

const parent = temporaryFolder();
let number = 0;

/** Creates a folder with these files. */
function tree(files: Readonly<Record<string, string | Buffer>>): string {
  number += 1;
  const folder = join(parent, String(number));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(resolve(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const NEAREST = { file: undefined, isOff: false };

describe('flowarden.json', () => {
  const valid = {
    paths: ['robots'],
    exclude: ['old/'],
    formats: ['text', 'sarif=out/a.sarif'],
    failOn: 'medium',
    environment: 'prod',
    includeLogicApps: true,
  };
  const paths = { baseline: 'known.json', policy: 'p.flowpack', trust: 'trust.json' };

  it('is the nearest one up to the root of the repository, with paths relative to it', async () => {
    const folder = tree({
      'flowarden.json': '{"paths":["outside"]}',
      'repo/.git/HEAD': '',
      'repo/flowarden.json': JSON.stringify({ ...valid, ...paths }),
      'repo/robots/a/Main.xaml': MAIN,
    });
    const config = await readConfig(NEAREST, join(folder, 'repo/robots/a'));
    assert.deepEqual(config, {
      paths: ['..'],
      exclude: ['old/'],
      folder: join(folder, 'repo'),
      formats: ['text', 'sarif=../../out/a.sarif'],
      failOn: 'medium',
      baseline: '../../known.json',
      policy: '../../p.flowpack',
      trust: '../../trust.json',
      environment: 'prod',
      includeLogicApps: true,
    });
    const other = tree({ 'flowarden.json': '{}', 'repo/.git/HEAD': '', 'repo/a/Main.xaml': MAIN });
    assert.equal(await readConfig(NEAREST, join(other, 'repo/a')), null, 'it is outside the repository');
    assert.equal(await readConfig({ file: undefined, isOff: true }, join(folder, 'repo')), null);
    assert.deepEqual(
      (await readConfig({ file: '../flowarden.json', isOff: false }, join(folder, 'repo')))?.paths,
      ['../outside'],
    );
  });

  for (const [what, text, sentence] of [
    ['an unknown key', '{"excludes":[]}', /There is no key "excludes". Did you mean "exclude"\?/],
    ['a rule', '{"rules":{}}', /There is no key "rules"\. Known: paths, exclude/],
    ['a wrong severity', '{"failOn":"severe"}', /"failOn" must be one of critical, high, medium, low/],
    ['one path as a text', '{"paths":"robots"}', /"paths" must be a list of texts/],
    ['an empty path', '{"paths":[""]}', /"paths" must be a list of texts/],
    ['a list as baseline', '{"baseline":[]}', /"baseline" must be a path/],
    ['a list instead of an object', '[]', /must hold one JSON object/],
    ['null', 'null', /must hold one JSON object/],
    ['no JSON', '{', /is not JSON/],
  ] as const)
    it(`with ${what} is an error that names it, in the schema too`, async () => {
      const folder = tree({ 'flowarden.json': text });
      await assert.rejects(readConfig(NEAREST, folder), (error: unknown) => {
        assert.ok(error instanceof StartError);
        assert.equal(error.exitCode, 2);
        assert.match(error.message, sentence);
        return true;
      });
      if (text !== '{') assert.equal(isConfig(JSON.parse(text)), false);
    });

  it('with every key satisfies the schema', () => {
    assert.ok(isConfig({ $schema: 'x', ...valid, ...paths }), JSON.stringify(isConfig.errors));
    assert.deepEqual(
      Object.keys(SCHEMA.properties).sort(),
      ['$schema', ...Object.keys({ ...valid, ...paths })].sort(),
    );
  });

  it('that is named and missing, or too large, is an error', async () => {
    const folder = tree({ 'large.json': `{"paths":["${'a'.repeat(1_100_000)}"]}` });
    await assert.rejects(readConfig({ file: 'none.json', isOff: false }, folder), /cannot be read/);
    await assert.rejects(
      readConfig({ file: 'large.json', isOff: false }, folder),
      /more than 1,048,576 bytes/,
    );
  });

  for (const [what, place] of [
    ['outside the repository', '../report.txt'],
    ['in .git', '.git/config'],
    ['in .GIT', 'robots/.GIT/hooks/pre-commit'],
    ['behind a link', 'away/report.txt'],
    ['that is a link to nowhere', 'nowhere.txt'],
  ] as const)
    it(`that writes a report ${what} is an error`, async () => {
      const folder = tree({
        'repo/.git/config': '',
        'repo/flowarden.json': JSON.stringify({ formats: ['text', `json=${place}`] }),
      });
      symlinkSync(folder, join(folder, 'repo/away'));
      symlinkSync(join(folder, 'new.txt'), join(folder, 'repo/nowhere.txt'));
      await assert.rejects(readConfig(NEAREST, join(folder, 'repo')), (error: unknown) => {
        assert.ok(error instanceof StartError);
        assert.equal(error.exitCode, 2);
        assert.match(error.message, /may only name files in the repository, and none in \.git/);
        return true;
      });
    });

  for (const [what, report] of [
    ['a file that Git tracks', 'notes.txt'],
    ['the same file in another case', 'NOTES.txt'],
    ['a workflow', 'Main.xaml'],
    ['a damaged workflow', 'Damaged.xaml'],
    ['a tracked file behind a link', 'link.txt'],
    ['a tracked file that a sparse checkout lacks', 'sparse.txt'],
  ] as const)
    it(`that replaces ${what} by a report is an error`, async () => {
      const folder = tree({
        'notes.txt': 'notes',
        'sparse.txt': 'not checked out',
        'NOTES.txt': 'a file system may take it for the other one',
        'Main.xaml': MAIN,
        'Damaged.xaml': MAIN.slice(0, 2_000),
        'flowarden.json': JSON.stringify({ formats: ['text', `json=${report}`] }),
      });
      symlinkSync(join(folder, 'notes.txt'), join(folder, 'link.txt'));
      execFileSync('git', ['init', '-q'], { cwd: folder });
      execFileSync('git', ['add', 'notes.txt', 'sparse.txt'], { cwd: folder });
      rmSync(join(folder, 'sparse.txt'));
      await assert.rejects(readConfig(NEAREST, folder), (error: unknown) => {
        assert.ok(error instanceof StartError);
        assert.equal(error.exitCode, 2);
        assert.match(
          error.message,
          /must not replace a source, and (?:Git tracks that file|that file is a workflow)/,
        );
        return true;
      });
    });

  it('that replaces an earlier report is none', async () => {
    const folder = tree({ 'flowarden.json': JSON.stringify({ formats: ['text', 'json=report.json'] }) });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    for (const run of [1, 2])
      assert.equal(runCommand(['validate', '--allow-empty', '.'], { cwd: folder }).status, 0, String(run));
    assert.equal(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).passed, true);
  });

  it('that is a link to a device is an error', async () => {
    const folder = tree({});
    mkdirSync(folder);
    symlinkSync('/dev/zero', join(folder, 'flowarden.json'));
    await assert.rejects(readConfig(NEAREST, folder), /cannot be read: it is not a file/);
  });

  it('stands in for absent arguments alone', async () => {
    const folder = tree({ 'flowarden.json': JSON.stringify({ ...valid, baseline: 'known.json' }) });
    const config = await readConfig(NEAREST, folder);
    const from = (...argv: readonly string[]) => {
      const options = readValidateArguments(argv, config);
      assert.ok(options !== 'help');
      return options;
    };
    const configured = from();
    assert.deepEqual(configured.paths, ['robots']);
    assert.deepEqual(configured.gate, { mode: 'blocking', failOn: 'medium' });
    assert.equal(configured.compare.baseline, 'known.json');
    assert.deepEqual(configured.formats, [
      { format: 'text', file: null },
      { format: 'sarif', file: 'out/a.sarif' },
    ]);
    const given = from('a.xaml', '--fail-on', 'low', '--format', 'json', '--baseline', 'b.json');
    assert.deepEqual(given.paths, ['a.xaml']);
    assert.equal(given.gate.failOn, 'low');
    assert.deepEqual(given.formats, [{ format: 'json', file: null }]);
    assert.equal(given.compare.baseline, 'b.json');
    assert.equal(from('--since', 'main').compare.baseline, undefined);
    assert.deepEqual(from('--enforcement-mode', 'advisory').gate, { mode: 'advisory', failOn: 'medium' });
  });

  it('excludes files by their path from its folder, for every given folder', async () => {
    const folder = tree({
      'flowarden.json': '{"exclude":["robots/old/","*.template.xaml"]}',
      'robots/old/Main.xaml': MAIN,
      'robots/Main.xaml': MAIN,
      'robots/A.template.xaml': MAIN,
      'other/old/Main.xaml': MAIN,
    });
    const config = await readConfig(NEAREST, folder);
    const judged = async (path: string) => {
      const options = readValidateArguments([join(folder, path)], config);
      assert.ok(options !== 'help');
      const inputs = await findInputs(options.paths, options.leaveOut);
      return inputs.flatMap(({ files }) => files.map((file) => file.path));
    };
    assert.deepEqual(await judged('.'), ['flowarden.json', 'other/old/Main.xaml', 'robots/Main.xaml']);
    assert.deepEqual(await judged('robots'), ['Main.xaml']);
    assert.deepEqual(await judged('other'), ['old/Main.xaml']);
    assert.deepEqual(await judged('robots/A.template.xaml'), ['A.template.xaml'], 'it is named');
  });
});

describe('a run with flowarden.json', () => {
  const run = (folder: string, ...args: readonly string[]) =>
    runCommand(['validate', ...args], { cwd: folder });

  it('needs no argument, and ends with 2 when the file is wrong', () => {
    const folder = tree({
      'flowarden.json': '{"paths":["."],"failOn":"high","formats":["text","junit=report.xml"]}',
      'a/Main.xaml': MAIN,
    });
    const blocked = run(join(folder, 'a'), '--config', '../flowarden.json');
    assert.equal(blocked.status, 1, blocked.stderr);
    assert.match(readFileSync(join(folder, 'report.xml'), 'utf8'), /<testsuites/);
    writeFileSync(join(folder, 'flowarden.json'), '{"path":["."]}');
    const wrong = run(folder, 'a');
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /There is no key "path". Did you mean "paths"\?/);
    assert.equal(run(folder, 'a', '--no-config', '--quiet').status, 0);
    assert.equal(run(folder, '--help').status, 0);
  });
});
