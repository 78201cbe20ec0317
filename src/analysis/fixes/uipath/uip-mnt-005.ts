/** Unused variables. */
import {
  attributeName,
  attributeText,
  attributeValue,
  childNamed,
  children,
  localName,
  type XmlDocument,
} from '../../platforms/xml/document.ts';
import { removeElement } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';
import { hasName } from './has-name.ts';

/** Returns whether a run computes the default. */
function hasComputedDefault(doc: XmlDocument, variable: number): boolean {
  if (attributeText(doc, variable, 'Default')?.startsWith('[') === true) return true;
  const nested = childNamed(doc, variable, 'Variable.Default');
  return nested !== -1 && children(doc, nested).some((inner) => localName(doc, inner) !== 'Literal');
}

/** Attributes that name an element itself, or are for people. */
const TITLES: ReadonlySet<string> = new Set(['Name', 'DisplayName', 'Annotation.AnnotationText']);
const textsOf = new WeakMap<XmlDocument, ReadonlySet<string>>();

/** Returns the values of the other attributes, in lower case: activities may find a variable by its name. */
function textsIn(doc: XmlDocument): ReadonlySet<string> {
  const known = textsOf.get(doc);
  if (known !== undefined) return known;
  const texts = new Set<string>();
  for (let at = 0; at < doc.attributeStarts[doc.size]!; at += 1)
    if (!TITLES.has(attributeName(doc, at))) texts.add(attributeValue(doc, at).trim().toLowerCase());
  textsOf.set(doc, texts);
  return texts;
}

/** Returns why a variable must stay, as a sentence. */
function whyNeeded(doc: XmlDocument, variable: number): string | undefined {
  if (hasName(doc, variable)) return 'Other parts of the file may refer to it.';
  const name = attributeText(doc, variable, 'Name')?.trim().toLowerCase() ?? '';
  if (textsIn(doc).has(name)) return 'A setting has the name of the variable as its text.';
  return hasComputedDefault(doc, variable)
    ? 'Each run computes its default value, which may have an effect.'
    : undefined;
}

export const fix: Fix = {
  rule: 'UIP-MNT-005',
  does: 'Takes the unused variable away.',
  alsoEnds: ['UIP-NMG-004'],
  xml({ doc, element }, { places }) {
    if (localName(doc, element) !== 'Variable') return 'It is not a variable of its own.';
    const reason = whyNeeded(doc, element);
    if (reason !== undefined) return reason;
    const list = doc.parents[element]!;
    const unused = new Set(places().flatMap((place) => (place.syntax === 'xml' ? [place.element] : [])));
    const all = children(doc, list);
    // Designers write no empty list.
    const isWhole = all.every((variable) => unused.has(variable) && whyNeeded(doc, variable) === undefined);
    if (!isWhole) return [removeElement(doc, element)];
    const names = all.map((variable) => attributeText(doc, variable, 'Name')).join(', ');
    const edit = removeElement(doc, list);
    return [{ ...edit, change: { name: 'Variables', before: names, after: null } }];
  },
};
