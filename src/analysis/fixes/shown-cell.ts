/** Cells as people see them: short, and without secrets. */
import { stepName } from '../outline/step-name.ts';
import { secretness } from '../semantics/secretness/secretness.ts';
import type { CellChange } from './edits/edit.ts';

const HIDDEN = '•••';

/** Returns a change with names and values that may be shown. */
export function shownCell({ name, before, after }: CellChange): CellChange {
  // What an attribute with the name of a secret holds may be one; a switch or a name that goes is none.
  const isSecret = secretness(name) !== 'no';
  const shown = (value: string | null): string | null => {
    if (value === null) return null;
    return isSecret && !/^(?:true|false|yes|no)$/i.test(value) ? HIDDEN : stepName(value);
  };
  return { name: stepName(name), before: shown(before), after: shown(after) };
}
