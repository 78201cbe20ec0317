/** A table whose name does not show that it is one. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-NMG-003', {
  level: 'variable',
  // Code has conventions of its own.
  notIn: ['uipath-coded-workflow'],
  words: ['datatable'],
  *check({ name, type, at, owner }, { options: { prefix } }) {
    if (type !== 'DataTable' || name.startsWith(prefix)) return;
    yield {
      at: { at, owner, name },
      message: `The name of the table "${name}" does not begin with "${prefix}".`,
    };
  },
});
