/** Blue Prism expressions, exact places, odd and hostile files, and snippets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { BLUE_PRISM_SYNTAX } from '../../../src/analysis/platforms/blue-prism/expressions/syntax.ts';
import { bluePrism } from '../../../src/analysis/platforms/blue-prism/index.ts';
import { AppError } from '../../../src/errors.ts';
import {
  byId,
  invoices,
  ledger,
  linksOf,
  PROCESS,
  RELEASE,
  readAll,
  readOne,
  readSnippet,
  release,
} from '../../support/files/blue-prism.ts';
import { processorMs } from '../../support/processor-time.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';

describe('expressions', () => {
  const tokens: readonly (readonly [string, string])[] = [
    ['[Data Item]', 'symbol:Data Item'],
    ['[Orders.Total] * 1.5', 'symbol:Orders.Total operator:* number:1.5'],
    ['"say ""no"" & [x]"', 'string:say "no" & [x]'],
    ['"" & [A]&"b"', 'string: operator:& symbol:A operator:& string:b'],
    ['[A]<>"" And Not [B]', 'symbol:A operator:<> string: name:And name:Not symbol:B'],
    [
      'Left([A], 3) >= 2',
      'name:Left punctuation:( symbol:A punctuation:, number:3 punctuation:) operator:>= number:2',
    ],
    ['"open', 'string:open'],
    ['[open', 'punctuation:[ name:open'],
    ['a ] [b]', 'name:a punctuation:] symbol:b'],
    ['Größe()', 'name:Größe punctuation:( punctuation:)'],
    ['§ \t\n', 'punctuation:§'],
    ['', ''],
  ];
  for (const [text, expected] of tokens) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const found = BLUE_PRISM_SYNTAX.tokens(text).map((token) => `${token.kind}:${token.text}`);
      assert.equal(found.join(' '), expected);
    });
  }
  it('mention data items, and for a field its collection too', () => {
    const mentions = (text: string) => BLUE_PRISM_SYNTAX.mentions(BLUE_PRISM_SYNTAX.tokens(text));
    assert.deepEqual(mentions('[Orders.Total] + [ Count ] + [COUNT] & "[Text]"'), [
      'orders.total',
      'orders',
      'count',
    ]);
  });
  it('are literals when they are one text', () => {
    const literal = (text: string) => BLUE_PRISM_SYNTAX.literal(BLUE_PRISM_SYNTAX.tokens(text));
    assert.equal(literal(' "a ""b""" '), 'a "b"');
    for (const text of ['"a" & "b"', '[A]', '1', 'True', '']) assert.equal(literal(text), undefined);
  });
  it('take time that grows with their length only', () => {
    const started = processorMs();
    for (const part of ['[', '"', '""', '[a', '&[', '""[']) BLUE_PRISM_SYNTAX.tokens(part.repeat(200_000));
    assert.ok(processorMs() - started < 10_000);
  });
});

/** The text from the place of a position on. */
function textAt(content: string, workflow: Workflow, at: number): string {
  const { line, column } = workflow.source.lineAndColumn(at);
  return content.split(/\r\n|\r|\n/)[line - 1]!.slice(column - 1);
}

describe('locations', () => {
  const stage =
    '<stage stageid="a" name="Größe 𝒳 prüfen" type="Action"><onsuccess>end</onsuccess><inputs><input name="N" expr="[Ä]"/></inputs></stage>';
  const layouts: readonly (readonly [string, string])[] = [
    ['on lines of their own', `${PROCESS}>\n  ${stage}\n</process>`],
    ['on one line', `${PROCESS}>${stage}</process>`],
    ['with CRLF', `${PROCESS}>\r\n\t${stage}\r\n</process>`],
    ['behind a byte-order mark', `\uFEFF${PROCESS}>${stage}</process>`],
    [
      'behind a text with line ends',
      `${PROCESS}><stage type="Note"><narrative>a\nb</narrative></stage>${stage}</process>`,
    ],
  ];
  for (const [what, content] of layouts) {
    it(`are exact ${what}`, () => {
      const workflow = readOne(content);
      const activity = byId('a', workflow);
      const text = content.replace(/^\uFEFF/, '');
      assert.ok(textAt(text, workflow, activity.at).startsWith('<stage stageid="a"'));
      const input = activity.properties[0]!;
      assert.ok(textAt(text, workflow, input.at).startsWith('expr="[Ä]"'));
      assert.ok(textAt(text, workflow, workflow.transitions[0]!.at).startsWith('<onsuccess>end'));
    });
  }

  it('have an XPath that leads to the element', () => {
    const workflow = release[2]!;
    const end = byId('e', workflow);
    const step = (name: string, place: number) => `/*[local-name()='${name}'][${place}]`;
    assert.equal(
      workflow.source.path(end.at),
      step('release', 1) + step('contents', 1) + step('object', 1) + step('process', 1) + step('stage', 2),
    );
    const [url] = release[0]!.variables;
    assert.equal(
      release[0]!.source.path(url!.default!.at),
      `${step('release', 1) + step('contents', 1) + step('environment-variable', 1)}/@*[local-name()='value']`,
    );
  });
  it('are found for everything that a finding can point at', () => {
    for (const workflow of [invoices, ledger, ...release]) {
      const anchors = [
        ...workflow.activities,
        ...workflow.activities.flatMap(({ properties }) => properties),
        ...workflow.variables,
        ...workflow.arguments,
        ...workflow.calls,
        ...workflow.transitions,
        ...workflow.notes,
        ...workflow.unread,
      ];
      for (const { at, owner } of anchors) {
        const { line, column } = workflow.source.lineAndColumn(at);
        assert.ok(line >= 1 && column >= 1 && workflow.source.path(at).startsWith('/*['));
        assert.ok(owner >= -1 && owner < workflow.activities.length);
      }
    }
  });
});

