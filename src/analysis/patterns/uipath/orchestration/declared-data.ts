/** Names of data that an orchestration declares, by the key that its expressions use. */
import { derived } from '../../../model/interning/derived.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { walk } from '../../../semantics/visit.ts';

const SET = /^(?:set|variableUpdates)\.([^.]+)/;
const EXPORT = /(?:^|\.)export\.as$/;
/** Variable that a task of a case fills with one of its results; the list of variables has only those of the case itself. */
const FILLED = /(?:^|\.)outputs\.\d{1,9}\.(?:var|id)$/;

/** Returns the names of the members and texts of an expression: `{ outputs: { "Step_1": … } }`. */
function memberNames(workflow: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  for (const expression of workflow.expressions) {
    if (!EXPORT.test(expression.name)) continue;
    for (const node of walk(expression.tree))
      if (node.kind === 'new') for (const { name } of node.members) if (name !== undefined) names.add(name);
  }
  return names;
}

/** Returns the keys that a workflow declares or fills anywhere; what it reads beside them has no value in any run. */
export const declaredKeysOf = derived((workflow: Workflow): ReadonlySet<string> => {
  const keys = new Set<string>();
  for (const { key, name } of [...workflow.arguments, ...workflow.variables]) {
    keys.add(key);
    // Expressions of BPMN and cases name a variable by its id or by its name.
    if (key.startsWith('vars.')) keys.add(`vars.${name}`);
  }
  for (const { id, properties } of workflow.activities) {
    keys.add(`$vars.${id}`);
    for (const { name, text, expression, direction } of properties) {
      if (workflow.kind === 'uipath-case' && FILLED.test(name)) keys.add(`vars.${text}`);
      const target = SET.exec(name)?.[1];
      if (target !== undefined) keys.add(`$context.variables.${target}`);
      if (direction === 'out') for (const key of expression?.mentions ?? []) keys.add(key);
    }
  }
  for (const name of memberNames(workflow))
    keys.add(`$context.outputs.${name}`).add(`$context.variables.${name}`);
  return keys;
});
