/** Trees of texts and arithmetic in Automation Anywhere. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EXPR_LIMITS, type Expr } from '../../../src/analysis/model/expr.ts';
import {
  arithmeticTokens,
  textTokens,
} from '../../../src/analysis/platforms/automation-anywhere/expressions/lexer.ts';
import {
  arithmeticTree,
  textTree,
} from '../../../src/analysis/platforms/automation-anywhere/expressions/tree.ts';
import { walk } from '../../../src/analysis/semantics/visit.ts';
import { checkTree, corpusExpressions, printed } from '../../support/analysis/trees.ts';
import { CORPUS_ABSENT } from '../../support/files/corpus.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';

const inText = (text: string) => checkTree(textTree(text), text, textTokens(text));
const inArithmetic = (text: string) => checkTree(arithmeticTree(text), text, arithmeticTokens(text));

describe('trees of texts in A360', () => {
  const TREES: readonly (readonly [text: string, tree: string])[] = [
    ['', '""'],
    ['plain', '"plain"'],
    ['$sName$', '$sName'],
    ['$System:Date$', '$System:Date'],
    ['Dear $sName$, $$5', '(join "Dear " $sName ", $5")'],
    ['$a$$b$', '(join $a $b)'],
    ['$tRows[1][2]$', '([] ([] $tRows 1) 2)'],
    ['$dLogin{Password}$', '([] $dLogin "Password")'],
    ['$row{"Invoice No"}$', '([] $row "Invoice No")'],
    ['$list[$nAt$]{k$i$}$', '([] ([] $list $nAt) (join "k" $i))'],
    ['$nRow.Number:toString$', '(call (. $nRow Number:toString))'],
    ['$n.A:b.Number:toString$', '(call (. (call (. $n A:b)) Number:toString))'],
    [
      '$rows.LegacyAutomation:getLegacyIndexValue($n$)$',
      '(call (. $rows LegacyAutomation:getLegacyIndexValue) $n)',
    ],
    ['$Legacy:value("Var")$', '(call $Legacy:value "Var")'],
    ['$file.name$', '(. $file name)'],
    ['5 $ and 6 $', '"5 $ and 6 $"'],
    // Damaged: what is whole around it stands.
    ['a $d{key', '(join "a " ([] $d "key" <>))'],
    ['$d{$e[1$', '([] $d ([] $e "1$" <>) <>)'],
  ];
  for (const [text, tree] of TREES)
    it(`are right for ${text}`, () => {
      assert.equal(printed(textTree(text), text), tree);
      inText(text);
    });

  it('are those of numbers and conditions', () => {
    const expected: readonly (readonly [text: string, tree: string])[] = [
      ['$nRow$ + 1', '(+ $nRow 1)'],
      ['$a$ - ($b$-$c$) * 2.5', '(- $a (* (- $b $c) 2.5))'],
      ['-$a.String:toNumber$', '(- (call (. $a String:toNumber)))'],
      ['5/$k[0]$ >= $t{x}$', '(>= (/ 5 ([] $k 0)) ([] $t "x"))'],
      ['True', 'True'],
      ['', '<>'],
      ['$a$ $b$', '<$a$ $b$>'],
      ['$a$ + ', '(+ $a <>)'],
    ];
    for (const [text, tree] of expected) {
      assert.equal(printed(arithmeticTree(text), text), tree);
      inArithmetic(text);
    }
  });

  it('have every token of any text in one place', () => {
    const piece = fc.constantFrom(
      ...['$a$', '$', '$$', '$b{', '}', '$c[', ']', '$d.P:f(', ')', '.x', '"', '1', '+', ' ', '-', '\ud800'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        inText(pieces.join(''));
        inArithmetic(pieces.join(''));
      }),
      { numRuns: 500 },
    );
  });

  type Written = readonly [text: string, tree: string];
  const anyTree = fc.letrec<{ reference: Written; key: Written }>((tie) => ({
    key: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Written>(['Name', '"Name"'], ['12', '12']),
      tie('reference').map(([text, tree]): Written => [`k$${text}$`, `(join "k" ${tree})`]),
    ),
    reference: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Written>(['sName', '$sName'], ['System:Day', '$System:Day'], ['@x', '$@x']),
      fc
        .tuple(tie('reference'), fc.constantFrom('[]', '{}'), tie('key'))
        .map(
          ([[text, tree], sign, [inside, key]]): Written => [
            `${text}${sign[0]}${inside}${sign[1]}`,
            `([] ${tree} ${key})`,
          ],
        ),
      tie('reference').map(([text, tree]): Written => [`${text}.P:f`, `(call (. ${tree} P:f))`]),
    ),
  })).reference;

  it('are what a printer wrote', () => {
    fc.assert(
      fc.property(anyTree, anyTree, ([one, left], [two, right]) => {
        const text = `$${one}$ is $${two}$`;
        assert.equal(printed(textTree(text), text), `(join ${left} " is " ${right})`);
        const sum = `$${one}$ * ($${two}$ - 1)`;
        assert.equal(printed(arithmeticTree(sum), sum), `(* ${left} (- ${right} 1))`);
      }),
      { numRuns: 300 },
    );
  });

  it('are bounded for hostile texts', { skip: IN_FULL_RUN_ONLY }, () => {
    for (const part of ['$a{', '$a$', '$a.b', '$a.P:f(', '$a[0', '}', '$', '(', '1+', '-', '"', '$a{x}$']) {
      const text = part.repeat(Math.ceil(200_000 / part.length));
      for (const tree of [textTree(text), arithmeticTree(text)] satisfies Expr[]) {
        const nodes = [...walk(tree)].length;
        assert.ok(nodes <= 3 * EXPR_LIMITS.nodesMax, `${part}: ${nodes} nodes`);
      }
    }
  });

  it('are whole for every real expression', { skip: CORPUS_ABSENT }, () => {
    const damaged: string[] = [];
    let count = 0;
    for (const { text, tree } of corpusExpressions('automation-anywhere')) {
      count += 1;
      if (!checkTree(tree, text, []).isWhole) damaged.push(text);
    }
    assert.ok(count > 100, `${count} expressions`);
    assert.deepEqual(damaged, []);
  });
});
