/** Breakpoints that are stored with a bot. */
import { jsonChildren, member } from '../../platforms/json/document.ts';
import { setValue } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'AAB-MNT-009',
  does: 'Takes the breakpoints away.',
  json({ doc }) {
    const list = member(doc, 0, 'breakpoints');
    if (list === -1) return 'The bot stores them in another form.';
    const before = `${jsonChildren(doc, list).length}`;
    return [{ ...setValue(doc, list, []), change: { name: 'breakpoints', before, after: '0' } }];
  },
};
