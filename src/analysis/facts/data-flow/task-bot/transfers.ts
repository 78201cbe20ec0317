/** Transfers of A360 bots: data that steps carry from their inputs to their outputs, and tests that guard it. */
import { MARK } from '../../../model/data-flow/family.ts';
import type { FlowRow, SettingTest } from '../row.ts';

/** The step replaces quotation marks, which means that it doubles them. */
const FINDS_QUOTE: SettingTest = { property: 'find', is: /^['"]$/ };

export const TASK_BOT_TRANSFERS: readonly FlowRow[] = [
  { kind: 'barrier', steps: /^String\/(?:length|toNumber|compare|find)/i, property: /./ },
  {
    kind: 'transfer',
    steps: /\/assign/i,
    from: /^(?:source|value|select|text|dictionary|list|record|dataTable)/i,
    to: 'returnTo',
  },
  {
    kind: 'transfer',
    steps: /^String\/(?!length|toNumber|compare|find)/i,
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
    from: /^(?:item|value|listItem)/i,
    to: /^list/i,
  },
  { kind: 'transfer', steps: 'Dictionary/put', from: /^value/i, to: /^dictionary/i },
];
