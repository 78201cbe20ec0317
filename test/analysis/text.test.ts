/** Encodings come out as UTF-8, and offsets as the lines and columns that an editor shows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LineIndex, toUtf8 } from '../../src/analysis/platforms/text.ts';
import { AppError } from '../../src/errors.ts';
import { processorMs } from '../support/processor-time.ts';

/** Offset → [line, column] of every character, one character after the other. */
function naivePositions(text: string): Map<number, readonly [number, number]> {
  const positions = new Map<number, readonly [number, number]>();
  let [offset, line, column] = [0, 1, 1];
  for (const [i, char] of [...text].entries()) {
    positions.set(offset, [line, column]);
    offset += Buffer.byteLength(char);
    const ends = char === '\n' || (char === '\r' && [...text][i + 1] !== '\n');
    line += ends ? 1 : 0;
    column = ends ? 1 : column + char.length;
  }
  return positions.set(offset, [line, column]);
}

function assertPositions(text: string, order: 'forwards' | 'backwards' | 'mixed'): void {
  const expected = [...naivePositions(text)];
  if (order === 'backwards') expected.reverse();
  if (order === 'mixed') expected.sort(([a], [b]) => ((a * 7919) % 101) - ((b * 7919) % 101));
  const index = new LineIndex(Buffer.from(text));
  for (const [offset, [line, column]] of expected) {
    assert.deepEqual(index.positionOf(offset), { line, column }, `offset ${offset}`);
  }
}

describe('lines and columns', () => {
  it('are those of a naive count, in any order of requests', () => {
    const texts = fc.array(fc.constantFrom('a', 'é', '€', '\u{1f600}', '\n', '\r', '\r\n', ' '), {
      maxLength: 80,
    });
    for (const order of ['forwards', 'backwards', 'mixed'] as const) {
      const property = fc.property(texts, (parts) => assertPositions(parts.join(''), order));
      fc.assert(property, { seed: 1, numRuns: 300 });
    }
  });

  it('are right on long lines too', () => {
    for (const order of ['forwards', 'backwards', 'mixed'] as const) {
      assertPositions('x'.repeat(1500), order);
      assertPositions(`${'ab€\u{1f600}'.repeat(400)}\r\n${'xyz'.repeat(500)}é\n${'é'.repeat(700)}`, order);
    }
  });

  it('cost no more on one line of 8 MB than on many', () => {
    const index = new LineIndex(Buffer.from('é<b/>'.repeat(1_300_000)));
    let sum = 0;
    for (let offset = 0; offset < 7_800_000; offset += 78)
      sum += index.positionOf((offset * 31) % 7_800_000).column;
    assert.ok(sum > 0);
  });

  it('looks for the end of a long line once, for any number of places in it', () => {
    const bytes = Buffer.alloc(20_000_000, 'x');
    const index = new LineIndex(bytes);
    const start = processorMs();
    for (let offset = 0; offset < bytes.length; offset += 200)
      assert.equal(index.positionOf(offset).column, offset + 1);
    // A search from each place to the end takes thirty seconds.
    assert.ok(processorMs() - start < 10_000);
  });
});

describe('the text layer', () => {
  const text = '<a b="é">\u{1f600}\r\n</a>';

  it('passes UTF-8 through without a copy and drops one byte order mark', () => {
    const bytes = Buffer.from(text);
    assert.equal(toUtf8(bytes).buffer, bytes.buffer);
    assert.equal(toUtf8(Buffer.from(`\ufeff${text}`)).toString(), text);
    assert.equal(toUtf8(Buffer.from('\ufeff\ufeffa')).toString(), '\ufeffa');
    assert.equal(toUtf8(new Uint8Array()).length, 0);
    assert.equal(toUtf8(new Uint8Array([0x7b, 0x7d])).toString(), '{}');
  });

  it('transcodes UTF-16 of either byte order, with and without a mark', () => {
    for (const source of [text, `\ufeff${text}`]) {
      assert.equal(toUtf8(Buffer.from(source, 'utf16le')).toString(), text);
      assert.equal(toUtf8(Buffer.from(source, 'utf16le').swap16()).toString(), text);
    }
    assert.equal(toUtf8(Buffer.from('{}', 'utf16le')).toString(), '{}');
  });

  it('rejects bytes of no Unicode encoding and says where they begin to fail', () => {
    const cases: readonly (readonly [Buffer, RegExp])[] = [
      [Buffer.from('a\nb\xe9c', 'latin1'), /^Line 2, column 2: the bytes are not valid UTF-8/],
      [Buffer.from([0x61, 0xc0, 0x80]), /^Line 1, column 2:/],
      [Buffer.from([0x61, 0xed, 0xa0, 0x80]), /^Line 1, column 2:/],
      [Buffer.from([0xe2, 0x82]), /^Line 1, column 1:/],
      [Buffer.from([0xff, 0xfe, 0x00, 0xd8]), /UTF-16LE/],
      [Buffer.from([0xfe, 0xff, 0x00]), /UTF-16BE/],
    ];
    for (const [bytes, message] of cases) {
      const matches = (error: unknown) =>
        error instanceof AppError && error.code === 'unparsable_file' && message.test(error.message);
      assert.throws(() => toUtf8(bytes), matches, bytes.toString('hex'));
    }
  });
});
