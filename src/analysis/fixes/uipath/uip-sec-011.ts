/** Checks of server certificates that are switched off. */
import { attributeValue } from '../../platforms/xml/document.ts';
import { changeAttribute } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'UIP-SEC-011',
  does: 'Switches the check of the server certificate on.',
  consequence: 'Calls of servers whose certificate is expired, self-signed or for another name now fail.',
  xml({ doc, attribute }) {
    const value = attribute === -1 ? '' : attributeValue(doc, attribute).trim();
    if (!/^(?:true|false)$/i.test(value)) return 'Code or a script switches the check off.';
    return [changeAttribute(doc, attribute, /^true$/i.test(value) ? 'False' : 'True')];
  },
};
