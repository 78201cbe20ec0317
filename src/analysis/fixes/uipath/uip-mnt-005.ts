/** Unused variables. */
import {
  attributeText,
  childNamed,
  children,
  localName,
  type XmlDocument,
} from '../../platforms/xml/document.ts';
import { removeElement } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

/** Returns whether a run computes the default. */
function hasComputedDefault(doc: XmlDocument, variable: number): boolean {
  if (attributeText(doc, variable, 'Default')?.startsWith('[') === true) return true;
  const nested = childNamed(doc, variable, 'Variable.Default');
  return nested !== -1 && children(doc, nested).some((inner) => localName(doc, inner) !== 'Literal');
}

export const fix: Fix = {
  rule: 'UIP-MNT-005',
  does: 'Takes the unused variable away.',
  alsoEnds: ['UIP-NMG-004'],
  xml({ doc, element }, { places }) {
    if (localName(doc, element) !== 'Variable') return 'It is not a variable of its own.';
    if (hasComputedDefault(doc, element))
      return 'Each run computes its default value, which may have an effect.';
    const list = doc.parents[element]!;
    const unused = new Set(places().flatMap((place) => (place.syntax === 'xml' ? [place.element] : [])));
    const all = children(doc, list);
    // Designers write no empty list.
    const isWhole = all.every((variable) => unused.has(variable) && !hasComputedDefault(doc, variable));
    if (!isWhole) return [removeElement(doc, element)];
    const names = all.map((variable) => attributeText(doc, variable, 'Name')).join(', ');
    const edit = removeElement(doc, list);
    return [{ ...edit, change: { name: 'Variables', before: names, after: null } }];
  },
};
