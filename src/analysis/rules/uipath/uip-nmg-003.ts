/** A table whose name does not show that it is one. */
import { defineRule } from '../../model/rule.ts';

const variable = (name: string, type: string): string =>
  `<Sequence><Sequence.Variables><Variable x:TypeArguments="${type}" Name="${name}" /></Sequence.Variables></Sequence>`;

export const rule = defineRule({
  id: 'UIP-NMG-003',
  version: 1,
  title: 'DataTable prefix',
  platforms: ['uipath'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'A table is used in other ways than a text: its name should show what it is.',
  fix: 'Rename the variable: Studio changes its uses too.',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    prefix: { default: '', about: 'Beginning of the names of tables, such as `dt_`.', stricter: 'equal' },
  },
  needsOneOf: ['prefix'],
  level: 'variable',
  words: ['datatable'],
  *check({ name, type, at, owner }, { options: { prefix } }) {
    if (type !== 'DataTable' || name.startsWith(prefix)) return;
    yield {
      at: { at, owner, name },
      message: `The name of the table "${name}" does not begin with "${prefix}".`,
    };
  },
  examples: {
    uipath: {
      options: { prefix: 'dt_' },
      bad: [variable('orders', 'sd:DataTable'), variable('DT_Orders', 'sd:DataTable')],
      good: [
        variable('dt_Orders', 'sd:DataTable'),
        variable('orders', 'x:String'),
        // Near miss: a row is no table.
        variable('order', 'sd:DataRow'),
      ],
    },
  },
});
