/** Pagination beyond what a plan allows. */
import { setValue } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'PAF-REL-028',
  does: 'Lowers the threshold of Pagination to 5,000 items.',
  consequence: 'The action reads 5,000 items at most, also where the plan of the owner allows more.',
  json: ({ doc, value }) => [setValue(doc, value, 5_000)],
};
