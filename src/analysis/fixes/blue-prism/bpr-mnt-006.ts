/** Breakpoints that were exported. */
import { attributeText, localName, subtreeEnd, type XmlDocument } from '../../platforms/xml/document.ts';
import { removeElement } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';

/** Returns the breakpoints of the process around a stage. */
function breakpointsIn(doc: XmlDocument, process: number): readonly number[] {
  const found: number[] = [];
  for (let at = process, end = subtreeEnd(doc, process); at < end; at += 1)
    if (localName(doc, at) === 'breakpoint' && localName(doc, doc.parents[at]!) === 'stage') found.push(at);
  return found;
}

export const fix: Fix = {
  rule: 'BPR-MNT-006',
  does: 'Takes the breakpoints away.',
  xml: ({ doc, element }) =>
    breakpointsIn(doc, doc.parents[element]!).map((at) => {
      const edit = removeElement(doc, at);
      const stage = attributeText(doc, doc.parents[at]!, 'name') ?? '';
      return { ...edit, change: { name: 'breakpoint', before: stage, after: null } };
    }),
};
