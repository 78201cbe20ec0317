/** Steps that differ between two versions of a workflow. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { compareSteps } from '../../../src/analysis/outline/compare-steps.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';

const read = (path: string, text: string): Workflow =>
  readWorkflows(openFile(path, Buffer.from(text))).workflows[0]!;
const xaml = (steps: string): Workflow => read('Main.xaml', uipath.snippet(`<Sequence>${steps}</Sequence>`));
const log = (name: string, id = '', message = 'a'): string =>
  `<ui:LogMessage DisplayName="${name}" Level="Info" Message="[${message}]"${id === '' ? '' : ` sap2010:WorkflowViewState.IdRef="${id}"`} />`;
const holder = (name: string, steps: string): string => `<Sequence DisplayName="${name}">${steps}</Sequence>`;

/** Returns the changes by the names of steps, each version apart. */
function changed(before: Workflow, after: Workflow) {
  const changes = compareSteps(before, after);
  const named = (workflow: Workflow, own: ReadonlyMap<number, string>) =>
    Object.fromEntries([...own].map(([index, change]) => [workflow.activities[index]!.name, change]));
  return { before: named(before, changes.before), after: named(after, changes.after) };
}

describe('steps of two versions', () => {
  it('are the same in equal versions, and after a save that numbers ids anew', () => {
    const before = xaml(log('A', 'L_1') + log('B', 'L_2') + holder('Inner', log('C', 'L_3')));
    const after = xaml(log('A', 'L_4') + log('B', 'L_1') + holder('Inner', log('C', 'L_2')));
    assert.deepEqual(changed(before, before), { before: {}, after: {} });
    assert.deepEqual(changed(before, after), { before: {}, after: {} });
  });

  it('are added and removed without a mark on their neighbours', () => {
    const few = xaml(log('A') + log('C'));
    const many = xaml(log('A') + log('B') + log('C'));
    assert.deepEqual(changed(few, many), { before: {}, after: { B: 'added' } });
    assert.deepEqual(changed(many, few), { before: { B: 'removed' }, after: {} });
  });

  it('are changed in both versions, also with another name', () => {
    assert.deepEqual(changed(xaml(log('A', '', 'x')), xaml(log('A', '', 'y'))), {
      before: { A: 'changed' },
      after: { A: 'changed' },
    });
    assert.deepEqual(changed(xaml(log('A', 'L_1', 'x')), xaml(log('B', 'L_1', 'y'))), {
      before: { A: 'changed' },
      after: { B: 'changed' },
    });
    const off = xaml(
      `<ui:CommentOut><ui:CommentOut.Body><Sequence>${log('A')}</Sequence></ui:CommentOut.Body></ui:CommentOut>`,
    );
    assert.equal(changed(xaml(log('A')), off).after.A, 'changed');
  });

  it('are moved in their container by the fewest marks', () => {
    const before = xaml(log('A') + log('B') + log('C') + log('D'));
    assert.deepEqual(changed(before, xaml(log('D') + log('A') + log('B') + log('C'))), {
      before: { D: 'moved' },
      after: { D: 'moved' },
    });
  });

  it('are moved into another container', () => {
    const before = xaml(log('A') + holder('Inner', log('B')));
    assert.deepEqual(changed(before, xaml(holder('Inner', log('B') + log('A')))), {
      before: { A: 'moved' },
      after: { A: 'moved' },
    });
  });

  it('are changed where the flow goes on elsewhere', () => {
    const sample = join(import.meta.dirname, '../../../samples/power-automate/ApproveInvoice.json');
    const text = readFileSync(sample, 'utf8');
    const flow = read('Flow.json', text);
    const other = read('Flow.json', text.replace('"Succeeded"', '"Failed"'));
    assert.notDeepEqual(changed(flow, other).after, {});
  });

  it('of thousands are compared in any order', () => {
    const names = Array.from({ length: 2000 }, (_, i) => `Step ${i}`);
    const before = xaml(names.map((name) => log(name)).join(''));
    const after = xaml(
      names
        .toReversed()
        .map((name) => log(name))
        .join(''),
    );
    const changes = compareSteps(before, after);
    assert.equal([...changes.after.values()].filter((change) => change === 'moved').length, 1999);
    // Equal steps match in their order.
    const equal = xaml(names.map(() => log('Same')).join(''));
    assert.equal(compareSteps(equal, equal).after.size, 0);
  });
});