describe('odd and hostile files', () => {
  const odd: readonly (readonly [string, string])[] = [
    ['a stage without anything', '<stage/>'],
    ['a stage of no type', '<stage stageid="x" name="X"/>'],
    ['two stages with one id', '<stage stageid="x" type="End"/><stage stageid="x" type="End"/>'],
    ['a loop without an end', '<stage stageid="x" type="LoopStart"><groupid>g</groupid></stage>'],
    ['places that are no numbers', '<stage type="Block"><display x="a" y="" w="1e999" h="-5"/></stage>'],
    [
      'names of object members',
      '<stage stageid="__proto__" name="constructor" type="toString"><onsuccess>__proto__</onsuccess></stage>',
    ],
    ['a subsheet without an id', '<subsheet/><stage type="Start"><subsheetid/></stage>'],
    ['two subsheets with one id', '<subsheet subsheetid="p"/><subsheet subsheetid="p"/>'],
    ['an application model of something else', '<appdef><element/><x/></appdef>'],
    ['a step without an element', '<stage type="Write"><step/><step><action/></step></stage>'],
    ['a link to nothing', '<stage type="Calculation"><onsuccess> </onsuccess></stage>'],
    ['an exception without settings', '<stage type="Exception"><exception/></stage>'],
    [
      'a collection without fields',
      '<stage type="Collection" name="C"><initialvalue><row/><singlerow/></initialvalue></stage>',
    ],
  ];
  for (const [what, inside] of odd) {
    it(`reads ${what}`, () => {
      const workflow = readOne(`${PROCESS}>${inside}</process>`);
      assert.equal(workflow.activities.filter(({ type }) => type === 'Page').length >= 1, true);
    });
  }
  it('says so when stages are on a page that is not declared', () => {
    const workflow = readOne(
      `${PROCESS}><stage stageid="a" type="End"><subsheetid>lost</subsheetid></stage></process>`,
    );
    assert.equal(byId('a', workflow).parent, workflow.activities.find(({ id }) => id === 'lost')!.index);
    assert.match(workflow.unread[0]!.reason, /"lost"/);
  });
  it('rejects elements that are nested too deeply', () => {
    const deep = `${'<element>'.repeat(300)}${'</element>'.repeat(300)}`;
    assert.throws(
      () => readOne(`${PROCESS}><appdef>${deep}</appdef></process>`),
      (error) => error instanceof AppError && error.code === 'structure_limit_exceeded',
    );
  });
  it('takes time that grows with the size of the file only', { skip: IN_FULL_RUN_ONLY }, () => {
    const blocks = Array.from(
      { length: 20_000 },
      (_, i) => `<stage stageid="b${i}" type="Block"><display x="0" y="0" w="9" h="9"/></stage>`,
    );
    const steps = Array.from(
      { length: 20_000 },
      (_, i) =>
        `<stage stageid="s${i}" type="Calculation"><display x="1" y="1"/><onsuccess>s${i + 1}</onsuccess></stage>`,
    );
    const started = processorMs();
    const workflow = readOne(`${PROCESS}>${blocks.join('')}${steps.join('')}</process>`);
    assert.equal(workflow.activities.length, 40_001);
    assert.ok(processorMs() - started < 10_000);
  });
});

describe('snippets', () => {
  it('start at the first step and may end at "end"', () => {
    const workflow = readSnippet(
      '<stage stageid="d" name="D" type="Data"/><stage stageid="a" name="A" type="Calculation"><onsuccess>end</onsuccess></stage>',
    );
    assert.deepEqual(linksOf('start', workflow), ['next → a']);
    assert.deepEqual(linksOf('a', workflow), ['next → end']);
  });
  it('put a release round a part of one', () => {
    const [workflow] = readAll(bluePrism.snippet('<environment-variable name="A" type="text" value="b"/>'));
    assert.equal(workflow!.variables[0]!.default!.text, 'b');
  });
  it('leave a whole file as it is', () => {
    for (const text of [
      `${PROCESS}/>`,
      '<?xml version="1.0"?><a/>',
      `<bpr:release xmlns:bpr="${RELEASE}"/>`,
    ]) {
      assert.equal(bluePrism.snippet(text), text);
    }
  });
});
