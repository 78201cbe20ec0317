/** A protected value that lives in a wider container than the one that uses it. */
import { ancestorsOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { usesOfCell } from '../../semantics/cells/uses.ts';
import { defineRule } from '../define-rule.ts';

/** Containers that can declare variables. */
const DECLARES = /^(?:Sequence|Flowchart|StateMachine|State|Parallel|While|DoWhile)$/;

const pathOf = (workflow: Workflow, index: number): readonly Activity[] =>
  [...ancestorsOf(workflow, workflow.activities[index]!)].toReversed();

/** Returns the innermost container that can declare a variable and holds all of these activities. */
function sharedContainer(workflow: Workflow, users: readonly number[]): Activity | undefined {
  const [first, ...others] = users.map((index) => pathOf(workflow, index));
  const shared = first?.filter((container, depth) => others.every((path) => path[depth] === container));
  return shared?.findLast(({ type }) => DECLARES.test(type));
}

export const rule = defineRule('UIP-SEC-004', {
  level: 'variable',
  words: ['securestring'],
  *check(variable, { workflow, options }) {
    if (!variable.type.endsWith('SecureString') || variable.owner < 0) return;
    const cells = cellsOf(workflow);
    const cell = cells.of(variable.key, variable.owner);
    const users = [cells.reads, cells.writes].flatMap((uses) =>
      Array.from(usesOfCell(uses, cell), ({ activity }) => activity).filter((at) => at >= 0),
    );
    const needed = cell === -1 ? undefined : sharedContainer(workflow, users);
    if (needed === undefined) return;
    const around = [...ancestorsOf(workflow, needed)].filter(({ type }) => DECLARES.test(type));
    const gap = around.findIndex(({ index }) => index === variable.owner) + 1;
    if (gap <= options.maxScopeGap) return;
    const scope = workflow.activities[variable.owner]!.name;
    const message = `"${variable.name}" lives in "${scope}", and only "${needed.name}", ${gap} containers further in, uses it.`;
    yield { at: variable, message };
  },
});
