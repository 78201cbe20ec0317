/** What a document says, in one shape: once as our reader sees it, once as saxes does. */
import { SaxesParser } from 'saxes';
import * as xml from '../../../src/analysis/platforms/xml/document.ts';
import { readXml } from '../../../src/analysis/platforms/xml/reader.ts';
import { XMLNS_NAMESPACE } from '../../../src/analysis/platforms/xml/scan.ts';

/** One element: local name, namespace, attributes as [local name, namespace, value], direct text. */
export interface OutlineElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly (readonly [string, string, string])[];
  text: string;
}

/** The elements in document order as our reader sees them. Throws what it throws. */
export function outlineOf(bytes: Uint8Array): OutlineElement[] {
  const doc = readXml(bytes);
  return Array.from({ length: doc.size }, (_, element) => {
    const first = doc.attributeStarts[element]!;
    const attributes = Array.from(
      { length: doc.attributeStarts[element + 1]! - first },
      (_, i) =>
        [
          xml.attributeName(doc, first + i),
          xml.attributeNamespace(doc, first + i),
          xml.attributeValue(doc, first + i),
        ] as const,
    );
    const name = xml.localName(doc, element);
    return { name, namespace: xml.namespaceOf(doc, element), attributes, text: xml.textOf(doc, element) };
  });
}

/** The same from saxes; undefined when saxes rejects the document. */
export function saxesOutlineOf(text: string): OutlineElement[] | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const elements: OutlineElement[] = [];
  const open: OutlineElement[] = [];
  const addText = (more: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += more;
  };
  parser.on('opentag', ({ local, uri, attributes }) => {
    const listed = Object.values(attributes).filter((attribute) => attribute.uri !== XMLNS_NAMESPACE);
    const triples = listed.map((attribute) => [attribute.local, attribute.uri, attribute.value] as const);
    const element = { name: local, namespace: uri, attributes: triples, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(text).close();
    return elements;
  } catch {
    return undefined;
  }
}
