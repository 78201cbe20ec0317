/** The JSON reader against JSON.parse: it accepts and rejects the same, with the same values and their places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as json from '../../../../src/analysis/platforms/json/document.ts';
import { readJson } from '../../../../src/analysis/platforms/json/reader.ts';
import { READ_LIMITS } from '../../../../src/analysis/platforms/limits.ts';
import { AppError } from '../../../../src/errors.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../../support/files/corpus.ts';
import { JSON_SNIPPETS } from '../../../support/files/json-snippets.ts';
import { IN_FULL_RUN_ONLY } from '../../../support/ring.ts';

const REJECTED = Symbol('refused');

function valueIn(bytes: Uint8Array): unknown {
  try {
    return json.valueOf(readJson(bytes), 0);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unparsable_file') return REJECTED;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return REJECTED;
  }
}

function read(text: string): json.JsonDocument {
  return readJson(Buffer.from(text));
}

const TOKENS = [
  ...'{}[],:"\\-+.eE0123456789 \t\n/u',
  ...[
    'true',
    'false',
    'null',
    '""',
    '"a":',
    '\\u00e9',
    '\\ud800',
    '\u0001',
    'é',
    '\u{1f600}',
    '\u00a0',
    '[[',
    ']]',
    '{"b":1}',
  ],
];

const mutated = fc
  .tuple(
    fc.constantFrom(...JSON_SNIPPETS),
    fc.array(fc.tuple(fc.nat(60), fc.nat(3), fc.constantFrom('', ...TOKENS)), { minLength: 1, maxLength: 4 }),
  )
  .map(([snippet, edits]) => {
    let text = snippet;
    for (const [at, removed, inserted] of edits) {
      const place = at % (text.length + 1);
      text = text.slice(0, place) + inserted + text.slice(place + removed);
    }
    return text.toWellFormed();
  })
  .filter((text) => !text.startsWith('\ufeff'));

describe('the JSON reader', () => {
  it('agrees with JSON.parse on every snippet', () => {
    for (const snippet of JSON_SNIPPETS)
      assert.deepEqual(valueIn(Buffer.from(snippet)), parsed(snippet), snippet);
  });

  it('agrees with JSON.parse on mutated snippets', () => {
    fc.assert(
      fc.property(mutated, (text) => assert.deepEqual(valueIn(Buffer.from(text)), parsed(text))),
      { seed: 1, numRuns: 20_000 },
    );
  });

  it('agrees with JSON.parse on generated values, compact and indented', () => {
    const property = fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      assert.deepEqual(valueIn(Buffer.from(text)), parsed(text));
    });
    fc.assert(property, { seed: 1, numRuns: 1000 });
  });

  it('agrees with JSON.parse on every real file', { skip: CORPUS_ABSENT }, () => {
    let files = 0;
    for (const { bytes, path } of corpusFiles()) {
      if (!path.endsWith('.json')) continue;
      assert.deepEqual(valueIn(bytes), parsed(bytes.toString('utf8').replace(/^\ufeff/, '')), path);
      files++;
    }
    assert.ok(files > 100, `only ${files} files`);
  });

  it('says where and what is wrong', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['{\n  "a": 1\n  "b": 2\n}', /^Line 3, column 3: "," or "}" is expected but something else/],
      ['["é\u{1f600}", x]', /^Line 1, column 9: a value is expected/],
      ['\ufeff{"a":01}', /^Line 1, column 6: a number must not begin with 0/],
      ['[1', /^Line 1, column 3: "," or "\]" is expected but the file ends/],
      ['{"a": "b', /^Line 1, column 7: a string has no closing/],
      ['["\t"]', /^Line 1, column 3: a control character/],
      ['[1] 2', /^Line 1, column 5: something follows/],
      ['', /^Line 1, column 1: a value is expected but the file ends here/],
    ];
    for (const [source, message] of cases) {
      assert.throws(
        () => read(source),
        (error) =>
          error instanceof AppError && error.code === 'unparsable_file' && message.test(error.message),
        source,
      );
    }
  });

  it('rejects what is deeper or larger than the limits, with the number', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    assert.equal(read(nested(200)).size, 200);
    const over = (message: RegExp) => (error: unknown) =>
      error instanceof AppError && error.code === 'structure_limit_exceeded' && message.test(error.message);
    assert.throws(() => read(nested(201)), over(/more than 200 levels/));
    assert.throws(() => read('{"a":'.repeat(100_000)), over(/200/));
    const limits = { ...READ_LIMITS, jsonTokensMax: 3 };
    assert.equal(readJson(Buffer.from('[1,2]'), limits).size, 3);
    assert.throws(() => readJson(Buffer.from('[1,2,3]'), limits), over(/more than 3 values/));
  });

  it('reads 100,000 members and a string of 20 MB in linear time', { skip: IN_FULL_RUN_ONLY }, () => {
    const members = Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join(',');
    const doc = read(`{${members},"k7":null}`);
    assert.equal(doc.size, 100_002);
    assert.deepEqual(json.duplicateKeys(doc), [100_001]);
    assert.equal(json.stringOf(read(`"${'\\u00e9x'.repeat(3_000_000)}"`), 0)?.length, 6_000_000);
  });

  it('owns its data: a later reading changes nothing', () => {
    const first = read('{"a":[1,2]}');
    read('["x","y","z",{"b":true}]');
    assert.deepEqual(json.valueOf(first, 0), { a: [1, 2] });
  });
});

describe('a JSON document', () => {
  const doc = read(
    '{"a":"x","b":{"c/d":[1,{"e~f":true}]},"a":"\\u00e9","\\u0062b":null,"é":false,"n":-2.5e1}',
  );

  it('finds a member by its decoded key, the last one where it repeats', () => {
    const found = ['a', 'b', 'bb', 'é', 'n', 'c/d', '', '\\u0062b', 'aa'].map((key) =>
      json.member(doc, 0, key),
    );
    assert.deepEqual(found, [7, 2, 8, 9, 10, -1, -1, -1, -1]);
    assert.equal(json.text(doc, 0, 'a'), 'é');
    assert.equal(json.text(doc, 0, 'n'), undefined);
    assert.equal(json.text(doc, 0, 'z'), undefined);
    assert.equal(json.member(doc, 3, 'a'), -1, 'entries of an array have no key');
  });

  it('marks strings with an escape or an @, and keys with an escape', () => {
    const marked = read('{"a":"x","b@":"x@y","c":"\\u0040","\\u0064":"@\\n","\\n":1,"e":["@"]}');
    const { escape: escaped, at, keyEscape } = json.TextMark;
    const expected = [0, 0, at, escaped, keyEscape | escaped | at, keyEscape, 0, at];
    assert.deepEqual([...marked.marks], expected);
  });

  it('distinguishes kinds and scalars', () => {
    const kinds = Array.from({ length: doc.size }, (_, value) => json.kindOf(doc, value));
    const expected = 'object string object array number object boolean string null boolean number';
    assert.equal(kinds.join(' '), expected);
    assert.deepEqual([json.numberOf(doc, 10), json.numberOf(doc, 1)], [-25, undefined]);
    assert.deepEqual(
      [6, 9, 8].map((value) => json.booleanOf(doc, value)),
      [true, false, undefined],
    );
    assert.equal(json.keyOf(doc, 0), '');
  });

  it('points at every value as RFC 6901 has it', () => {
    const pointers = Array.from({ length: doc.size }, (_, value) => json.pointerOf(doc, value));
    const inside = ['/b/c~1d', '/b/c~1d/0', '/b/c~1d/1', '/b/c~1d/1/e~0f'];
    assert.deepEqual(pointers, ['', '/a', '/b', ...inside, '/a', '/bb', '/é', '/n']);
  });

  it('names the members that repeat a key, escaped or not', () => {
    assert.deepEqual(json.duplicateKeys(doc), [7]);
    assert.deepEqual(json.duplicateKeys(read('[{"a":1,"\\u0061":{"b":1,"b":2},"a":3},{"a":1}]')), [3, 5, 6]);
  });

  it('lists the children of objects and arrays in order', () => {
    assert.deepEqual(json.jsonChildren(doc, 0), [1, 2, 7, 8, 9, 10]);
    assert.deepEqual([json.jsonChildren(doc, 3), json.jsonChildren(doc, 1)], [[4, 5], []]);
  });
});
