/** The language of desktop flows: tokens, texts with values in them, and which variables they mention. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { robinSyntax } from '../../../src/analysis/platforms/power-automate/desktop/expressions.ts';
import { lexRobin } from '../../../src/analysis/platforms/power-automate/desktop/lexer.ts';

const shown = (text: string): string =>
  robinSyntax
    .tokens(text)
    .map((token) => (token.kind === 'string' ? `'${token.text}'` : token.text))
    .join(' ');

describe('tokens of Robin', () => {
  const TOKENS: readonly (readonly [text: string, tokens: string])[] = [
    ['Count + 1', 'Count + 1'],
    ["Config['Path']", "Config [ 'Path' ]"],
    ['A.Count >= 10.5', 'A . Count >= 10.5'],
    ['(A) <> (-1)', '( A ) <> ( - 1 )'],
    ["$'''plain'''", "'plain'"],
    ["$'''a %B% c'''", "'a ' & ( B ) & ' c'"],
    ["$'''%B%'''", "'' & ( B )"],
    ["$'''%A%%B%'''", "'' & ( A ) & ( B )"],
    ["$'''100%% of %B%'''", "'100% of ' & ( B )"],
    ["$'''100% sure'''", "'100% sure'"],
    ["$'''%''%'''", "'' & ( '' )"],
    ["$'''name = \\'%Name%\\''''", "'name = '' & ( Name ) & '''"],
    ["$'''C:\\\\Out\\\\%File%'''", "'C:\\Out\\' & ( File )"],
    ["$'''two\nlines'''", "'two\nlines'"],
    ["'not %computed%'", "'not %computed%'"],
    ["''", "''"],
    ["{ 'A': 1, 'B': [X] }", "{ 'A' : 1 , 'B' : [ X ] }"],
    ["$fx'plain'", "'plain'"],
    ["$fx'two\nlines'", "'two\nlines'"],
    ["$fx'a \u0024{B} c \u0024{Sum({x: D}.x, 2)}'", "'a ' & ( B ) & ' c ' & ( Sum ( { x : D } . x , 2 ) )"],
    ["$fx'100% of \u0024{B'", "'100% of \u0024{B'"],
    ["$fx'=B'", 'B'],
    ["$fx'=\"it\\'s \" & B'", "'it's ' & B"],
    ["$fx'='", ''],
    ['$fx', '$ fx'],
    ["'open", "'open'"],
    ["$'''open %A", "'open %A'"],
    ['', ''],
  ];
  for (const [text, tokens] of TOKENS)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(shown(text), tokens));

  it('know where they stand', () => {
    const script = "SET A TO $'''x\ny''' # no comment here\n/# two\nlines #/\nCALL B \\\n C";
    const found = lexRobin(script).map(
      ({ kind, start, end }) => `${kind} ${JSON.stringify(script.slice(start, end))}`,
    );
    assert.deepEqual(found.slice(0, 5), [
      'name "SET"',
      'name "A"',
      'name "TO"',
      `text "$'''x\\ny'''"`,
      'punctuation "#"',
    ]);
    assert.deepEqual(found.slice(-6), [
      'line "\\n"',
      'comment "/# two\\nlines #/"',
      'line "\\n"',
      'name "CALL"',
      'name "B"',
      'name "C"',
    ]);
  });
});

describe('mentions', () => {
  const MENTIONS: readonly (readonly [text: string, mentions: readonly string[]])[] = [
    ['Count + 1', ['count']],
    ['List.Count - Offset', ['list', 'offset']],
    ['IsNotEmpty(ErrorMessage) AND NOT Done', ['errormessage', 'done']],
    ["$'''%Folder%\\\\%File.Name%'''", ['folder', 'file']],
    ["Config[Key]['Url']", ['config', 'key']],
    ["'Count' = True", []],
  ];
  for (const [text, mentions] of MENTIONS)
    it(`of ${text}`, () => assert.deepEqual(robinSyntax.mentions(robinSyntax.tokens(text)), mentions));
});

describe('literals', () => {
  const LITERALS: readonly (readonly [text: string, literal: string | undefined])[] = [
    ["'a'", 'a'],
    ["$'''50%% off'''", '50% off'],
    ["$'''%''%'''", ''],
    ["$'''%A%'''", undefined],
    ['A', undefined],
    ["'a' + 'b'", undefined],
  ];
  for (const [text, literal] of LITERALS)
    it(`${text} is ${literal ?? 'computed'}`, () =>
      assert.equal(robinSyntax.literal(robinSyntax.tokens(text)), literal));
});
