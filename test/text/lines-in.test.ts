/** Lines of bytes that arrive in pieces. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { linesIn } from '../../src/text/lines-in.ts';

const read = (pieces: readonly Buffer[], bytesMax = 10): Promise<string[]> => {
  const tooLong = (line: number) => new Error(`line ${line} is too long`);
  return Readable.from(linesIn(Readable.from(pieces), { bytesMax, tooLong })).toArray();
};

it('ends lines at U+000A alone, wherever the pieces end', async () => {
  const bytes = Buffer.from('a\u2028b\n\nä\r\nlast');
  for (let at = 0; at <= bytes.length; at += 1)
    assert.deepEqual(await read([bytes.subarray(0, at), bytes.subarray(at)]), [
      'a\u2028b',
      '',
      'ä\r',
      'last',
    ]);
  assert.deepEqual(await read([Buffer.from('a\n')]), ['a']);
  assert.deepEqual(await read([]), []);
});

it('reads no more of a line that is too long', async () => {
  assert.deepEqual(await read([Buffer.from('0123456789\n')]), ['0123456789']);
  const pieces = ['a\n01234', '56789', '0', 'x'].map((text) => Buffer.from(text));
  await assert.rejects(read(pieces), /line 2 is too long/);
});
