/** The workflow definition language: what is an expression, its tokens, and what it refers to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  templateSyntax,
  wholeSyntax,
} from '../../../src/analysis/platforms/power-automate/expressions/expressions.ts';
import { named, readFragment } from '../../support/files/flow.ts';

describe('expressions', () => {
  const firstValue = (inputs: unknown) =>
    named(readFragment(JSON.stringify({ actions: { A: { type: 'Compose', inputs } } })), 'A').properties[0]!;

  const LITERALS: readonly (readonly [written: string, text: string])[] = [
    ['plain', 'plain'],
    ['mail me@example.com', 'mail me@example.com'],
    ['@@sign', '@sign'],
    ['@', '@'],
    ['a @@{b}', 'a @{b}'],
    ['@@{a} and @@{b}', '@{a} and @{b}'],
    ['brace } and {', 'brace } and {'],
  ];
  for (const [written, text] of LITERALS) {
    it(`takes ${JSON.stringify(written)} as text`, () => {
      assert.deepEqual([firstValue(written).text, firstValue(written).expression], [text, undefined]);
    });
  }

  const TOKENS: readonly (readonly [written: string, tokens: string])[] = [
    ["@concat('a', 1.5e3)", 'name:concat punctuation:( string:a punctuation:, number:1.5e3 punctuation:)'],
    [
      "@outputs('A b')?['x/y'][-1]",
      'name:outputs punctuation:( string:A b punctuation:) punctuation:? punctuation:[ string:x/y punctuation:] punctuation:[ number:-1 punctuation:]',
    ],
    ["@'it''s'", "string:it's"],
    ["@body('a').$b_1", 'name:body punctuation:( string:a punctuation:) punctuation:. name:$b_1'],
    [
      "a@{b('}')}c",
      'string:a operator:& punctuation:( name:b punctuation:( string:} punctuation:) punctuation:) operator:& string:c',
    ],
    ['@{x}', 'string: operator:& punctuation:( name:x punctuation:)'],
    [
      '@{x}@{y}',
      'string: operator:& punctuation:( name:x punctuation:) operator:& punctuation:( name:y punctuation:)',
    ],
    ['x@@{y}@{z}', 'string:x@{y} operator:& punctuation:( name:z punctuation:)'],
    ["@concat('open", 'name:concat punctuation:( string:open'],
    ['a@{open', 'string:a operator:& punctuation:( name:open punctuation:)'],
    ['@ü€ # \u{1F600}', 'name:ü€ punctuation:# name:\u{1F600}'],
    ['@-', 'punctuation:-'],
    ['@1e', 'number:1 name:e'],
  ];
  for (const [written, tokens] of TOKENS) {
    it(`splits ${JSON.stringify(written)}`, () => {
      const found = firstValue(written).expression?.tokens.map(({ kind, text }) => `${kind}:${text}`);
      assert.equal(found?.join(' '), tokens);
    });
  }

  const MENTIONS: readonly (readonly [written: string, mentions: readonly string[]])[] = [
    ["@variables('My Total')", ['variable:my total']],
    ["@VARIABLES('x')", ['variable:x']],
    ['@variables(item())', ['variable:*', 'item']],
    ["@variables(concat('a','b'))", ['variable:*']],
    ["@body('Get Items')", ['action:get_items']],
    ["@actions('A').outputs", ['action:a']],
    ["@union(outputs('A'), result('B'), outputs('a'))", ['action:a', 'action:b']],
    ["@items('Each_One')?['x']", ['loop:each_one']],
    ["@iterationIndexes('Until')", ['loop:until']],
    ["@parameters('P (x_P)')", ['parameter:p (x_p)']],
    ["@triggerBody()?['Text']", ['trigger', 'input:text']],
    ["@triggerOutputs()?['body/a']", ['trigger', 'input:a']],
    ["@triggerOutputs()?['body']?['a']", ['trigger', 'input:a']],
    ['@triggerOutputs().body.a', ['trigger', 'input:a']],
    ["@triggerOutputs()?['headers']?['a']", ['trigger']],
    ["@triggerFormDataValue('a')", ['trigger', 'input:a']],
    ["Sum @{variables('a')} of @{variables('b')}", ['variable:a', 'variable:b']],
    ["@json('{}').variables('x')", []],
    ["@concat('variables(''x'')')", []],
    ["@formDataValue('A', 'k')", ['action:a']],
    ['@utcNow()', []],
  ];
  for (const [written, mentions] of MENTIONS) {
    it(`sees what ${written} refers to`, () => {
      assert.deepEqual(firstValue(written).expression?.mentions, mentions);
    });
  }

  it('knows expressions that are a fixed text', () => {
    assert.equal(firstValue("@'abc'").expression?.literal, 'abc');
    assert.equal(firstValue("a@{'b'}c").expression?.literal, 'abc');
    assert.equal(firstValue("@concat('a')").expression?.literal, undefined);
    assert.equal(firstValue("a@{b('c')}").expression?.literal, undefined);
  });

  it('reads computed keys, and takes names that begin with @ as names', () => {
    const flow = readFragment(
      `"A": {"type": "Compose", "inputs": {"@{variables('k')}": "v", "x@odata.bind": "y", "@odata.type": "z"}}`,
    );
    assert.deepEqual(
      flow.expressions.flatMap(({ mentions }) => mentions),
      ['variable:k'],
    );
    assert.equal(flow.expressions.length, 1);
  });

  it('says of bytes what it says of tokens, or nothing', () => {
    const piece = fc.constantFrom(
      ..."a|x y|variables('x Y')|VARIABLES('É')|outputs('A b')|items( 'L' )|body(|parameters|result('a' ,|item()".split(
        '|',
      ),
      ...`triggerBody()|triggerBody()?['a b']|triggerOutputs()?['body/X']|triggerOutputs()['body']?.k|trigger()`.split(
        '|',
      ),
      ..."triggerFormDataValue('q')|''|'.'|'('|'it''s'|'body'|['x']|.body(|1.5e+3|-1|1e|(|)|[|]|?|.|,|}|@{|@@{|@".split(
        '|',
      ),
      ...["'", ' ', '\t', '\u00a0', '\u00e4', '\u212a', '\0', '$', '_', '{', '|'],
    );
    let known = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        for (const syntax of [wholeSyntax, templateSyntax]) {
          const text = pieces.join('');
          const mentions = syntax.plainMentions!(text);
          if (mentions === undefined) continue;
          known += 1;
          assert.deepEqual(mentions, syntax.mentions(syntax.tokens(text)), text);
        }
      }),
      { numRuns: 4000 },
    );
    assert.ok(known > 2000, 'most texts are of the usual forms');
    const many = Array.from({ length: 100_000 }, (_, i) => `body('a${i}')`).join();
    assert.equal(wholeSyntax.plainMentions!(many), undefined, 'many mentions are left to the tokens');
  });

  it('reads a long text in one pass', () => {
    const long = `${"@{variables('x')}''".repeat(50_000)}@{'`;
    assert.deepEqual(firstValue(long).expression?.mentions, ['variable:x']);
  });
});
