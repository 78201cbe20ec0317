/** Archives, honest and hostile: what is read, and the error of the rest, quickly and in little memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { openFile } from '../../../../src/analysis/platforms/input-file.ts';
import { ZIP_LIMITS } from '../../../../src/analysis/platforms/limits.ts';
import { readZip } from '../../../../src/analysis/platforms/zip/zip.ts';
import { AppError } from '../../../../src/errors.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../../support/files/corpus.ts';
import { quotedOverlapBomb, UTF8_FLAG, type ZipEntry, zip } from '../../../support/files/zip.ts';

const LONG = 'The quick brown fox. '.repeat(500);
/** Every member's path and text. */
const contents = (bytes: Buffer): Record<string, string> => {
  const archive = readZip(bytes);
  return Object.fromEntries(archive.members.map((member) => [member.path, archive.read(member).toString()]));
};

const GOOD: readonly (readonly [title: string, bytes: Buffer, expected: Record<string, string>])[] = [
  ['an archive without members', zip([]), {}],
  [
    'deflated and stored members',
    zip([
      { name: 'a', content: LONG },
      { name: 'b', content: 'B', stored: true },
    ]),
    { a: LONG, b: 'B' },
  ],
  [
    'folders, which are no members',
    zip([{ name: 'x/' }, { name: 'x/a', content: '1' }, { name: './' }]),
    { 'x/a': '1' },
  ],
  [
    'both kinds of slashes',
    zip([{ name: 'x/a', content: '1' }, { name: 'x\\b\\c', content: '2' }, { name: 'y\\' }]),
    { 'x/a': '1', 'x/b/c': '2' },
  ],
  [
    'a path with single dots and double slashes',
    zip([{ name: './x//a/./b', content: '1' }]),
    { 'x/a/b': '1' },
  ],
  ['dots that do not climb', zip([{ name: '..a/b../...', content: '1' }]), { '..a/b../...': '1' }],
  [
    'a UTF-8 name with its flag',
    zip([{ name: 'Überweisung 支払.xaml', flags: UTF8_FLAG }]),
    { 'Überweisung 支払.xaml': '' },
  ],
  ['a UTF-8 name without its flag', zip([{ name: 'Überweisung.xaml' }]), { 'Überweisung.xaml': '' }],
  [
    'names in the code page of the format, as Windows packs them',
    zip([
      { name: Buffer.from('Pr\x81fung f\x81r Gr\x94\xe1e.xaml', 'latin1') },
      { name: Buffer.from([0xff]) },
    ]),
    { 'Prüfung für Größe.xaml': '', '\u00a0': '' },
  ],
  [
    'sizes behind the data',
    zip([
      { name: 'a', content: LONG, descriptor: true },
      { name: 'b', content: 'x', descriptor: true },
    ]),
    { a: LONG, b: 'x' },
  ],
  ['a comment', zip([{ name: 'a', content: '1' }], { comment: 'Exported on a Monday' }), { a: '1' }],
  [
    'a comment that holds the mark of the end',
    zip([{ name: 'a', content: '1' }], { comment: `PK\x05\x06${'-'.repeat(40)}` }),
    { a: '1' },
  ],
  [
    'empty members, also without a deflate stream',
    zip([{ name: 'a' }, { name: 'b', stored: true }, { name: 'c', packed: Buffer.alloc(0) }]),
    { a: '', b: '', c: '' },
  ],
  [
    'bytes before the first member',
    zip([{ name: 'a', content: '1' }], { prefix: Buffer.from('MZ stub') }),
    { a: '1' },
  ],
  [
    'names that objects have',
    zip([
      { name: '__proto__', content: '1' },
      { name: 'constructor', content: '2' },
    ]),
    Object.fromEntries([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]),
  ],
];

const one = (entry: Partial<ZipEntry>): Buffer => zip([{ name: 'a', content: LONG, ...entry }]);
const cut = (bytes: Buffer, by: number): Buffer => bytes.subarray(0, bytes.length - by);
/** 9 MiB of zeros in 9 KB. */
const zeros = Buffer.alloc(9 << 20);
const packedZeros = deflateRawSync(zeros);

