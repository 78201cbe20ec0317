/** Lookups of frames: the neighbours of steps, and their cost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Activity, Workflow } from '../../../src/analysis/model/workflow.ts';
import { frameIndex } from '../../../src/analysis/outline/frame/frame-index.ts';

/** Returns a workflow of a container with steps in its parts, and how often its steps were read. */
function workflowOf(slots: readonly string[]): { workflow: Workflow; reads: () => number } {
  let reads = 0;
  const steps = [{ parent: -1, slot: '' }, ...slots.map((slot) => ({ parent: 0, slot }))];
  const activities = new Proxy(steps as unknown as readonly Activity[], {
    get(list, key) {
      reads += 1;
      return Reflect.get(list, key);
    },
  });
  const children = [slots.map((_, at) => at + 1), ...slots.map(() => [])];
  const workflow = { activities, children, transitions: [], variables: [], arguments: [] };
  return { workflow: workflow as unknown as Workflow, reads: () => reads };
}

describe('the lookups of frames', () => {
  it('find neighbours in the same part of a container', () => {
    const { workflow } = workflowOf(['then', 'else', 'then', 'else']);
    const [root, a, b, c, d] = [...workflow.activities] as Activity[];
    const { besides, isOnlyPart } = frameIndex(workflow);
    assert.deepEqual(besides(a!), [undefined, c]);
    assert.deepEqual(besides(c!), [a, undefined]);
    assert.deepEqual(besides(d!), [b, undefined]);
    assert.deepEqual([isOnlyPart(root!), isOnlyPart(a!)], [true, false]);
  });

  it('read each step a few times, however many findings there are', () => {
    const { workflow, reads } = workflowOf(Array.from({ length: 1000 }, () => ''));
    for (const step of [...workflow.activities]) {
      frameIndex(workflow).besides(step);
      frameIndex(workflow).isOnlyPart(step);
    }
    assert.ok(reads() < 10_000, String(reads()));
  });
});
