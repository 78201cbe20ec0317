/** Data items that nothing uses. */
import { localName } from '../../platforms/xml/document.ts';
import { removeElement } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'BPR-MNT-002',
  does: 'Takes the unused data item away.',
  xml: ({ doc, element }) =>
    localName(doc, element) === 'stage' ? [removeElement(doc, element)] : 'It is not a data item of its own.',
};
