/** Statements and comments of scripts in workflows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ScriptLanguage, scriptTokens } from '../../../src/analysis/patterns/scripts/script-tokens.ts';

const CASES: readonly (readonly [what: string, code: string, tokens: string, language?: ScriptLanguage])[] = [
  ['ends a statement with its line', 'a = b\nc()', 'a = b ⏎ c ( )'],
  ['ends a statement with CR LF', 'a = b\r\nc', 'a = b ⏎ c'],
  ['continues behind an operator', 'a = b &\n  c', 'a = b & c'],
  ['continues inside an argument list', 'f(a,\n  b)', 'f ( a , b )'],
  ['continues behind an underscore', 'a = b _\n  & c', 'a = b & c'],
  ['ends a statement behind a text that is an operator', 'a = "&"\nb', 'a = & ⏎ b'],
  ['passes over a remark', 'REM a = "x"\nb', 'b'],
  ['passes over a remark behind a statement', 'a : rem b\nc', 'a : ⏎ c'],
  ['passes over a remark in the last line', 'a\nRem b', 'a ⏎'],
  ['reads a name that begins like a remark', 'Remark = rem1', 'Remark = rem1'],
  ['reads a variable called rem in an expression', 'a = rem', 'a = rem'],
  ['gives no line ends in C#', 'a\nb;', 'a b ;', 'csharp'],
];

describe('scriptTokens', () => {
  for (const [what, code, tokens, language = 'visualbasic'] of CASES)
    it(what, () => {
      const read = scriptTokens(code, language).map(({ text }) => (text === '\n' ? '⏎' : text));
      assert.equal(read.join(' '), tokens);
    });
});
