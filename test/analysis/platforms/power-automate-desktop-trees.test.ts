/** Trees of Robin, with the expressions in its texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EXPR_LIMITS, type Expr } from '../../../src/analysis/model/expr.ts';
import { lexRobin } from '../../../src/analysis/platforms/power-automate/desktop/lexer.ts';
import { robinTree } from '../../../src/analysis/platforms/power-automate/desktop/tree.ts';
import { walk } from '../../../src/analysis/semantics/visit.ts';
import { checkTree, corpusExpressions, printed } from '../../support/analysis/trees.ts';
import { CORPUS_ABSENT } from '../../support/files/corpus.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';

/** Places of the tokens; a computed text has a place for each character, as its expressions are nodes. */
function placesIn(text: string) {
  return lexRobin(text).flatMap(({ kind, start, end, computed }) => {
    if (kind === 'line' || kind === 'comment' || kind === 'region') return [];
    if (!computed) return [{ start, end }];
    return Array.from({ length: end - start }, (_, at) => ({ start: start + at, end: start + at + 1 }));
  });
}

const check = (text: string) => checkTree(robinTree(text), text, placesIn(text));

describe('trees of Robin', () => {
  const TREES: readonly (readonly [text: string, tree: string])[] = [
    ['', '<>'],
    ['Count + 1', '(+ Count 1)'],
    ["Config['Path']", '([] Config "Path")'],
    ['Rows[0][Index + 1].Name', '(. ([] ([] Rows 0) (+ Index 1)) Name)'],
    ['List[1:3]', '([] List (: 1 3))'],
    ["(A) <> (-1) AND NOT B = 'x'", '(and (<> A (- 1)) (not (= B "x")))'],
    ['File.FileType.Text', '(. (. File FileType) Text)'],
    ["{ 'A': 1, 'B': [X, Y] }", '(new  { A:1 B:(list X Y) })'],
    ["{ ^['Name', 'Sum'], ['a', 1] }", '(list (^ (list "Name" "Sum")) (list "a" 1))'],
    ["= $'''Done'''", '(= "Done")'],
    ["$'''a %B.C% c'''", '(join "a " (. B C) " c")'],
    ["$'''%B%'''", 'B'],
    ["$'''100%% of %B[\\'it\\']%'''", '(join "100% of " ([] B "it"))'],
    ["$'''100% sure'''", '"100% sure"'],
    ["$'''C:\\\\Out\\\\%File + 1%\\\\'''", '(join "C:\\\\Out\\\\" (+ File 1) "\\\\")'],
    ["'not %computed%'", '"not %computed%"'],
    ["$fx'a \u0024{B} c \u0024{Sum({x: D}.x, 2)}'", '(join "a " B " c " (call Sum (. (new  { x:D }) x) 2))'],
    ["$fx'=\"it\\'s \" & B && !C'", '(&& (& "it\'s " B) (! C))'],
    // Damaged: what is whole around it stands.
    ["A B & 'c'", "<A B & 'c'>"],
    ['A[1', '([] A 1 <>)'],
    ["$'''x %A +% y'''", '(join "x " (+ A <>) " y")'],
  ];
  for (const [text, tree] of TREES)
    it(`are right for ${text}`, () => {
      assert.equal(printed(robinTree(text), text), tree);
      check(text);
    });

  it('have every token of any text in one place', () => {
    const piece = fc.constantFrom(
      ...[
        'A',
        "'b'",
        "$'''x %",
        "% y'''",
        "'",
        '%',
        '\\',
        '[',
        ']',
        '{',
        '}',
        ':',
        '.',
        ',',
        '(',
        ')',
        '+',
        ' ',
        '\n',
        "$fx'=",
        '\ud800',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => void check(pieces.join(''))),
      { numRuns: 1000 },
    );
  });

  type Written = readonly [text: string, tree: string];
  const anyTree = fc.letrec<{ tree: Written }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Written>(['Name', 'Name'], ['1.5', '1.5'], ["'it\\'s'", '"it\'s"'], ['True', 'True']),
      fc
        .tuple(tie('tree'), fc.constantFrom('+', '*', '<>', 'AND', 'OR', 'mod'), tie('tree'))
        .map(
          ([[text, left], sign, [other, right]]): Written => [
            `(${text}) ${sign} (${other})`,
            `(${sign.toLowerCase()} ${left} ${right})`,
          ],
        ),
      fc
        .tuple(tie('tree'), tie('tree'))
        .map(([[text, object], [inside, at]]): Written => [`(${text})[${inside}]`, `([] ${object} ${at})`]),
      tie('tree').map(([text, object]): Written => [`(${text}).Count`, `(. ${object} Count)`]),
      fc
        .array(tie('tree'), { maxLength: 3 })
        .map(
          (items): Written => [
            `[${items.map(([text]) => text).join(', ')}]`,
            `(${['list', ...items.map(([, item]) => item)].join(' ')})`,
          ],
        ),
    ),
  })).tree;

  it('are what a printer wrote, also inside a text', () => {
    fc.assert(
      fc.property(anyTree, ([source, tree]) => {
        assert.equal(printed(robinTree(source), source), tree);
        const text = `$'''a %${source.replace(/['\\]/g, '\\$&')}%'''`;
        assert.equal(printed(robinTree(text), text), `(join "a " ${tree})`);
      }),
      { numRuns: 300 },
    );
  });

  it('are bounded for hostile texts', { skip: IN_FULL_RUN_ONLY }, () => {
    for (const part of [
      '(',
      '[',
      '{',
      'A.',
      'A[',
      '-',
      '^',
      "$'''%",
      '%A',
      "'",
      "$fx'",
      '1+',
      ':',
      "{'a':",
    ]) {
      for (const text of [part.repeat(50_000), `$'''%${part.repeat(50_000)}%'''`]) {
        const nodes: Expr[] = [...walk(robinTree(text))];
        assert.ok(nodes.length <= 3 * EXPR_LIMITS.nodesMax, `${part}: ${nodes.length} nodes`);
      }
    }
  });

  it('are whole for every real expression', { skip: CORPUS_ABSENT }, () => {
    const damaged: string[] = [];
    let count = 0;
    for (const { language, text, tree } of corpusExpressions('power-automate')) {
      if (language !== 'robin') continue;
      count += 1;
      if (!checkTree(tree, text, placesIn(text)).isWhole) damaged.push(text);
    }
    assert.ok(count > 300, `${count} expressions`);
    assert.deepEqual(damaged, []);
  });
});
