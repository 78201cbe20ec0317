/** Exceptions that the session log does not show. */
import { childNamed } from '../../platforms/xml/document.ts';
import { removeElement } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'BPR-OBS-001',
  does: 'Switches the logging of the Exception stage on.',
  xml({ doc, element }, { finding }) {
    if (finding.subject !== 'exception') return 'Its author must choose which stages write to the log.';
    const setting = childNamed(doc, element, 'loginhibit');
    return setting === -1 ? 'The stage stores the setting in another form.' : [removeElement(doc, setting)];
  },
};
