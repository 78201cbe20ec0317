/** Elements that others may refer to. */
import { attributeNamed, subtreeEnd, type XmlDocument } from '../../platforms/xml/document.ts';

/** Returns whether something else in the file may refer to a part of the element. */
export function hasName(doc: XmlDocument, element: number): boolean {
  const end = subtreeEnd(doc, element);
  for (let at = element; at < end; at += 1)
    if (attributeNamed(doc, at, 'Name', 'http://schemas.microsoft.com/winfx/2006/xaml') !== -1) return true;
  return false;
}
