/** `flowarden validate -`: the file on standard input. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { readStandardInput } from '../../src/cli/validate/standard-input.ts';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { builtCommand } from '../support/cli/built-command.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'));

it('flowarden validate - judges the file on standard input under its name', () => {
  const args = ['validate', '-', '--stdin-filename', 'robots/Main.xaml', '--format', 'jsonl'];
  const { status, stdout } = spawnSync(process.execPath, [builtCommand(), ...args], {
    input: SAMPLE,
    encoding: 'utf8',
    cwd: ROOT,
  });
  assert.equal(status, 0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(lines.length > 5);
  for (const { type, path } of lines) if (type === 'finding') assert.equal(path, 'robots/Main.xaml');
});

it('an empty standard input is an error, not a passed gate', async () => {
  await assert.rejects(readStandardInput(Readable.from([]), 'x'), /Standard input is empty/);
});

it('a standard input beyond the limit of a file is rejected before it is whole', async () => {
  let pieces = 0;
  const endless = Readable.from(
    (async function* () {
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(1024 * 1024);
      }
    })(),
  );
  await assert.rejects(readStandardInput(endless, 'x'), /has more than 26,214,400 bytes/);
  assert.ok(pieces < CONTRACT_LIMITS.fileBytesAsyncMax / (1024 * 1024) + 40, String(pieces));
});
