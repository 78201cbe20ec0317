/** Data items, fields and parameters that hold a secret as readable text. */

import { derived } from '../../model/interning/derived.ts';
import type { Variable, Workflow } from '../../model/workflow.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

/** Returns the symbols of type text with the name of a secret; the last part of `Collection.Field` is the field. */
export const plainSecrets = derived(
  ({ variables, arguments: args }: Workflow): ReadonlySet<Variable> =>
    new Set(
      [...variables, ...args].filter(
        ({ name, type }) => type === 'text' && reaches(secretness(lastPart(name)), 'likely'),
      ),
    ),
);
