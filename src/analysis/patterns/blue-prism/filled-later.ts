/** Initial values of data items that no run uses, as the environment fills the items. */
import { derived } from '../../model/interning/derived.ts';
import type { Position, Workflow } from '../../model/workflow.ts';

/** Returns the positions of initial values that each environment fills. */
export const filledLater: (workflow: Workflow) => ReadonlySet<Position> = derived(
  ({ variables }: Workflow) =>
    new Set(
      variables.flatMap(({ default: initial, modifiers }) =>
        initial !== undefined && modifiers?.includes('exposure:Environment') === true ? [initial.at] : [],
      ),
    ),
);
