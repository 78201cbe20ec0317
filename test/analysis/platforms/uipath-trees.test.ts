/** Trees of Visual Basic and C#. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EXPR_LIMITS } from '../../../src/analysis/model/expr.ts';
import { valueInWorkflow } from '../../../src/analysis/patterns/uipath/workflow-values.ts';
import type { Dialect } from '../../../src/analysis/platforms/dot-net/lexer.ts';
import { parse } from '../../../src/analysis/platforms/dot-net/tree/tree.ts';
import { dotNetValue } from '../../../src/analysis/semantics/functions/dot-net.ts';
import { walk } from '../../../src/analysis/semantics/visit.ts';
import {
  checkTree,
  corpusExpressions,
  dotNetPlaces,
  printed,
  shownValue,
} from '../../support/analysis/trees.ts';
import { CORPUS_ABSENT } from '../../support/files/corpus.ts';
import { readSnippet } from '../../support/files/xaml.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';

const check = (text: string, dialect: Dialect) =>
  checkTree(parse(text, dialect), text, dotNetPlaces(text, dialect));

const TREES: Readonly<Record<Dialect, readonly (readonly [text: string, tree: string])[]>> = {
  'visual-basic': [
    ['"a""b" & name', '(& "a\\"b" name)'],
    ['\u201ca\u201d', '"a"'],
    ['"a"c', '"a"'],
    ['1.5 + &HFF - .5', '(- (+ 1.5 &HFF) .5)'],
    ['#1/31/2024#', '#1/31/2024#'],
    ['a + b * c ^ 2 Mod 3 & d', '(& (+ a (mod (* b (^ c 2)) 3)) d)'],
    ['Not a = b AndAlso -c < d Or e Is Nothing', '(or (andalso (not (= a b)) (< (- c) d)) (is e Nothing))'],
    ['row("Id").ToString.Trim()', '(call (. (. (call row "Id") ToString) Trim))'],
    ['row!Id?.Name?(0)', '(?[] (?. ([] row "Id") Name) 0)'],
    ['[Next].Value', '(. Next Value)'],
    ['rows[0]', '([] rows 0)'],
    ['F(name:=1, , c)', '(call F name:1  c)'],
    ['If(a, b, c) & If(d, e)', '(& (if a b c) (if d e))'],
    ['CType(a, List(Of String)).Count', '(. (cast List(Of String) a) Count)'],
    ['TypeOf a Is B', '(typeof B a)'],
    ['GetType(System.String)', '(call GetType System.String)'],
    [
      'New Dictionary(Of String, Object) From {{"a", 1}}',
      '(new Dictionary(Of String,Object) { (list "a" 1) })',
    ],
    ['New With {.A = 1, Key .B = c}', '(new  { A:1 B:c })'],
    ['New Net.Mail("a", b) With {.C = d}', '(new Net.Mail "a" b { C:d })'],
    ['rows.Where(Function(r) r("a") = b)', '(call (. rows Where) (fn (r) (= (call r "a") b)))'],
    ['rows.Select(Of Object)(AddressOf f)', '(call (. rows Select) (addressof f))'],
    ['$"a{b:0.00}c{{d}}"', '(join "a" b "c{d}")'],
    ['$"{If(a, "x", "y")}"', '(join (if a "x" "y"))'],
    [
      'From r In rows Where r.A = 1 Select r.B',
      '(call From from:r in:rows where:(= (. r A) 1) select:(. r B))',
    ],
    ['{1, 2}', '(list 1 2)'],
    ["a ' the rest", 'a'],
    ['a & _\n b', '(& a b)'],
    // Code.
    ['Dim p As String = "x"\nq = p', '<Dim p As String = "x"\nq = p>'],
    // Damaged: what is whole around it stands.
    ['', '<>'],
    ['a &', '(& a <>)'],
    ['F(a b, "c")', '(call F <a b> "c")'],
    ['F(a, "c"', '(call F a "c")'],
    ['x & <a b="c">d</a>.Value', '(& x (. <<a b="c">d</a>> Value))'],
    ['a < b', '(< a b)'],
  ],
  csharp: [
    ['"a\\"b" + @"c""d"', '(+ "a\\"b" "c\\"d")'],
    ["'a'", '"a"'],
    ['a == null ? b : c ?? d', '(if (== a null) b (?? c d))'],
    ['!a && -b < c || d is string', '(|| (&& (! a) (< (- b) c)) (is d string))'],
    ['row["Id"]?.ToString().Trim()', '(call (. (call (?. ([] row "Id") ToString)) Trim))'],
    ['(string)a + (b) + (int)-1', '(+ (+ (cast string a) b) (cast int (- 1)))'],
    ['a as List<string>', '(as List<string> a)'],
    [
      'new Dictionary<string, object> { { "a", 1 }, ["b"] = 2 }',
      '(new Dictionary<string,object> { (list "a" 1) (list "b" 2) })',
    ],
    ['new[] { 1, 2 }', '(new [] { 1 2 })'],
    ['new Net.Mail("a", b: c) { D = e }', '(new Net.Mail "a" b:c { D:e })'],
    ['typeof(int?)', '(call typeof int?)'],
    [
      'rows.Where(r => r.A == 1).Select<X>((r, i) => r)',
      '(call (. (call (. rows Where) (fn (r) (== (. r A) 1))) Select) (fn (r i) r))',
    ],
    ['$"a{b,5:0.00}c{{d}}"', '(join "a" b "c{d}")'],
    ['$@"{a + "b"}"', '(join (+ a "b"))'],
    ['a < b', '(< a b)'],
    ['int.TryParse(a, out var b)', '(call (. int TryParse) a b)'],
    ['d.TryGetValue(a, out List<int> b)', '(call (. d TryGetValue) a b)'],
    ['x = y = 1', '(= x (= y 1))'],
    ['from r in rows where r.A select r', '(call from from:r in:rows where:(. r A) select:r)'],
    ['a /* b */ + c // d', '(+ a c)'],
    // Damaged: what is whole around it stands.
    ['', '<>'],
    ['a +', '(+ a <>)'],
    ['F(a b, "c")', '(call F <a b> "c")'],
    ['a ? b', '(if a b <>)'],
  ],
};

