/** `flowarden policy`: from the first folder to a signed pack that is verified. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readStartPack, START_PACKS } from '../../src/cli/policy/start-packs.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SAMPLES = join(installRoot(), 'samples/policies');

function policy(folder: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = runCommand(['policy', ...args], { cwd: folder });
  return { code: status, out: stdout, err: stderr };
}

describe('flowarden policy', () => {
  const folder = temporaryFolder();
  const edit = (from: string, to: string): void => {
    const file = join(folder, 'finance/pack.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };

  it('writes a first pack that is valid, and never over one', () => {
    assert.equal(policy(folder, 'init', 'finance').code, 0);
    const lint = policy(folder, 'lint', 'finance');
    assert.deepEqual([lint.code, lint.err], [0, '']);
    assert.match(lint.out, /^finance@1\.0\.0 is valid: \d+ rules, 1 environment, 0 hints\.$/m);
    const { code, out } = policy(folder, 'test', 'finance', '--coverage');
    assert.deepEqual([code, out], [0, '2 cases passed, 0 failed.\nEvery decision of the pack has a case.\n']);
    assert.deepEqual(
      [
        policy(folder, 'init', 'finance').code,
        policy(folder, 'init', 'finance').err.includes('there already'),
      ],
      [2, true],
    );
  });

  it('starts with a pack of the product, whose cases pass in the new folder', () => {
    assert.equal(policy(folder, 'init', 'our-bank', '--from', 'bank').code, 0);
    const { code, out, err } = policy(folder, 'test', 'our-bank');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^\d+ cases passed, 0 failed\.$/m);
  });

  it('copies every file that a case of a pack names, and preserves the lines of its decisions', async () => {
    for (const from of START_PACKS) {
      const files = await readStartPack(from, { name: 'ours', schemaLine: '' });
      const lines = (text: string) => text.split('\n').slice(2);
      const original = readFileSync(join(SAMPLES, from, 'pack.yaml'), 'utf8').replace(
        `  name: ${from}\n`,
        '  name: ours\n',
      );
      assert.deepEqual(lines(files['pack.yaml']!), lines(original));
      const texts = Object.entries(files).filter(([path]) => /^cases\/[\w-]+\.yaml$/.test(path));
      const named = texts.flatMap(([, text]) =>
        [...text.matchAll(/^ {2}file: (.+)$/gm)].map(([, name]) => name!),
      );
      for (const name of named) assert.ok(files[name.replaceAll('"', '')], `${from}: ${name}`);
    }
  });

  it('offers each pack of the product that stands by itself', () => {
    const packs = readdirSync(SAMPLES).filter(
      (name) => !readFileSync(join(SAMPLES, name, 'pack.yaml'), 'utf8').includes('extends: [../'),
    );
    assert.deepEqual(packs.toSorted(), START_PACKS);
    const { code, err } = policy(folder, 'init', 'other', '--from', 'banks');
    assert.equal(code, 2);
    assert.match(err, /There is no pack "banks" to start with\. Did you mean "?bank/);
  });

  it('builds the same bytes twice, signs them and verifies them', () => {
    assert.equal(policy(folder, 'build', 'finance', '-o', 'a.flowpack').code, 0);
    assert.equal(policy(folder, 'build', 'finance', '-o', 'b.flowpack').code, 0);
    assert.deepEqual(readFileSync(join(folder, 'a.flowpack')), readFileSync(join(folder, 'b.flowpack')));
    const signed = policy(folder, 'sign', 'a.flowpack', '--new-key', 'key.pem', '--trust', 'trust.json');
    assert.equal(signed.code, 0, signed.err);
    assert.equal(statSync(join(folder, 'key.pem')).mode & 0o777, 0o600);
    const verified = policy(folder, 'verify', 'a.flowpack', '--trust', 'trust.json', '--lock', 'policy.lock');
    assert.deepEqual([verified.code, verified.err], [0, '']);
    const unsigned = policy(folder, 'verify', 'b.flowpack', '--trust', 'trust.json');
    assert.equal(unsigned.code, 1);
    assert.match(unsigned.err, /^b\.flowpack: The pack has no signature/);
  });

  it('makes no key over one that is there', () => {
    const again = policy(folder, 'sign', 'b.flowpack', '--new-key', 'key.pem', '--trust', 'trust.json');
    assert.equal(again.code, 2);
    assert.match(again.err, /it is there already, and may be in use/);
  });

  it('rejects a pack whose content changed without its revision', () => {
    edit('max: 150', 'max: 140');
    policy(folder, 'build', 'finance', '-o', 'c.flowpack');
    policy(folder, 'sign', 'c.flowpack', '--key', 'key.pem');
    const verified = policy(folder, 'verify', 'c.flowpack', '--trust', 'trust.json', '--lock', 'policy.lock');
    assert.equal(verified.code, 1);
    assert.match(verified.err, /Raise the revision/);
  });

  it('explains a rule by file and line, of a folder and of a built file', () => {
    for (const place of ['finance', 'c.flowpack']) {
      const { out, code } = policy(folder, 'explain', place, 'UIP-MNT-001', '--environment', 'production');
      assert.equal(code, 0);
      assert.match(out, /^ {2}max = 140 {2}\(pack\.yaml:\d+\)$/m);
    }
  });

  it('names every problem of a pack with its line, and writes nothing', () => {
    edit('UIP-MNT-001', 'UIP-MNT-991');
    edit('mode: blocking', 'mode: bloking');
    const { code, err } = policy(folder, 'build', 'finance', '-o', 'd.flowpack');
    assert.equal(code, 1);
    assert.match(err, /^pack\.yaml:\d+: .*Did you mean "blocking"\?$/m);
    assert.throws(() => statSync(join(folder, 'd.flowpack')));
  });

  it('ends with 2 and a hint for a wrong action', () => {
    const { code, err } = policy(folder, 'biuld');
    assert.equal(code, 2);
    assert.match(err, /Did you mean "build"\?/);
  });
});
