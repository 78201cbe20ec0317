/** Pictures before and after: what is marked, what is open, what is escaped. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { fileChangesHtml } from '../../../src/analysis/report/formats/html-changes.ts';

const xaml = (steps: string): Workflow =>
  readWorkflows(openFile('Main.xaml', Buffer.from(uipath.snippet(`<Sequence>${steps}</Sequence>`))))
    .workflows[0]!;
const changesHtml = (before: Workflow, after: Workflow): string => fileChangesHtml([{ before, after }]);
const log = (name: string, message = 'a'): string =>
  `<ui:LogMessage DisplayName="${name}" Level="Info" Message="[${message}]" />`;

/** Returns the titles of the marks in each picture. */
function marksIn(html: string): readonly (readonly string[])[] {
  return html
    .split('<figure>')
    .slice(1)
    .map((figure) =>
      [...figure.matchAll(/<title>(added|removed|changed|moved)<\/title>/g)].map(([, mark]) => mark!),
    );
}

describe('pictures before and after', () => {
  it('mark each change where the version has it', () => {
    const html = changesHtml(
      xaml(log('A') + log('B') + log('C') + log('Last')),
      xaml(`${log('Last')}${log('A')}${log('B', 'other')}<Delay DisplayName="D" Duration="00:00:01" />`),
    );
    assert.match(
      html,
      /<li>1 added: D\.<\/li><li>1 removed: C\.<\/li><li>1 changed: B\.<\/li><li>1 moved: Last\.<\/li>/,
    );
    assert.deepEqual(
      marksIn(html).map((marks) => marks.toSorted()),
      [
        ['changed', 'moved', 'removed'],
        ['added', 'changed', 'moved'],
      ],
    );
  });

  it('open containers round a change in a large workflow, and draw what a selection would leave out', () => {
    const many = (from: number) => Array.from({ length: 200 }, (_, i) => log(`S ${from + i}`)).join('');
    const inner = (message: string): string =>
      `<If DisplayName="Deep"><If.Then><Sequence DisplayName="Inner">${many(0)}${log('Target', message)}</Sequence></If.Then></If>${many(200)}`;
    const html = changesHtml(xaml(inner('a')), xaml(inner('b')));
    assert.deepEqual(marksIn(html), [['changed'], ['changed']]);
    assert.match(html, />Target</);
  });

  it('say when no step differs', () => {
    assert.match(changesHtml(xaml(log('A')), xaml(log('A'))), /No step differs/);
  });

  it('leave out what is the same in a file of several workflows, and what is too much', () => {
    const same = { before: xaml(log('Same')), after: xaml(log('Same')) };
    const other = { before: xaml(log('A')), after: xaml(log('A', 'b')) };
    const html = fileChangesHtml([same, other, same]);
    assert.doesNotMatch(html, /No step differs|Same/);
    assert.equal(marksIn(html).length, 2);
    const many = fileChangesHtml(Array.from({ length: 13 }, () => other));
    assert.equal(marksIn(many).length, 20);
    assert.match(many, /<p>3 more workflows not drawn\.<\/p>/);
  });

  it('hold names as text alone', () => {
    const html = changesHtml(xaml(log('A')), xaml(log('&lt;script&gt;alert(1)&lt;/script&gt;')));
    assert.doesNotMatch(html, /<script/);
  });

  it('hold no values of the workflow', () => {
    const html = changesHtml(xaml(log('A', '&quot;hunter2&quot;')), xaml(log('A', '&quot;hunter3&quot;')));
    assert.doesNotMatch(html, /hunter/);
  });
});
