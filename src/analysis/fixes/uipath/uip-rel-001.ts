/** A catch that does nothing: it passes the exception on. */
import { childNamed, localName } from '../../platforms/xml/document.ts';
import { appendElement, nameInFile } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';
import { stepsOf } from './xaml-setting.ts';

export const fix: Fix = {
  rule: 'UIP-REL-001',
  does: 'Puts a Rethrow into the empty Catch.',
  consequence:
    'A run that went on after this exception now ends with it, unless an outer Try Catch handles it.',
  flow: 'changes',
  alsoEnds: ['UIP-REL-002', 'UIP-MNT-008', 'XPL-REL-005'],
  xml({ doc, element }) {
    const action = localName(doc, element) === 'Catch' ? childNamed(doc, element, 'ActivityAction') : -1;
    if (action === -1) return 'Its Catch is written in another form.';
    const [step, ...others] = stepsOf(doc, action);
    const isPlace =
      step === undefined || (localName(doc, step) === 'Sequence' && stepsOf(doc, step).length === 0);
    if (!isPlace || others.length > 0) return 'Its Catch holds something: look at it in Studio.';
    const name = nameInFile(doc, element).replace(/Catch$/, 'Rethrow');
    return [appendElement(doc, step ?? action, { name, attributes: { DisplayName: 'Rethrow' } })];
  },
};
