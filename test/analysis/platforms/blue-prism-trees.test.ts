/** Trees of Blue Prism expressions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EXPR_LIMITS, type Expr } from '../../../src/analysis/model/expr.ts';
import { lexBluePrism } from '../../../src/analysis/platforms/blue-prism/expressions/lexer.ts';
import { bluePrismTree } from '../../../src/analysis/platforms/blue-prism/expressions/tree.ts';
import { statementsIn } from '../../../src/analysis/semantics/statements.ts';
import { walk } from '../../../src/analysis/semantics/visit.ts';
import { checkTree, corpusExpressions, dotNetPlaces, printed } from '../../support/analysis/trees.ts';
import { readSnippet } from '../../support/files/blue-prism.ts';
import { CORPUS_ABSENT } from '../../support/files/corpus.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';

/** Returns the places of the tokens; a data item has a place for each of its characters, as its fields are nodes. */
function placesIn(text: string) {
  const places: { start: number; end: number }[] = [];
  lexBluePrism(text, ({ kind }, start, end) => {
    if (kind !== 'symbol') places.push({ start, end });
    else for (let at = start; at < end; at += 1) places.push({ start: at, end: at + 1 });
  });
  return places;
}

const check = (text: string) => checkTree(bluePrismTree(text), text, placesIn(text));

describe('trees of Blue Prism', () => {
  const TREES: readonly (readonly [text: string, tree: string])[] = [
    ['[Data Item]', '$Data Item'],
    ['[Orders.Line.Total]', '(. (. $Orders Line) Total)'],
    ['[.x]', '$.x'],
    ['"a""b"', '"a\\"b"'],
    ['"SELECT " & [Name] & "\'"', '(& (& "SELECT " $Name) "\'")'],
    ['Replace([x], "a", "b")', '(call Replace $x "a" "b")'],
    ['NewLine()', '(call NewLine)'],
    ['1 + 2 * 3 ^ 2 - [x]', '(- (+ 1 (* 2 (^ 3 2))) $x)'],
    ['Not [a] = "" And [b] <> 1.5 Or TRUE', '(or (and (not (= $a "")) (<> $b 1.5)) TRUE)'],
    ['-[a] & (1 - -2)', '(& (- $a) (- 1 (- 2)))'],
    ['Len(([a]))>=Mid("x", 1)', '(>= (call Len $a) (call Mid "x" 1))'],
    // Damaged: what is whole around it stands.
    ['', '<>'],
    ['"open', '<"open>'],
    ['"a" & & [b]', '(& (& "a" <>) $b)'],
    ['"a" &', '(& "a" <>)'],
    ['"a" [b] & "c"', '<"a" [b] & "c">'],
    ['Trim("a" [b], "c")', '(call Trim <"a" [b]> "c")'],
    ['Trim("a"', '(call Trim "a" <>)'],
    ['("a"', '<("a">'],
    ['[a]) & "b"', '<[a]) & "b">'],
    ['[open & "b"', '<[open & "b">'],
    ['f(,1)', '(call f <> 1)'],
    ['{1}', '<{1}>'],
  ];
  for (const [text, tree] of TREES)
    it(`are right for ${text}`, () => {
      assert.equal(printed(bluePrismTree(text), text), tree);
      check(text);
    });

  it('have every token of any text in one place', () => {
    const piece = fc.constantFrom(
      ...['"a"', '"', '[A.b]', '[', ']', '(', ')', ',', '&', 'Not', '-', '1', 'f(', ' ', '{', '\ud800'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => void check(pieces.join(''))),
      { numRuns: 500 },
    );
  });

  type Written = readonly [text: string, tree: string];
  const leaf: fc.Arbitrary<Written> = fc.oneof(
    fc
      .string({ maxLength: 5 })
      .map((value): Written => [`"${value.replaceAll('"', '""')}"`, JSON.stringify(value)]),
    fc.constantFrom<Written>(['[A]', '$A'], ['[C.f]', '(. $C f)'], ['1.5', '1.5'], ['False', 'False']),
  );
  const anyTree = fc.letrec<{ tree: Written }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(tie('tree'), fc.constantFrom('&', '+', '^', '<>', 'And', 'Or'), tie('tree'))
        .map(
          ([[left, one], sign, [right, two]]): Written => [
            `(${left}) ${sign} (${right})`,
            `(${sign.toLowerCase()} ${one} ${two})`,
          ],
        ),
      fc
        .tuple(fc.constantFrom('-', 'Not '), tie('tree'))
        .map(
          ([sign, [operand, one]]): Written => [
            `${sign}(${operand})`,
            `(${sign.trim().toLowerCase()} ${one})`,
          ],
        ),
      fc
        .array(tie('tree'), { maxLength: 3 })
        .map(
          (args): Written => [
            `f(${args.map(([text]) => text).join(', ')})`,
            `(${['call f', ...args.map(([, one]) => one)].join(' ')})`,
          ],
        ),
    ),
  })).tree;

  it('are what a printer wrote', () => {
    fc.assert(
      fc.property(anyTree, ([text, tree]) => assert.equal(printed(bluePrismTree(text), text), tree)),
      { numRuns: 300 },
    );
  });

  it('are bounded for hostile texts', { skip: IN_FULL_RUN_ONLY }, () => {
    for (const part of ['(', 'f(', '-', 'Not ', '[', ']', '[a.', '[a]&', '1+', '"', '""', ',', ')', 'f(a,']) {
      const text = part.repeat(Math.ceil(200_000 / part.length));
      const nodes = [...walk(bluePrismTree(text))].length;
      assert.ok(nodes <= 2 * EXPR_LIMITS.nodesMax, `${part}: ${nodes} nodes`);
    }
  });

  it('are whole for every real expression', { skip: CORPUS_ABSENT }, () => {
    const damaged: string[] = [];
    let count = 0;
    for (const { text, tree, language } of corpusExpressions('blue-prism')) {
      if (language !== 'blue-prism') continue;
      count += 1;
      if (!checkTree(tree, text, placesIn(text)).isWhole) damaged.push(text);
    }
    assert.ok(count > 500, `${count} expressions`);
    assert.deepEqual(damaged, []);
  });
});

