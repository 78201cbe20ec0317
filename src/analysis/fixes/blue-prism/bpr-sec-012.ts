/** Stages that log a secret. */
import { childNamed, localName } from '../../platforms/xml/document.ts';
import { appendElement, nameInFile } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'BPR-SEC-012',
  does: 'Switches the logging of the stage off.',
  xml({ doc, element }) {
    if (localName(doc, element) !== 'stage') return 'It is not a stage.';
    if (childNamed(doc, element, 'loginhibit') !== -1) return 'The stage has a logging of its own.';
    const name = nameInFile(doc, element).replace(/stage$/, 'loginhibit');
    return [appendElement(doc, element, { name, attributes: {} })];
  },
};
