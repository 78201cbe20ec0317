/** Commented-out steps. */
import { attributeNamed, localName, subtreeEnd, type XmlDocument } from '../../platforms/xml/document.ts';
import { removeElement } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

/** Returns whether something else in the file may refer to a part of the element. */
function hasName(doc: XmlDocument, element: number): boolean {
  const end = subtreeEnd(doc, element);
  for (let at = element; at < end; at += 1)
    if (attributeNamed(doc, at, 'Name', 'http://schemas.microsoft.com/winfx/2006/xaml') !== -1) return true;
  return false;
}

export const fix: Fix = {
  rule: 'UIP-MNT-009',
  does: 'Takes the commented-out steps away.',
  xml({ doc }, { workflows: [workflow] }) {
    const outer = workflow!.activities.filter(
      ({ type, parent }) => type === 'CommentOut' && workflow!.activities[parent]?.enabled !== false,
    );
    for (const { at } of outer) {
      if (localName(doc, doc.parents[at]!) !== 'Sequence') return 'They stand where a step must be.';
      if (hasName(doc, at)) return 'Other parts of the file may refer to them.';
    }
    return outer.map(({ at }) => removeElement(doc, at));
  },
};
