/** Addresses without encryption. */
import { keyOf, stringOf } from '../../platforms/json/document.ts';
import { attributeName, attributeValue } from '../../platforms/xml/document.ts';
import { setValue } from '../edits/json-edits.ts';
import { changeAttribute } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

const PLAIN = 'http://';
const OTHER_FORM = 'The address is written in another form, or with another protocol.';

/** Returns a text with its one address over HTTPS; undefined: it has none, or several. */
function encrypted(text: string): string | undefined {
  const at = text.toLowerCase().indexOf(PLAIN);
  if (at === -1 || text.toLowerCase().includes(PLAIN, at + 1)) return undefined;
  return `${text.slice(0, at)}https://${text.slice(at + PLAIN.length)}`;
}

/** Addresses may hold a secret: people see the protocol alone. */
const CHANGE = { before: `${PLAIN}…`, after: 'https://…' };

export const fix: Fix = {
  rule: 'XPL-SEC-004',
  does: 'Turns http:// into https://.',
  consequence:
    'A server that offers no HTTPS, or has a certificate that nobody trusts, is no longer reached.',
  xml({ doc, attribute }) {
    const text = attribute === -1 ? undefined : encrypted(attributeValue(doc, attribute));
    if (text === undefined) return OTHER_FORM;
    return [
      {
        ...changeAttribute(doc, attribute, text),
        change: { name: attributeName(doc, attribute), ...CHANGE },
      },
    ];
  },
  json({ doc, value }) {
    const text = encrypted(stringOf(doc, value) ?? '');
    if (text === undefined) return OTHER_FORM;
    return [{ ...setValue(doc, value, text), change: { name: keyOf(doc, value), ...CHANGE } }];
  },
};
