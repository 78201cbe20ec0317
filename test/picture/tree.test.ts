/** The tree of a picture: what a screen reader says of each step, and in which order. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isFrame, opensAtFirst, picturePages } from '../../src/picture/open-state.ts';
import { treeOf } from '../../src/picture/tree.ts';
import { graphOf } from '../../src/picture/workflow-graph.ts';
import { treeMove } from '../../web/parts/picture/tree-keys.ts';
import { drawnFile } from '../support/files/drawn-file.ts';

const ROOT = join(import.meta.dirname, '../..');

function treeOfFile(path: string, options: { isOpen?: () => boolean } = {}) {
  const { workflows, findings } = drawnFile(path, readFileSync(join(ROOT, path)));
  const graph = graphOf(workflows[0]!);
  const titles = new Map(findings.map(({ id, rule }) => [id, rule]));
  const isOpen = options.isOpen ?? (() => true);
  return treeOf(graph, { page: picturePages(graph)[0], isOpen, titleOf: (id) => titles.get(id) });
}

describe('the tree of a picture', () => {
  it('has each step at its level, with what it does, its part and its findings', () => {
    const items = treeOfFile('samples/uipath/Main.xaml');
    const password = items.find(({ label }) => label.startsWith('Type password'))!;
    assert.equal(password.level, 4);
    assert.match(password.label, /operates an application, .*finding: /);
    const handler = items.find(({ label }) => label.includes('Catch Exception'))!;
    assert.match(
      handler.label,
      /^Catches: Catch Exception, handles an error, .*high finding: Empty catch block/,
    );
    assert.equal(items[0]!.isOpen, true);
    assert.equal(password.isOpen, undefined);
  });

  it('hides what is in closed containers, and counts its findings', () => {
    const items = treeOfFile('samples/uipath/Main.xaml', { isOpen: () => false });
    assert.equal(items.length, 1);
    assert.match(items[0]!.label, /9 steps, .*\d+ findings inside/);
  });

  it('has the steps of frames, which are drawn without a way to close them', () => {
    const path = 'test/fixtures/blue-prism/Process Invoices.bpprocess';
    const { workflows } = drawnFile(path, readFileSync(join(ROOT, path)));
    const graph = graphOf({ ...workflows[0]!, pins: [] });
    const frames = graph.children.flatMap((_, node) => (isFrame(graph, node) ? [node] : []));
    assert.ok(frames.length > 0);
    const items = treeOf(graph, { page: picturePages(graph)[0], isOpen: () => false });
    for (const frame of frames) {
      assert.equal(opensAtFirst(graph, frame), true);
      const at = items.findIndex(({ node }) => node === frame);
      const item = items[at];
      if (item === undefined) continue;
      assert.equal(item.isOpen, true);
      assert.equal(items[at + 1]!.level, item.level + 1);
      assert.equal(treeMove('ArrowRight', items, frame)?.node, items[at + 1]!.node);
      assert.notEqual(treeMove('ArrowLeft', items, frame)?.kind, 'toggle');
    }
    assert.ok(items.some(({ node }) => frames.includes(node)));
  });

  it('follows the edges of a chart, and names them', () => {
    const items = treeOfFile('samples/blue-prism/Load Customers.bpprocess');
    const names = items.map(({ label }) => label.split(',')[0]);
    assert.equal(names[0], 'Start');
    assert.match(items[0]!.label, /then: /);
    for (const { position, count } of items) assert.ok(position >= 1 && position <= count);
  });
});
