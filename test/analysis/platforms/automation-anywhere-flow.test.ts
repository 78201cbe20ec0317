/** Automation Anywhere task bots: what can be reached, and the languages of expressions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Token } from '../../../src/analysis/model/workflow.ts';
import {
  arithmeticSyntax,
  textSyntax,
} from '../../../src/analysis/platforms/automation-anywhere/expressions/syntax.ts';
import type { ExpressionSyntax } from '../../../src/analysis/platforms/expression-syntax.ts';
import { readSnippet } from '../../support/files/task-bot.ts';
import { processorMs } from '../../support/processor-time.ts';

describe('reachability', () => {
  const leaf = (uid: string, type: string, extra = ''): string => {
    const [packageName, commandName] = type.split('/');
    return `{ "uid": "${uid}", "commandName": "${commandName}", "packageName": "${packageName}"${extra} }`;
  };
  const log = (uid: string): string => leaf(uid, 'LogToFile/logToFile');
  const stop = (extra = ''): string => leaf('stop', 'TaskBot/stopTask', extra);
  const holder = (type: string, children: string, branches = ''): string =>
    leaf(type, type, `, "children": [${children}], "branches": [${branches}]`);
  const resuming = `, "attributes": [ { "name": "continueOnError", "value": { "type": "BOOLEAN", "boolean": true } } ]`;
  const toThrow = leaf('throw', 'ErrorHandler/throw');

  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['behind a stop', `${stop()}, ${log('a')}, ${log('b')}`, ['a', 'b']],
    ['behind a disabled stop', `${stop(', "disabled": true')}, ${log('a')}`, []],
    ['behind a step that ends in a stop', `${holder('Step/step', stop())}, ${log('a')}`, ['a']],
    ['behind an If that stops', `${holder('If/if', stop())}, ${log('a')}`, []],
    [
      'behind an If that stops on both sides',
      `${holder('If/if', stop(), leaf('else', 'If/else', `, "children": [${toThrow}]`))}, ${log('a')}`,
      ['a'],
    ],
    ['behind a loop that stops', `${holder('Loop/loop.commands.start', stop())}, ${log('a')}`, []],
    ['inside and behind what was cut off', `${stop()}, ${holder('Step/step', log('a'))}`, ['Step/step', 'a']],
    [
      'behind a throw that is caught',
      `${holder('ErrorHandler/try', `${toThrow}, ${log('a')}`, leaf('catch', 'ErrorHandler/catch'))}, ${log('b')}`,
      ['a'],
    ],
    [
      'behind a throw whose catch goes on',
      `${holder('ErrorHandler/try', `${toThrow}, ${log('a')}`, leaf('catch', 'ErrorHandler/catch', resuming))}`,
      [],
    ],
    [
      'behind a try that always leaves',
      `${holder('ErrorHandler/try', log('x'), leaf('finally', 'ErrorHandler/finally', `, "children": [${stop()}]`))}, ${log('a')}`,
      ['a'],
    ],
  ];
  for (const [what, fragment, expected] of cases) {
    it(`knows what cannot be reached ${what}`, () => {
      const { activities } = readSnippet(fragment);
      assert.deepEqual(
        activities.filter(({ reachable }) => !reachable).map(({ id }) => id),
        expected,
      );
    });
  }
});

const brief = (tokens: readonly Token[]): string =>
  tokens.map(({ kind, text }) => `${kind}:${text}`).join(' ');

describe('expressions', () => {
  const cases: readonly (readonly [ExpressionSyntax, string, string])[] = [
    [textSyntax, '', ''],
    [textSyntax, 'plain', 'string:plain'],
    [textSyntax, '$name$', 'symbol:name'],
    [textSyntax, 'a $b$ c', 'string:a  symbol:b string: c'],
    [textSyntax, '$a$$b$', 'symbol:a symbol:b'],
    [textSyntax, '$$5 and $$', 'string:$5 and $'],
    [textSyntax, 'costs $5 or $6', 'string:costs $5 or $6'],
    [textSyntax, 'in $USD. Then', 'string:in $USD. Then'],
    [textSyntax, 'end$', 'string:end$'],
    [textSyntax, '$dict{my key}$', 'symbol:dict punctuation:{ string:my key punctuation:}'],
    [
      textSyntax,
      '$tbl[1][2]$',
      'symbol:tbl punctuation:[ number:1 punctuation:] punctuation:[ number:2 punctuation:]',
    ],
    [textSyntax, '$rec[$i$]$!', 'symbol:rec punctuation:[ symbol:i punctuation:] string:!'],
    [textSyntax, '$System:AATaskName$', 'symbol:System:AATaskName'],
    [textSyntax, '$n.Number:toString$', 'symbol:n punctuation:. name:Number:toString'],
    [
      textSyntax,
      '$d{k}.String:trim$',
      'symbol:d punctuation:{ string:k punctuation:} punctuation:. name:String:trim',
    ],
    [textSyntax, '$@gServer$', 'symbol:@gServer'],
    [textSyntax, '$prompt-assignment$', 'symbol:prompt-assignment'],
    [textSyntax, '$変数1$', 'symbol:変数1'],
    [textSyntax, 'file://$p$', 'string:file:// symbol:p'],
    [arithmeticSyntax, '$n$ + 1.5', 'symbol:n operator:+ number:1.5'],
    [
      arithmeticSyntax,
      '($a$>=$t[1]$)',
      'punctuation:( symbol:a operator:>= symbol:t punctuation:[ number:1 punctuation:] punctuation:)',
    ],
    [arithmeticSyntax, 'true', 'name:true'],
  ];
  for (const [syntax, text, expected] of cases) {
    it(`lexes ${text || 'nothing'}`, () => assert.equal(brief(syntax.tokens(text)), expected));
  }
  it('ignores the letter case of variables and names each once', () => {
    assert.deepEqual(textSyntax.mentions(textSyntax.tokens('$sName$ $SNAME$ $d{$k$}$')), ['sname', 'd', 'k']);
  });
  it('knows texts without variables as literals', () => {
    const literal = (syntax: ExpressionSyntax, text: string): string | undefined =>
      syntax.literal(syntax.tokens(text));
    assert.equal(literal(textSyntax, 'cost: $$5'), 'cost: $5');
    assert.equal(literal(textSyntax, ''), '');
    assert.equal(literal(textSyntax, 'a$b$'), undefined);
    assert.equal(literal(arithmeticSyntax, '42'), '42');
    assert.equal(literal(arithmeticSyntax, '1 + 1'), undefined);
  });
  it('takes no longer for text that only looks like references', () => {
    for (const piece of ['$a{', '$', '$a.', '$a[$', '{', '$a{}', '$@']) {
      const started = processorMs();
      textSyntax.tokens(piece.repeat(100_000));
      arithmeticSyntax.tokens(piece.repeat(100_000));
      assert.ok(processorMs() - started < 10_000, piece);
    }
  });
});
