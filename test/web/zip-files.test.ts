/** Archives that the browser makes, read by another program. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { zipFiles } from '../../web/screens/check/zip-files.ts';

const fileOf = (path: string, bytes: string | Uint8Array<ArrayBuffer>) => ({
  path,
  file: new File([bytes], path),
});
const live = () => new AbortController().signal;

describe('an archive of the browser', () => {
  it('has every file with its path and its bytes', async () => {
    const noise = Uint8Array.from({ length: 70_000 }, (_, index) => (index * index) >>> 3);
    const contents = {
      'robot/Main.xaml': '<Activity />'.repeat(2000),
      'robot/Übersicht.json': '',
      'a b': noise,
    };
    const counts: number[] = [];
    const files = Object.entries(contents).map(([path, bytes]) => fileOf(path, bytes));
    const archive = await zipFiles(files, (count) => counts.push(count), live());
    const read = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    assert.deepEqual(Object.keys(read), Object.keys(contents));
    for (const [path, bytes] of Object.entries(contents))
      assert.deepEqual(Buffer.from(read[path]!), Buffer.from(bytes));
    assert.deepEqual(counts, [1, 2, 3]);
    assert.ok(archive.size < 100_000);
  });

  it('ends with the signal', async () => {
    const aborted = AbortSignal.abort();
    await assert.rejects(
      zipFiles([fileOf('a', 'a')], () => {}, aborted),
      { name: 'AbortError' },
    );
  });
});
