/** `flowarden fix`: what it shows, when it writes, and what it leaves alone. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LOGS =
  uipath.snippet(`<TryCatch><TryCatch.Try><Sequence><ui:CopyFile ContinueOnError="True" Path="[source]" Destination="[target]" /></Sequence></TryCatch.Try><TryCatch.Catches>
  <Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception">
    <ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception" /></ActivityAction.Argument>
    <Sequence><ui:LogMessage Level="Info" Message="[exception.Message]" /><Rethrow /></Sequence>
  </ActivityAction></Catch></TryCatch.Catches></TryCatch>`);
const MENDED = LOGS.replace('Level="Info"', 'Level="Error"');

function folderWith(content: string): { readonly folder: string; readonly file: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'Main.xaml');
  writeFileSync(file, content);
  return { folder, file };
}

function fix(folder: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = runCommand(['fix', '.', '--no-config', ...args], { cwd: folder });
  return { code: status, out: stdout, err: stderr };
}

describe('flowarden fix', () => {
  it('shows cells before and after, and writes nothing without leave', () => {
    const { folder, file } = folderWith(LOGS);
    for (const args of [['--diff'], []]) {
      const { code, out } = fix(folder, ...args);
      assert.equal(code, 1);
      assert.match(out, /^Main\.xaml\n {2}UIP-OBS-002 safe /);
      assert.match(out, /~ Level: "Info" → "Error"/);
      assert.match(out, /1 finding in 1 file can be mended; nothing is written\./);
      assert.equal(readFileSync(file, 'utf8'), LOGS);
    }
  });

  it('writes with --yes under the same mode, and leaves no other file', () => {
    const { folder, file } = folderWith(LOGS);
    chmodSync(file, 0o640);
    const { code, out } = fix(folder, '--yes');
    assert.equal(code, 0);
    assert.match(out, /Mended 1 finding in 1 file\./);
    assert.equal(readFileSync(file, 'utf8'), MENDED);
    assert.equal(statSync(file).mode & 0o777, 0o640);
    assert.deepEqual(readdirSync(folder), ['Main.xaml']);
    assert.deepEqual(fix(folder, '--yes'), { code: 0, out: 'Nothing is mended.\n', err: '' });
  });

  it('leaves a read-only file as it is, and says so', () => {
    const { folder, file } = folderWith(LOGS);
    chmodSync(file, 0o444);
    const { code, err } = fix(folder, '--yes');
    assert.equal(code, 2);
    assert.match(err, /"Main\.xaml" is not written: it is read-only\./);
    assert.equal(readFileSync(file, 'utf8'), LOGS);
    chmodSync(file, 0o644);
  });

  it('writes no file of several when one of them is read-only', () => {
    const { folder, file } = folderWith(LOGS);
    const second = join(folder, 'Second.xaml');
    writeFileSync(second, LOGS);
    chmodSync(second, 0o444);
    const { code, err } = fix(folder, '--yes');
    assert.equal(code, 2);
    assert.match(err, /"Second\.xaml" is not written: it is read-only\./);
    assert.equal(readFileSync(file, 'utf8'), LOGS);
    chmodSync(second, 0o644);
  });

  it('shows the consequence of an unsafe fix, which needs --unsafe', () => {
    const { folder } = folderWith(LOGS);
    assert.doesNotMatch(fix(folder, '--diff', '--ruleset', 'strict').out, /UIP-REL-005/);
    const { out } = fix(folder, '--diff', '--unsafe', '--ruleset', 'strict', '--rule', 'uip-rel-005');
    assert.match(out, /UIP-REL-005 unsafe/);
    assert.match(out, /Consequence: A run that went on after a failure/);
  });

  it('writes the same as JSON', () => {
    const { folder } = folderWith(LOGS);
    const { code, out } = fix(folder, '--format', 'json');
    assert.equal(code, 1);
    const { schemaVersion, written, files } = JSON.parse(out);
    assert.deepEqual([schemaVersion, written, files.length], [1, false, 1]);
    assert.deepEqual(files[0].mended[0].cells, [{ name: 'Level', before: 'Info', after: 'Error' }]);
    assert.deepEqual(files[0].notMended, []);
  });

  it('follows no link out of the folder', { skip: process.platform === 'win32' && 'needs links' }, () => {
    const { folder, file } = folderWith(LOGS);
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    symlinkSync(file, join(inner, 'Link.xaml'));
    const { status, stderr } = runCommand(['fix', 'inner', '--no-config', '--yes'], { cwd: folder });
    assert.equal(status, 2);
    assert.match(stderr, /"inner\/Link\.xaml" is not written: it is a link that leads out of the folder\./);
    assert.equal(readFileSync(file, 'utf8'), LOGS);
  });

  it('runs before flowarden validate, which then reports what is left', () => {
    const { folder, file } = folderWith(LOGS);
    const validate = (...args: readonly string[]) =>
      runCommand(['validate', '.', '--no-config', '--format', 'json', ...args], { cwd: folder });
    const { status, stdout, stderr } = validate('--fix', '--yes');
    assert.equal(status, 0);
    assert.match(stderr, /Mended 1 finding in 1 file\./);
    assert.equal(JSON.parse(stdout).files.length, 1);
    assert.equal(readFileSync(file, 'utf8'), MENDED);
    assert.equal(validate('--yes').status, 2, '--yes is about --fix');
  });

  it('rejects wrong arguments with 2', () => {
    const { folder } = folderWith(LOGS);
    for (const [args, problem] of [
      [['--rule', 'UIP-SEC-001'], /There is no fix for the rule "UIP-SEC-001"/],
      [['--diff', '--yes'], /--diff writes nothing/],
      [['--format', 'sarif'], /--format "sarif" is unknown/],
    ] as const) {
      const { code, err } = fix(folder, ...args);
      assert.equal(code, 2);
      assert.match(err, problem);
    }
  });

  it('shows no secret of a file', () => {
    const { folder } = folderWith(LOGS);
    cpSync(join(import.meta.dirname, '../../samples'), join(folder, 'samples'), { recursive: true });
    const { out } = fix(folder, '--diff', '--unsafe', '--ruleset', 'strict');
    for (const secret of ['Winter-2024-demo']) assert.ok(!out.includes(secret), secret);
  });
});
