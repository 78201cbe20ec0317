/** Exceptions that store a picture of the screen. */
import { attributeNamed } from '../../platforms/xml/document.ts';
import { changeAttribute } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'BPR-PRV-001',
  does: 'Lets the exception store no picture of the screen.',
  xml({ doc, element, attribute }) {
    const at = attribute === -1 ? attributeNamed(doc, element, 'savescreencapture') : attribute;
    return at === -1 ? 'The stage stores the setting in another form.' : [changeAttribute(doc, at, 'no')];
  },
};