describe('trees of code in Blue Prism', () => {
  const object = (language: string) =>
    readSnippet(`<stage stageid="c" name="Code" type="Code"><code>a = "b"</code></stage>
      <stage stageid="i" name="Initialise" type="ProcessInfo"><globalcode>F(c)</globalcode><language>${language}</language></stage>`);
  const codeOf = (language: string) => {
    const { expressions, notes } = object(language);
    return [expressions.find(({ name }) => name === 'code'), notes.find(({ kind }) => kind === 'code')?.code];
  };

  for (const [named, language] of [
    ['visualbasic', 'visual-basic'],
    ['csharp', 'csharp'],
    ['jsharp', 'csharp'],
  ])
    it(`are those of ${language} in an object that names ${named}, wherever it names it`, () => {
      const parts = codeOf(named!).map((code) => code && [code.language, printed(code.tree, code.text)]);
      assert.deepEqual(parts, [
        [language, '(= a "b")'],
        [language, '(call F c)'],
      ]);
    });

  it('are absent for a language without a parser', () => {
    assert.deepEqual(codeOf('python'), [undefined, undefined]);
  });

  it('mention no data item', () => {
    const { mentions, expressions } = object('visualbasic');
    assert.deepEqual([expressions.length, mentions.keys], [1, []]);
  });

  /** Returns whether a part of a statement is not understood; a declared name, or the body of a lambda, is no such part. */
  const isDamaged = (statement: Expr): boolean => {
    const bodies = new Set<Expr>();
    for (const node of walk(statement)) {
      if (node.kind === 'lambda') for (const inner of walk(node.body)) bodies.add(inner);
      const isUnread = node.kind === 'unparsed' && node.end > node.start;
      if (isUnread && (node.parts === undefined || (node.parts.length > 1 && !bodies.has(node)))) return true;
    }
    return false;
  };

  it('are whole for nearly every real statement', { skip: CORPUS_ABSENT }, () => {
    let [count, damaged] = [0, 0];
    for (const { text, tree, language } of corpusExpressions('blue-prism')) {
      if (language !== 'visual-basic' && language !== 'csharp') continue;
      checkTree(tree, text, dotNetPlaces(text, language));
      for (const statement of statementsIn(tree)) {
        count += 1;
        if (isDamaged(statement)) damaged += 1;
      }
    }
    assert.ok(count > 2_000, `${count} statements`);
    assert.ok(damaged / count < 0.005, `${damaged} of ${count} are damaged`);
  });
});