/** Prints the statements of code, one a line, those of a block in brackets. */
function statements(text: string, dialect: Dialect): string {
  const tree = parse(text, dialect);
  const parts = tree.kind === 'unparsed' ? (tree.parts ?? []) : [tree];
  return parts.map((part) => printed(part, text)).join('\n');
}

describe('trees of Visual Basic and C#', () => {
  for (const dialect of ['visual-basic', 'csharp'] as const)
    for (const [text, tree] of TREES[dialect])
      it(`are right for ${text} (${dialect})`, () => {
        assert.equal(printed(parse(text, dialect), text), tree);
        check(text, dialect);
      });

  it('have the statements of code', () => {
    const code = [
      'Dim p As String = "x", q As New Text(1)',
      'If (a = b) AndAlso c Then d = "e"',
      'For Each s As String In list',
      'With s',
      '.Password = "f"',
      'End With',
      'Next',
      'Return g',
    ].join('\n');
    assert.equal(
      statements(code, 'visual-basic'),
      [
        '(= p "x")',
        '(= q (new Text 1))',
        '(if (andalso (= a b) c))',
        '(= d "e")',
        '(in s list)',
        's',
        '(= (. Password) "f")',
        '(return g)',
      ].join('\n'),
    );
    assert.equal(
      statements('var p = "x"; string q = p; foreach (var s in list) F(s); return q;', 'csharp'),
      ['(= p "x")', '(= q p)', '<var s in list>', '(call F s)', 'q'].join('\n'),
    );
    // The type of what `new()` makes stands before the name.
    assert.equal(
      statements('using List<int> a = new(b); c = new(); var d = new { E = 1 };', 'csharp'),
      ['(= a (new List<int> b))', '(= c (new ))', '(= d (new  { E:1 }))'].join('\n'),
    );
  });

  it('have no lines for the compiler and no remarks', () => {
    assert.equal(
      statements('#Region "Author\'s"\na = 1\nRem b = "\n#End Region\nc = #1/31/2024#', 'visual-basic'),
      '(= a 1)\n(= c #1/31/2024#)',
    );
    assert.equal(statements("#region Author's\na = 1;\n  #endregion\nb();", 'csharp'), '(= a 1)\n(call b)');
  });

  it('have every token of any text in one place', () => {
    const piece = fc.constantFrom(
      ...['"a"', '"', '$"', '{', '}', '(', ')', '[', ']', ',', '.', '?', ':', '=', '<', '>', '&', '-', '=>'],
      ...[
        'a',
        'If(',
        'New ',
        'Of',
        'Function(',
        ' As ',
        'From x In ',
        'out ',
        'switch',
        '1',
        ' ',
        '\n',
        '\ud800',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        check(pieces.join(''), 'visual-basic');
        check(pieces.join(''), 'csharp');
      }),
      { numRuns: 500 },
    );
  });

  type Written = readonly [text: string, tree: string];
  interface Printer {
    readonly operators: readonly string[];
    text(value: string): string;
    conditional(test: string, whenTrue: string, whenFalse: string): string;
    lambda(name: string, body: string): string;
    index: boolean;
  }
  const PRINTERS: Readonly<Record<Dialect, Printer>> = {
    'visual-basic': {
      operators: ['&', '+', 'AndAlso', 'Or', '<>', 'Mod'],
      text: (value) => `"${value.replaceAll('"', '""')}"`,
      conditional: (...parts) => `If(${parts.join(', ')})`,
      lambda: (name, body) => `(Function(${name}) ${body})`,
      index: false,
    },
    csharp: {
      operators: ['+', '&&', '|', '!=', '%', '??'],
      text: (value) => `"${value.replace(/["\\]/g, '\\$&')}"`,
      conditional: (test, whenTrue, whenFalse) => `((${test}) ? (${whenTrue}) : (${whenFalse}))`,
      lambda: (name, body) => `((${name}) => ${body})`,
      index: true,
    },
  };
  const anyTree = ({ operators, text, conditional, lambda, index }: Printer): fc.Arbitrary<Written> =>
    fc.letrec<{ tree: Written }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string({ maxLength: 5 }).map((value): Written => [text(value), JSON.stringify(value)]),
        fc.constantFrom<Written>(['name', 'name'], ['1.5', '1.5'], ['a.B', '(. a B)']),
        fc
          .tuple(tie('tree'), fc.constantFrom(...operators), tie('tree'))
          .map(
            ([[left, one], sign, [right, two]]): Written => [
              `(${left}) ${sign} (${right})`,
              `(${sign.toLowerCase()} ${one} ${two})`,
            ],
          ),
        fc
          .tuple(tie('tree'), fc.array(tie('tree'), { maxLength: 3 }))
          .map(
            ([[object, one], args]): Written => [
              `(${object}).F(${args.map(([source]) => source).join(', ')})`,
              `(${['call', `(. ${one} F)`, ...args.map(([, tree]) => tree)].join(' ')})`,
            ],
          ),
        fc
          .tuple(tie('tree'), tie('tree'))
          .map(
            ([[object, one], [at, two]]): Written => [
              index ? `(${object})[${at}]` : `(${object})(${at})`,
              `(${index ? '[]' : 'call'} ${one} ${two})`,
            ],
          ),
        fc
          .tuple(tie('tree'), tie('tree'), tie('tree'))
          .map(
            ([[test, one], [whenTrue, two], [whenFalse, three]]): Written => [
              conditional(test, whenTrue, whenFalse),
              `(if ${one} ${two} ${three})`,
            ],
          ),
        tie('tree').map(([body, one]): Written => [lambda('x', body), `(fn (x) ${one})`]),
        tie('tree').map(([hole, one]): Written => [`$"a{(${hole})}b"`, `(join "a" ${one} "b")`]),
      ),
    })).tree;
  for (const dialect of ['visual-basic', 'csharp'] as const)
    it(`are what a printer wrote (${dialect})`, () => {
      fc.assert(
        fc.property(anyTree(PRINTERS[dialect]), ([text, tree]) => {
          assert.equal(printed(parse(text, dialect), text), tree);
          check(text, dialect);
        }),
        { numRuns: 300 },
      );
    });

  it('are bounded for hostile texts', { skip: IN_FULL_RUN_ONLY }, () => {
    for (const part of [
      ...[
        '(',
        'a.',
        'a?b:',
        '"',
        '\ud800',
        '1+',
        '-',
        'a & ',
        'a<',
        '<a ',
        'If(',
        'x=>',
        'New ',
        '$"{',
        '{',
        '[',
      ],
      ...['a(', 'Not ', 'if ', 'From a In ', 'a,', ')', 'a\n', 'Function(x) ', 'out ', 'a As ', '(a)', 'a!'],
    ])
      for (const dialect of ['visual-basic', 'csharp'] as const) {
        const text = part.repeat(Math.ceil(100_000 / part.length));
        let nodes = 0;
        for (const { start, end } of walk(parse(text, dialect))) {
          nodes += 1;
          assert.ok(start <= end && end <= text.length);
        }
        assert.ok(nodes <= 22 * EXPR_LIMITS.nodesMax, `${part}: ${nodes} nodes`);
      }
    const chain = `a${' & a'.repeat(250_000)}`;
    assert.ok([...walk(parse(chain, 'visual-basic'))].length <= 2 * EXPR_LIMITS.nodesMax);
  });

  /** Texts that their files mark as Visual Basic by mistake: keys to press, prose, PowerShell. */
  const NO_CODE = /^d\(hk\)\]|^Standard 30-day |^<s>\s*Param\(/;

  it('are whole for every real expression', { skip: CORPUS_ABSENT }, () => {
    const damaged = { 'visual-basic': [] as string[], csharp: [] as string[] };
    let count = 0;
    for (const { text, tree, name, language } of corpusExpressions('uipath')) {
      if ((language !== 'visual-basic' && language !== 'csharp') || name === 'Code' || NO_CODE.test(text))
        continue;
      count += 1;
      if (!checkTree(tree, text, dotNetPlaces(text, language)).isWhole) damaged[language].push(text);
    }
    assert.ok(count > 800, `${count} expressions`);
    assert.deepEqual(damaged, { 'visual-basic': [], csharp: [] });
  });
});

