/** Transfers of A360 bots: data that steps carry from their inputs to their outputs, and tests that guard it. */
import { MARK } from '../../../model/data-flow/family.ts';
import type { FlowRow, SettingTest } from '../row.ts';

/** The step replaces quotation marks, which means that it doubles them. */
const FINDS_QUOTE: SettingTest = { property: 'find', is: /^['"]$/ };

export const TASK_BOT_TRANSFERS: readonly FlowRow[] = [
  {
    kind: 'barrier',
    steps: /^String\/(?:length|toNumber|toBoolean|toLocaleNumber|compare|find)/i,
    property: /./,
  },
  // A part shows nothing of a secret: the last characters, what stands before a mark.
  {
    kind: 'barrier',
    steps: /^String\/(?:subString|beforeAfter)/i,
    property: /./,
    families: ['secret', 'personal'],
  },
  {
    kind: 'transfer',
    steps: /\/assign/i,
    from: /^(?:source|value|select|text|dictionary|list|record|dataTable)/i,
    to: 'returnTo',
  },
  {
    kind: 'transfer',
    steps: /^String\/(?!length|toNumber|toBoolean|toLocaleNumber|compare|find)/i,
    from: /^(?:sourceString|replaceWith|string|text|source)/i,
    to: 'returnTo',
    unless: [FINDS_QUOTE],
  },
  {
    kind: 'transfer',
    steps: 'String/replace',
    from: 'sourceString',
    to: 'returnTo',
    when: [FINDS_QUOTE],
    marks: MARK.quotesDoubled,
  },
  { kind: 'transfer', steps: 'Loop/loop.commands.start', from: /^iterator\./, to: /^iterator\.returnTo/ },
  {
    kind: 'transfer',
    steps: ['List/addItem', 'List/listSet'],
    from: ['listItem', 'item', 'value'],
    to: 'sourceList',
  },
  { kind: 'transfer', steps: /^List\/(?:get|joinList|subList)$/i, from: 'sourceList', to: 'returnTo' },
  { kind: 'transfer', steps: 'List/assignToDataTable', from: 'sourceList', to: 'toTable' },
  { kind: 'transfer', steps: 'Dictionary/put', from: ['newValue', 'value'], to: 'sourceMap', into: 'key' },
  { kind: 'transfer', steps: 'Dictionary/get', from: 'sourceMap', to: 'returnTo', outOf: 'key' },
  { kind: 'transfer', steps: 'DataTable/setCellValue', from: 'value', to: 'table' },
  { kind: 'transfer', steps: 'DataTable/insertRow', from: /^rowRecord|^value/, to: 'table' },
  {
    kind: 'transfer',
    steps: /^DataTable\/(?:join|merge)$/i,
    from: ['firstTable', 'secondTable', 'sourceTable', 'table'],
    to: 'returnTo',
  },
];
