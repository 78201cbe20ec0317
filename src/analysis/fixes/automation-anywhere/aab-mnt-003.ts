/** Commands that are switched off. */
import { keyOf, text } from '../../platforms/json/document.ts';
import { removeEntries } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

const LISTS = new Set(['nodes', 'children']);

export const fix: Fix = {
  rule: 'AAB-MNT-003',
  does: 'Takes the disabled commands away.',
  json({ doc }, { workflows: [bot] }) {
    const { activities } = bot!;
    const byList = new Map<number, number[]>();
    for (const { at, enabled, role, parent } of activities) {
      if (enabled || role === 'comment' || role === 'trigger' || activities[parent]?.enabled === false)
        continue;
      const list = doc.parents[at]!;
      if (!LISTS.has(keyOf(doc, list))) return 'One of them is a branch of a command that stays.';
      byList.set(list, [...(byList.get(list) ?? []), at]);
    }
    return [...byList.values()].flatMap((entries) =>
      removeEntries(doc, entries, (entry) => text(doc, entry, 'commandName') ?? 'command'),
    );
  },
};
