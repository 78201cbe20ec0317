/** Variables that nothing in a bot uses. */
import { unusedVariables } from '../../patterns/automation-anywhere/unused-variables.ts';
import { text } from '../../platforms/json/document.ts';
import { removeEntries } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'AAB-MNT-005',
  does: 'Takes the unused variables away.',
  json({ doc }, { workflows: [bot] }) {
    const unused = unusedVariables(bot!).map(({ at }) => at);
    return removeEntries(doc, unused, (entry) => text(doc, entry, 'name') ?? 'variable');
  },
};
