/** The XML reader against saxes: it accepts and rejects the same, reads the same document, and stays fast on hostile ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { READ_LIMITS } from '../../../../src/analysis/platforms/limits.ts';
import { attributeText, attributeValue, textOf } from '../../../../src/analysis/platforms/xml/document.ts';
import { readXml } from '../../../../src/analysis/platforms/xml/reader.ts';
import { AppError } from '../../../../src/errors.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../../support/files/corpus.ts';
import { outlineOf, saxesOutlineOf } from '../../../support/files/xml-outline.ts';
import { XML_SNIPPETS } from '../../../support/files/xml-snippets.ts';
import { bySize, IN_FULL_RUN_ONLY } from '../../../support/ring.ts';

function oursOf(bytes: Uint8Array) {
  try {
    return outlineOf(bytes);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unparsable_file') return undefined;
    throw error;
  }
}

/** Strings are compared first: a structural comparison of thousands of elements is slow and its report unreadable. */
function assertSame(bytes: Uint8Array, text: string): void {
  const ours = JSON.stringify(oursOf(bytes));
  const theirs = JSON.stringify(saxesOutlineOf(text));
  if (ours !== theirs) assert.equal(ours?.slice(0, 2000), theirs?.slice(0, 2000));
}

/** saxes reads version 1.1 by other rules and accepts a DOCTYPE: both differences are wanted. */
function isComparable(text: string): boolean {
  return !text.includes('<!DOCTYPE') && !/^<\?xml[^>]*version\s*=\s*["']1\.(?!0["'])/.test(text);
}

const TOKENS = [
  '<',
  '>',
  '/',
  '/>',
  '</',
  '<!--',
  '-->',
  '--',
  '-',
  '<![CDATA[',
  ']]>',
  ']',
  '<?',
  '?>',
  '?',
  '!',
  '&',
  ';',
  '&amp;',
  '&#65;',
  '&#x0;',
  '#',
  '"',
  "'",
  '=',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  'a',
  'b',
  ':',
  'a:',
  'xmlns',
  'xmlns:',
  'xmlns:a="u"',
  'xmlns=""',
  'xml',
  ' b="1"',
  ' a:b="1"',
  '<b>',
  '</b>',
  '<b/>',
  '1',
  '.',
  'é',
  '\u{1f600}',
  '\u00a0',
  '\ufffe',
  '\u0001',
] as const;

const mutated = fc
  .tuple(
    fc.constantFrom(...XML_SNIPPETS.filter(isComparable)),
    fc.array(fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom('', ...TOKENS)), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([snippet, edits]) => {
    let text = snippet;
    for (const [at, removed, inserted] of edits) {
      const place = at % (text.length + 1);
      text = text.slice(0, place) + inserted + text.slice(place + removed);
    }
    return text.toWellFormed();
  })
  .filter(isComparable);

function assertRejected(source: string, code: string, message: RegExp, limits = READ_LIMITS): void {
  assert.throws(
    () => readXml(Buffer.from(source), limits),
    (error) => error instanceof AppError && error.code === code && message.test(error.message),
    `${source.slice(0, 80)} must be rejected with ${message}`,
  );
}

describe('the XML reader', () => {
  it('agrees with saxes on every snippet', () => {
    for (const snippet of XML_SNIPPETS) assertSame(Buffer.from(snippet), snippet);
  });

  it('agrees with saxes on mutated snippets', () => {
    fc.assert(
      fc.property(mutated, (text) => assertSame(Buffer.from(text), text)),
      { seed: 1, numRuns: bySize(500, 20_000) },
    );
  });

  it('agrees with saxes on every real file', { skip: CORPUS_ABSENT }, () => {
    let files = 0;
    for (const { bytes, path } of corpusFiles()) {
      if (!/\.(xaml|xml|uiproj|bp\w+)$/.test(path)) continue;
      assertSame(bytes, bytes.toString('utf8'));
      files++;
    }
    assert.ok(files > 100, `only ${files} files`);
  });

  it('says where and what is wrong', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['<a>\n  <b></c>\n</a>', /^Line 2, column 6: the element <b> must be closed here/],
      ['<a>\r\né\u{1f600}<b x="<"/></a>', /^Line 2, column 10: "<" is not allowed in an attribute/],
      ['\ufeff<a>&nbsp;</a>', /^Line 1, column 4: &nbsp; does not stand for/],
      ['<!DOCTYPE a><a/>', /^Line 1, column 1: a DOCTYPE is not accepted/],
      ['<a><b></a>', /the element <b> must be closed/],
      ['<a><b>', /^Line 1, column 4: the element <b> is never closed/],
      ['<a x="1" x="2"/>', /^Line 1, column 10: the attribute "x" stands twice/],
      ['<a p:x="1"/>', /^Line 1, column 4: the namespace prefix "p" is not declared/],
      ['', /no root element/],
    ];
    for (const [source, message] of cases) assertRejected(source, 'unparsable_file', message);
    const error = caught(() => readXml(Buffer.from('<a>\n  <b></c>')));
    assert.deepEqual(error instanceof AppError && error.details, { line: '2', column: '6' });
  });

  it('rejects a DOCTYPE at any place', () => {
    for (const source of ['<!DOCTYPE a []><a/>', '<a><!DOCTYPE a></a>', '<a/><!DOCTYPE a>']) {
      assertRejected(source, 'unparsable_file', /DOCTYPE/);
    }
  });

  it('reads any version 1.x by the rules of XML 1.0 and goes by the bytes, not by the declared encoding', () => {
    const source = '<?xml version="1.1" encoding="windows-1252"?><a b="é\u0085"/>';
    assert.equal(attributeText(readXml(Buffer.from(source)), 0, 'b'), 'é\u0085');
  });

  it('reads UTF-16 with and without a byte order mark', () => {
    const source = '<?xml version="1.0" encoding="utf-16"?><a b="é">\u{1f600}</a>';
    for (const bytes of [Buffer.from(source, 'utf16le'), Buffer.from(`\ufeff${source}`, 'utf16le')]) {
      assert.equal(textOf(readXml(bytes), 0), '\u{1f600}');
      assert.equal(textOf(readXml(bytes.swap16()), 0), '\u{1f600}');
    }
  });

  it('rejects what is deeper or larger than the limits, with the number', () => {
    const deep = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    assert.equal(readXml(Buffer.from(deep(200))).size, 200);
    assertRejected(deep(201), 'structure_limit_exceeded', /more than 200 levels/);
    assertRejected('<a>'.repeat(100_000), 'structure_limit_exceeded', /200/);
    const limits = { ...READ_LIMITS, xmlNodesMax: 3 };
    assert.equal(readXml(Buffer.from('<a><b/><b/></a>'), limits).size, 3);
    assertRejected('<a><b/><b/><b/></a>', 'structure_limit_exceeded', /more than 3 elements/, limits);
  });

  it('reads 100,000 attributes, prefixes, children and a value of 20 MB in linear time', {
    skip: IN_FULL_RUN_ONLY,
  }, () => {
    const many = Array.from({ length: 100_000 }, (_, i) => i);
    const attributes = readXml(Buffer.from(`<a ${many.map((i) => `x${i}="${i}"`).join(' ')}/>`));
    assert.equal(attributeText(attributes, 0, 'x99999'), '99999');
    const declared = many.map((i) => `xmlns:p${i}="u${i}" p${i}:x=""`).join(' ');
    assert.equal(readXml(Buffer.from(`<a ${declared}/>`)).attributeNameIds.length, 100_000);
    assert.equal(readXml(Buffer.from(`<a>${'<b/>'.repeat(100_000)}</a>`)).size, 100_001);
    const long = 'x&amp;'.repeat(4_000_000);
    assert.equal(attributeValue(readXml(Buffer.from(`<a b="${long}"/>`)), 0).length, 8_000_000);
    assert.equal(readXml(Buffer.from(`<${'n'.repeat(5_000_000)}/>`)).size, 1);
  });

  it('finds names that share a hash, in any number', () => {
    const names = Array.from({ length: 5000 }, (_, i) => `aa${String(i).padStart(5, '0')}mm${'z'.repeat(9)}`);
    const doc = readXml(Buffer.from(`<a>${names.map((name) => `<${name}/>`).join('')}<b/></a>`));
    assert.deepEqual(doc.names, ['a', ...names, 'b']);
  });

  it('gives every document its own names, after any other document', () => {
    readXml(Buffer.from('<z y="1"/>'));
    assert.throws(() => readXml(Buffer.from('<w><v></w>')));
    const doc = readXml(Buffer.from('<p:x xmlns:p="u" y="1"><x/></p:x>'));
    assert.deepEqual(doc.names, ['x', 'y']);
    assert.deepEqual(doc.namespaces, ['', 'http://www.w3.org/XML/1998/namespace', 'u']);
    const again = readXml(Buffer.from('<x/>'));
    assert.deepEqual([doc.names, again.names, doc.size], [['x', 'y'], ['x'], 2]);
    assertRejected('<p:x/>', 'unparsable_file', /not declared/);
  });

  it('reads the names of namespaces by their meaning, after any earlier declaration in their place', () => {
    const declared = (first: string, second: string) =>
      readXml(Buffer.from(`<a xmlns:p="${first}" xmlns:q="${second}"/>`)).namespaces.slice(2);
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual(declared('u', 'a&amp;amp;b'), ['u', 'a&amp;b']);
      assert.deepEqual(declared('u', 'a&amp;b'), ['u', 'a&b']);
      assert.deepEqual(declared('u', 'a&#10;b'), ['u', 'a\nb']);
      assert.deepEqual(declared('u', 'a\nb'), ['u', 'a b']);
      assert.deepEqual(declared('u', ' ü '), ['u', 'ü']);
      assert.deepEqual(declared('u', 'ü'), ['u', 'ü']);
      assert.deepEqual(declared('u', 'u'), ['u']);
    }
  });
});

function caught(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
