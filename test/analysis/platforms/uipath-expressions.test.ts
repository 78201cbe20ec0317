/** The lexer of Visual Basic and C#: tokens, the symbols that are mentioned, and texts that must not break it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Dialect, scan } from '../../../src/analysis/platforms/dot-net/lexer.ts';
import { LANGUAGES } from '../../../src/analysis/platforms/uipath/expressions/expressions.ts';
import { processorMs } from '../../support/processor-time.ts';

/** `"text"`, `name`, `#number`, operators and punctuation as they are. */
function tokens(dialect: Dialect, text: string): string {
  const shown = scan(text, dialect).map((token) =>
    token.kind === 'string' ? `"${token.text}"` : token.kind === 'number' ? `#${token.text}` : token.text,
  );
  return shown.join(' ');
}

type Row = readonly [text: string, expected: string];

describe('tokens', () => {
  const tables: Readonly<Record<Dialect, readonly Row[]>> = {
    'visual-basic': [
      ['"a" & name', '"a" & name'],
      ['"say ""hi"""', '"say "hi""'],
      ['\u201ccurly\u201d + 1.5', '"curly" + #1.5'],
      ["x ' the rest\r\n+ y", 'x + y'],
      ['"a \' b"', '"a \' b"'],
      ['"x"c', '"x"'],
      ['row("Id").ToString()', 'row ( "Id" ) . ToString ( )'],
      ['[Next].Value <> Nothing', 'Next . Value <> Nothing'],
      ['d = #1/31/2024#', 'd = ##1/31/2024#'],
      ['F(name:=1)', 'F ( name := #1 )'],
      ['$"a{b}c"', '"a" & ( b ) & "c"'],
      ['$"{a}"', '"" & ( a )'],
      ['$"{{a}} {b(1):0.00}"', '"{a} " & ( b ( #1 ) )'],
      ['$"plain"', '"plain"'],
      ['"open', '"open"'],
      ['a : rem b\nc', 'a : c'],
      ['Remark = rem1', 'Remark = rem1'],
      ['a = rem', 'a = rem'],
      ['größe & имя', 'größe & имя'],
      ['', ''],
    ],
    csharp: [
      ['"a\\"b\\n" + x', '"a"b\n" + x'],
      ["c == 'q'", 'c == "q"'],
      ['@"C:\\""x"""', '"C:\\"x""'],
      ['x // rest\n+ y', 'x + y'],
      ['x /* rest */ + y', 'x + y'],
      ['x /* open', 'x'],
      ['a?.B ?? "c"', 'a ?. B ?? "c"'],
      ['$"a{b["k"]}{(c ? 1 : 2):D}"', '"a" + ( b [ "k" ] ) + ( ( c ? #1 : #2 ) )'],
      ['$@"C:\\{x}"', '"C:\\" + ( x )'],
      ['$"{$"{inner}"}"', '"" + ( "" + ( inner ) )'],
      ['"""raw " x"""', '"raw " x"'],
      ['"\\u0041\\x-1"', '"Ax-1"'],
      ['@class', 'class'],
      ['x => x.Y', 'x => x . Y'],
    ],
  };
  for (const [dialect, rows] of Object.entries(tables) as [Dialect, readonly Row[]][])
    for (const [text, expected] of rows)
      it(`of ${dialect}: ${text}`, () => assert.equal(tokens(dialect, text), expected));
});

describe('mentions', () => {
  const rows: readonly (readonly [Dialect, string, readonly string[]])[] = [
    ['visual-basic', 'Customer.Name & CUSTOMER', ['customer']],
    ['visual-basic', 'If(Not found, Nothing, New DataTable)', ['found', 'datatable']],
    ['visual-basic', '"Customer" \' other', []],
    ['visual-basic', 'F(width:=w)', ['f', 'w']],
    ['csharp', 'Customer.Name + customer', ['Customer', 'customer']],
    ['csharp', 'date ?? new List<string>()', ['date', 'List']],
    ['csharp', '$"{total} of {this.x}"', ['total']],
  ];
  for (const [dialect, text, expected] of rows)
    it(`of ${dialect}: ${text}`, () => {
      const syntax = LANGUAGES[dialect][dialect === 'csharp' ? 'csharp' : 'visualBasic'];
      assert.deepEqual(syntax.mentions(syntax.tokens(text)), expected);
    });

  it('follow the case of the project, whichever language the expression is in', () => {
    const { visualBasic } = LANGUAGES.csharp;
    assert.deepEqual(visualBasic.mentions(visualBasic.tokens('Count & "x"')), ['Count']);
    assert.deepEqual(visualBasic.plainMentions!('Count & "x"'), ['Count']);
  });

  it('are the same with and without tokens', () => {
    const piece = fc.constantFrom(
      ...'a|Customer|nothing|new|If|_x|1.5|2F|.|?.|!|,|(|)|[|]|{|}|"|""|"b"|"c|'.split('|'),
      '\\"',
      "'",
      '$"',
      '@"',
      '"""',
      ':=',
      ' := ',
      '=',
      '=>',
      '&',
      '#1/2/2024#',
      '//',
      '/*',
      '\n',
      '\u00e4',
      '\u201c',
      '\0',
    );
    let plain = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        for (const { visualBasic, csharp } of Object.values(LANGUAGES))
          for (const syntax of [visualBasic, csharp]) {
            const mentions = syntax.plainMentions!(text);
            if (mentions === undefined) continue;
            plain += 1;
            assert.deepEqual(mentions, syntax.mentions(syntax.tokens(text)));
          }
      }),
      { numRuns: 4000 },
    );
    assert.ok(plain > 2000, 'many texts are plain');
    const many = Array.from({ length: 100_000 }, (_, i) => `n${i}`).join(' ');
    assert.equal(LANGUAGES.csharp.csharp.plainMentions!(many), undefined, "too many names are the lexer's");
  });
});

describe('literals', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['"a"', 'a'],
    [' "a" ', 'a'],
    ['""', ''],
    ['"a" & "b"', undefined],
    ['a', undefined],
    ['', undefined],
  ];
  const { visualBasic } = LANGUAGES['visual-basic'];
  for (const [text, expected] of rows)
    it(`of ${text}`, () => assert.equal(visualBasic.literal(visualBasic.tokens(text)), expected));
});

describe('long and broken texts', () => {
  const pieces = [
    '"',
    '$"',
    '{',
    '}',
    '(',
    '"""',
    '/*',
    '#',
    '[',
    "'",
    '@"',
    '\\',
    '$"{',
    '$"{"',
    'a',
    ':',
    '\u201c',
  ];
  for (const dialect of ['visual-basic', 'csharp'] as const)
    for (const piece of pieces)
      it(`are read in one pass: ${dialect}, ${piece}`, () => {
        const start = processorMs();
        const found = scan(piece.repeat(100_000), dialect);
        assert.ok(found.length <= 500_000);
        assert.ok(processorMs() - start < 10_000);
      });
});
