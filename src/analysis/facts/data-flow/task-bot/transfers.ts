/** Transfers of A360 bots: data that steps carry from their inputs to their outputs, and tests that guard it. */
import type { FlowRow } from '../row.ts';

export const TASK_BOT_TRANSFERS: readonly FlowRow[] = [
  {
    kind: 'transfer',
    steps: /\/assign/i,
    from: /^(?:source|value|select|text|dictionary|list|record|dataTable)/i,
    to: 'returnTo',
  },
  { kind: 'transfer', steps: /^String\//i, from: /^(?:sourceString|string|text|source)/i, to: 'returnTo' },
  { kind: 'transfer', steps: 'Loop/loop.commands.start', from: /^iterator\./, to: /^iterator\.returnTo/ },
  {
    kind: 'transfer',
    steps: ['List/addItem', 'List/listSet'],
    from: /^(?:item|value|listItem)/i,
    to: /^list/i,
  },
  { kind: 'transfer', steps: 'Dictionary/put', from: /^value/i, to: /^dictionary/i },
];
