/** Activities as tests look at them: found by their id, with properties in lines that are easy to compare. */
import assert from 'node:assert/strict';
import type { Activity, Workflow } from '../../../src/analysis/model/workflow.ts';

/** The activity with an id. */
export function activityOf(workflow: Workflow, id: string): Activity {
  const found = workflow.activities.find((activity) => activity.id === id);
  assert.ok(found, id);
  return found;
}

/** A property in one line: `name = text`, `name ← [Item]` when it is written, ƒ before expressions. */
export function linesOf(activity: Activity): string[] {
  return activity.properties.map(
    ({ name, text, expression, direction }) =>
      `${name} ${direction === 'out' ? '←' : '='} ${expression === undefined ? '' : 'ƒ'}${text}`,
  );
}