describe('values of Visual Basic and C#', () => {
  const VALUES: Readonly<Record<Dialect, readonly (readonly [text: string, value: string])[]>> = {
    'visual-basic': [
      ['"one" + "two" & 3', 'onetwo3'],
      ['("one").ToString.Trim()', 'one'],
      ['If(isTest, "one", "two")', 'one | two'],
      ['If(name, "none")', '<name> | none'],
      ['name & "two"', '<name>+two'],
      ['1 + 2', '<(+ 1 2)>'],
      ['$"a{name}{"b"}"', 'a+<name>+b'],
      ['String.Format("{{a}} {0:N2}{1}", name, "b")', '{a} +<name>+b'],
      ['String.Format("{1}", name)', '<(call (. String Format) "{1}" name)>'],
      ['System.String.Concat("a", name)', 'a+<name>'],
      ['String.Join("-", {"a", "b"})', 'a-b'],
      ['String.Join("-", "a", name)', 'a-+<name>'],
      ['Replace("a-b", "-", "+").ToUpper', 'A+B'],
      ['"a-b".Replace("-", String.Empty).Substring(1)', 'b'],
      ['Mid("abcdef", 2, 3) & Left("abc", 1)', 'bcda'],
      ['Chr(34) & "a" & vbTab', '"a\t'],
      ['CType("a", String)', 'a'],
      ['Encoding.UTF8.GetString(Convert.FromBase64String("w6RiYw=="))', 'äbc'],
      ['Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes("ä"))', 'w6Q= (ä)'],
      ['Convert.FromBase64String("no base64")', '<(call (. Convert FromBase64String) "no base64")>'],
    ],
    csharp: [
      ['isTest ? "one" : "two" + name', 'one | two+<name>'],
      ['name ?? "none"', '<name> | none'],
      ['(string)"a" + @"b"', 'ab'],
      ['string.Join(",", new[] { "a", "b" })', 'a,b'],
      ['Encoding.Unicode.GetString(Convert.FromBase64String("YQBiAA=="))', 'ab'],
    ],
  };
  for (const dialect of ['visual-basic', 'csharp'] as const)
    for (const [text, value] of VALUES[dialect])
      it(`are computed for ${text} (${dialect})`, () => {
        assert.equal(shownValue(dotNetValue(parse(text, dialect)), text), value);
      });

  it('are unknown behind very many calls', () => {
    assert.equal(dotNetValue(parse(`"a"${'.Trim'.repeat(5_000)}`, 'visual-basic')).kind, 'unknown');
  });

  it('go through variables that only assignments and defaults fill', () => {
    const assign = (to: string, value: string) =>
      `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[${to}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[${value.replaceAll('"', '&quot;')}]</InArgument></Assign.Value></Assign>`;
    const variable = (name: string, start = '') =>
      `<Variable x:TypeArguments="x:String" Name="${name}"${start === '' ? '' : ` Default="${start}"`} />`;
    const workflow = readSnippet(`<Sequence><Sequence.Variables>
${variable('once', 'fixed')}${variable('twice', 'first')}${variable('circle')}${variable('filled', 'x')}${variable('made')}
</Sequence.Variables>
${assign('twice', '"second"')}${assign('circle', 'circle + "a"')}${assign('made', 'once + Now.ToString("d")')}
<ui:GetText><ui:GetText.Value><OutArgument x:TypeArguments="x:String">[filled]</OutArgument></ui:GetText.Value></ui:GetText>
<WriteLine Text="[once + &quot; &quot; + twice]" /><WriteLine Text="[circle + made]" /><WriteLine Text="[filled + other]" />
</Sequence>`);
    const shown = workflow.expressions
      .filter(({ name }) => name === 'Text')
      .map((expression) => shownValue(valueInWorkflow(workflow, expression), expression.text));
    assert.deepEqual(shown, [
      'fixed first | fixed second',
      '<circle>+afixed+<(call (. Now ToString) "d")>',
      '<(+ filled other)>',
    ]);
  });
});
