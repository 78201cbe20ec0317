/** A made-up result that stayed switched on. */
import { setValue } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'PAF-SEC-023',
  does: 'Switches the static result off.',
  consequence: 'The action does its work again, with all its effects.',
  json: ({ doc, value }) => [setValue(doc, value, 'Disabled')],
};
