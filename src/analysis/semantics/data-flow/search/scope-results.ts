/** Results of scopes in cloud flows, which hold what the actions inside give. */
import { flowNameKey } from '../../../model/flow-names.ts';
import { derived } from '../../../model/interning/derived.ts';
import { ancestorsOf } from '../../../model/navigate.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { cellsOf } from '../../cells/cells.ts';
import { useCount } from '../../cells/uses.ts';
import type { Fact, Origin } from './fact.ts';

const NONE: ReadonlyMap<number, number> = new Map();

/** Returns the cells of the results that some step reads, by the index of the scope. */
const scopeResultsOf = derived((workflow: Workflow): ReadonlyMap<number, number> => {
  const { activities, children, language } = workflow;
  if (language !== 'workflow-definition') return NONE;
  const cells = cellsOf(workflow);
  const results = new Map<number, number>();
  for (const { index, name } of activities) {
    if (children[index]!.length === 0) continue;
    const cell = cells.of(flowNameKey('action', name), index);
    if (cell !== -1 && useCount(cells.reads, cell) > 0) results.set(index, cell);
  }
  return results;
});

/** Yields what an action puts into the results of the scopes around it: `result('Scope')` has the outputs of each. */
export function* inScopeResults(
  workflow: Workflow,
  fact: Fact,
): Generator<Omit<Fact, 'origins'> & Pick<Origin, 'read'>> {
  const results = scopeResultsOf(workflow);
  const own = results.size === 0 ? undefined : workflow.activities[fact.writer];
  if (own === undefined) return;
  if (cellsOf(workflow).of(flowNameKey('action', own.name), own.index) !== fact.cell) return;
  for (const scope of ancestorsOf(workflow, own)) {
    const cell = results.get(scope.index);
    if (cell === undefined) continue;
    const path = ['', 'outputs', ...fact.path];
    yield { ...fact, cell, path, parent: fact, how: 'passed', readAt: -1, read: [] };
  }
}
