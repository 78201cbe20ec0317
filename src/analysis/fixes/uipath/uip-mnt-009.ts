/** Commented-out steps. */
import { localName } from '../../platforms/xml/document.ts';
import { removeElement } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';
import { hasName } from './has-name.ts';

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
