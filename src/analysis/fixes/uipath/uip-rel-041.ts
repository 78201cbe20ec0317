/** And and Or that compute both sides in Visual Basic. */
import { attributeName, attributeValue, localName, textOf } from '../../platforms/xml/document.ts';
import { changeAttribute, setText } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

/** A text in quotation marks, or an operator. */
const PIECE = /"[^"]*"|\b(?:and|or)\b/gi;

/** Returns the expression with the operators that stop at the first side. */
const shortened = (text: string): string =>
  text.replace(PIECE, (piece) => {
    if (piece.startsWith('"')) return piece;
    return piece.toLowerCase() === 'and' ? 'AndAlso' : 'OrElse';
  });

export const fix: Fix = {
  rule: 'UIP-REL-041',
  does: 'Turns And into AndAlso, and Or into OrElse.',
  consequence:
    'The right side is computed only if the left side does not decide, so calls in it may not happen.',
  xml({ doc, element, attribute }) {
    const name = attribute === -1 ? localName(doc, element) : attributeName(doc, attribute);
    // An expression may hold texts: people see the operators alone.
    const change = { name, before: 'And, Or', after: 'AndAlso, OrElse' };
    if (attribute !== -1)
      return [{ ...changeAttribute(doc, attribute, shortened(attributeValue(doc, attribute))), change }];
    const edit = setText(doc, element, shortened(textOf(doc, element)));
    return edit === undefined
      ? `The expression in "${name}" is written in another form.`
      : [{ ...edit, change }];
  },
};