const BAD: readonly (readonly [title: string, code: string, message: RegExp, bytes: Buffer])[] = [
  ['nothing but the mark', 'archive_unsafe', /cut off/, Buffer.from('PK\x03\x04')],
  ['an archive that is cut off', 'archive_unsafe', /cut off/, cut(one({}), 1)],
  ['an archive cut in its directory', 'archive_unsafe', /cut off/, cut(one({}), 30)],
  [
    'a directory behind the end',
    'archive_unsafe',
    /damaged/,
    zip([{ name: 'a' }], { says: { directoryStart: 99_999 } }),
  ],
  [
    'a directory where a member is',
    'archive_unsafe',
    /damaged/,
    zip([{ name: 'a' }], { says: { directoryStart: 0 } }),
  ],
  [
    'more members promised than there are',
    'archive_unsafe',
    /damaged/,
    zip([{ name: 'a' }], { says: { count: 2 } }),
  ],
  [
    'more members than promised',
    'archive_unsafe',
    /more members than the 1 /,
    zip([{ name: 'a' }, { name: 'b' }], { says: { count: 1, countHere: 1 } }),
  ],
  ['one part of several', 'archive_unsafe', /several/, zip([{ name: 'a' }], { says: { disk: 1 } })],
  [
    'a count for this part that is not the whole',
    'archive_unsafe',
    /several/,
    zip([{ name: 'a' }, { name: 'b' }], { says: { countHere: 1 } }),
  ],
  [
    'a member that begins behind the end',
    'archive_unsafe',
    /where nothing is/,
    one({ says: { localStart: 0xfffffff0 } }),
  ],
  [
    'a member that begins inside another',
    'archive_unsafe',
    /where nothing is/,
    one({ says: { localStart: 7 } }),
  ],
  ['a member with two names', 'archive_unsafe', /two names/, one({ localName: 'b' })],
  [
    'a member that is longer than the file',
    'archive_unsafe',
    /promises more/,
    one({ stored: true, says: { packedBytes: 0x7fffffff } }),
  ],
  ['a wrong checksum', 'archive_unsafe', /another form/, one({ says: { crc: 1 } })],
  ['a member larger than it says', 'archive_unsafe', /damaged or larger/, one({ says: { sizeBytes: 10 } })],
  [
    'a member one byte larger than it says',
    'archive_unsafe',
    /another form/,
    one({ says: { sizeBytes: LONG.length - 1 } }),
  ],
  [
    'a member smaller than it says',
    'archive_unsafe',
    /another form/,
    one({ says: { sizeBytes: LONG.length + 1 } }),
  ],
  [
    'a stored member smaller than it says',
    'archive_unsafe',
    /another form/,
    one({ stored: true, says: { sizeBytes: LONG.length + 1 } }),
  ],
  [
    'a member that stops in the middle',
    'archive_unsafe',
    /damaged/,
    one({ packed: cut(deflateRawSync(LONG), 4) }),
  ],
  [
    'a member that is no deflate stream',
    'archive_unsafe',
    /damaged/,
    one({ packed: Buffer.from([7, 7, 7]) }),
  ],
  ['an unsupported packing method', 'archive_unsafe', /deflate/, one({ says: { method: 14 } })],
  ['a password', 'archive_unsafe', /password/, one({ flags: 1 })],
  ['a link', 'archive_unsafe', /link/, one({ mode: 0o120777 })],
  ['two members with one name', 'archive_unsafe', /two members/, zip([{ name: 'a' }, { name: 'a' }])],
  [
    'two names that mean one path',
    'archive_unsafe',
    /two members/,
    zip([{ name: 'x/a' }, { name: 'x\\.\\a' }]),
  ],
  ...[
    '../a',
    'x/../../a',
    '..\\a',
    'x\\..\\a',
    '/etc/passwd',
    '\\\\host\\share',
    'C:\\a',
    'c:a',
    'a\0.xaml',
    'a\nb',
    '',
    '.',
    '..',
  ].map(
    (name) => [`the name ${JSON.stringify(name)}`, 'archive_unsafe', /leads out/, zip([{ name }])] as const,
  ),
  ['a folder that climbs', 'archive_unsafe', /leads out/, zip([{ name: '../../x/' }])],
  ['sizes in the Zip64 form', 'archive_too_large', /Zip64/, one({ says: { sizeBytes: 0xffffffff } })],
  ['a place in the Zip64 form', 'archive_too_large', /Zip64/, one({ says: { localStart: 0xffffffff } })],
  [
    'a directory in the Zip64 form',
    'archive_too_large',
    /Zip64/,
    zip([{ name: 'a' }], { says: { directoryStart: 0xffffffff } }),
  ],
  [
    '65,535 members',
    'archive_too_large',
    /Zip64/,
    zip(Array.from({ length: 65_535 }, (_, i) => ({ name: `${i}` }))),
  ],
  [
    '10,001 members',
    'archive_too_large',
    /10,001 members; the limit is 10,000/,
    zip(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}` }))),
  ],
  [
    'a member over 64 MiB',
    'archive_too_large',
    /the limit is 67,108,864/,
    one({ says: { sizeBytes: 67_108_865 } }),
  ],
  [
    'a member packed a thousand times',
    'archive_unsafe',
    /bomb/,
    one({ content: zeros, packed: packedZeros }),
  ],
  [
    'small members that together are packed a thousand times',
    'archive_unsafe',
    /bomb/,
    zip(Array.from({ length: 200 }, (_, i) => ({ name: `${i}`, content: Buffer.alloc(60_000) }))),
  ],
  [
    'two records of one member',
    'archive_unsafe',
    /two members/,
    zip([
      { name: 'a', content: LONG },
      { name: 'a', content: LONG, phantom: true, says: { localStart: 0 } },
    ]),
  ],
  ['a bomb whose members quote each other', 'archive_unsafe', /overlap/, quotedOverlapBomb(250, 20_000)],
];

/** Runs it, and says what it cost. */
function cost(run: () => void): { readonly cpuMs: number; readonly bytes: number } {
  const before = process.memoryUsage();
  const begun = process.cpuUsage();
  run();
  const used = process.cpuUsage(begun);
  const after = process.memoryUsage();
  const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  return { cpuMs: (used.user + used.system) / 1000, bytes };
}

describe('a zip archive', () => {
  for (const [title, bytes, expected] of GOOD) {
    it(`is read with ${title}`, () => assert.deepEqual(contents(bytes), expected));
  }
  for (const [title, code, message, bytes] of BAD) {
    it(`is rejected with ${title}`, () => {
      const { cpuMs, bytes: memory } = cost(() =>
        assert.throws(
          () => contents(bytes),
          (error) => {
            assert.ok(error instanceof AppError, String(error));
            assert.equal(error.code, code, error.message);
            assert.match(error.message, message);
            assert.ok(error.message.length < 300);
            return true;
          },
        ),
      );
      assert.ok(cpuMs < 5_000, `${cpuMs} ms`);
      assert.ok(memory < 16 << 20, `${memory} bytes`);
    });
  }
  it('cuts long names in its messages', () => {
    const name = `${'é'.repeat(30_000)}.xaml`;
    assert.throws(
      () => contents(zip([{ name }, { name }])),
      (error) => error instanceof AppError && error.message.length < 200 && error.message.includes('éé.xaml'),
    );
  });
  it('gives out no member of another archive', () => {
    const [first, second] = [readZip(one({})), readZip(one({}))];
    assert.throws(() => first.read(second.members[0]!), TypeError);
  });
  it('unpacks nothing before it is read', () => {
    const archive = readZip(
      zip([
        { name: 'a', content: '1' },
        { name: 'b', packed: Buffer.from('??') },
      ]),
    );
    assert.equal(archive.read(archive.members[0]!).toString(), '1');
  });
  it('survives any change of a byte', () => {
    const original = zip(
      [
        { name: 'x/a', content: LONG, descriptor: true },
        { name: 'b', content: 'B', stored: true },
      ],
      { comment: 'c' },
    );
    for (let at = 0; at < original.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0xff, original[at]! ^ 0x80]) {
        const changed = Buffer.from(original);
        changed[at] = value;
        try {
          contents(changed);
        } catch (error) {
          assert.ok(error instanceof AppError, `byte ${at} = ${value}: ${error}`);
        }
      }
    }
  });
  it('survives a cut at any place', () => {
    const original = zip([
      { name: 'x/a', content: LONG },
      { name: 'b', content: 'B', stored: true },
    ]);
    for (let length = 0; length < original.length; length += 1) {
      assert.throws(() => contents(original.subarray(0, length)), AppError);
    }
  });
});

describe('archives in archives', () => {
  const inner = zip([{ name: 'flow.json', content: '{}' }]);
  const middle = zip([{ name: 'inner.zip', content: inner, stored: true }]);
  const outer = zip([{ name: 'middle.zip', content: middle, stored: true }]);
  const outermost = zip([{ name: 'outer.zip', content: outer, stored: true }]);

  it('are read one level deep', () => {
    const found = openFile('solution.zip', middle).archive().open('inner.zip').archive().open('flow.json');
    assert.equal(found.bytes.toString(), '{}');
  });
  it('are rejected three levels deep', () => {
    const first = openFile('nest.zip', outermost).archive().open('outer.zip').archive();
    const third = first.open('middle.zip').archive().open('inner.zip');
    assert.equal(third.syntax, 'zip');
    assert.throws(() => third.archive(), {
      code: 'archive_unsafe',
      message: /inside each other, more than 3 deep/,
    });
  });
  it('share one budget, however often they are opened', () => {
    // Each attempt to unpack it counts, though none succeeds.
    const packed = zip([{ name: 'a', packed: Buffer.alloc(1_000_000), says: { sizeBytes: 60_000_000 } }]);
    const archive = openFile('big.zip', packed).archive();
    const codes = Array.from({ length: 20 }, () => {
      try {
        return String(archive.open('a').bytes.length);
      } catch (error) {
        return (error as AppError).code;
      }
    });
    const allowed = Math.floor(ZIP_LIMITS.totalBytesMax / 60_000_000);
    assert.deepEqual(new Set(codes.slice(0, allowed)), new Set(['archive_unsafe']));
    assert.deepEqual(new Set(codes.slice(allowed)), new Set(['archive_too_large']));
  });
});

describe('the archives of the corpus', { skip: CORPUS_ABSENT }, () => {
  it('are read in full, every size and checksum right', () => {
    let archives = 0;
    for (const { path, bytes } of corpusFiles()) {
      if (!path.endsWith('.zip')) continue;
      archives += 1;
      const archive = readZip(bytes);
      assert.ok(archive.members.length > 0, path);
      for (const member of archive.members) {
        assert.equal(archive.read(member).length, member.sizeBytes, `${path}: ${member.path}`);
      }
    }
    assert.ok(archives >= 20, `${archives} archives`);
  });
});
