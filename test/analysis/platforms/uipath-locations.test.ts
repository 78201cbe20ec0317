/** Locations in UiPath files: line, column, path and the names of the containers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import xpath from 'xpath';
import { nameChain, propertyOf } from '../../../src/analysis/model/navigate.ts';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { fixture, named, read } from '../../support/files/xaml.ts';

describe('locations', () => {
  const text = fixture('visual-basic.xaml');

  function place(workflow: Workflow, pick: (workflow: Workflow) => number): readonly [number, number] {
    const { line, column } = workflow.source.lineAndColumn(pick(workflow));
    return [line, column];
  }
  const message = (workflow: Workflow): number => propertyOf(named(workflow, 'Say yes'), 'Message')!.at;
  const variable = (workflow: Workflow): number => workflow.variables[2]!.at;

  const forms: readonly (readonly [string, string | Buffer])[] = [
    ['as it is', text],
    ['with a byte-order mark', Buffer.from(`\ufeff${text}`)],
    ['with CRLF', text.replaceAll('\n', '\r\n')],
    ['in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
  ];
  for (const [what, bytes] of forms)
    it(`are exact in a file ${what}`, () => {
      const workflow = read(bytes);
      assert.deepEqual(place(workflow, message), [35, 66]);
      assert.deepEqual(place(workflow, variable), [29, 7]);
    });

  it('are exact in a file of one line', () => {
    const line = text.replaceAll(/\n\s*/g, ' ');
    const workflow = read(line);
    assert.deepEqual(place(workflow, message), [1, line.indexOf('Message="[&quot;Hello') + 1]);
  });

  it('are paths that select the very element or attribute', () => {
    const workflow = read(text);
    const dom = new DOMParser().parseFromString(text, 'text/xml') as unknown as Node;
    const select = (at: number): { localName: string; value?: string; getAttribute?(n: string): string } => {
      const found = xpath.select(workflow.source.path(at), dom) as unknown as ReturnType<typeof select>[];
      assert.equal(found.length, 1);
      return found[0]!;
    };
    assert.equal(select(message(workflow)).value, '["Hello " + CUSTOMER]');
    for (const { at, name } of [...workflow.variables, ...workflow.arguments])
      assert.equal(select(at).getAttribute!('Name'), name);
    for (const { at, type } of workflow.activities) assert.equal(select(at).localName, type);
    assert.equal(select(workflow.arguments[0]!.default!.at).value, 'C:\\Data\\orders.xlsx');
  });

  it('name the way through the containers', () => {
    const workflow = read(text);
    const { index } = named(workflow, 'Fail');
    assert.deepEqual(nameChain(workflow, index), [
      'Process orders',
      'Guard',
      'Catch Exception',
      'Give up',
      'Fail',
    ]);
  });
});
