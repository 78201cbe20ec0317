/** Recognises Blue Prism exports among XML files with a root called `process` or `release`. */
import type { FileKind } from '../../model/kinds/file-kind.ts';
import { attributeNamed, attributeText, localName, namespaceOf, type XmlDocument } from '../xml/document.ts';

/** The parts of a release have namespaces that start with this. */
export const PRODUCT_NAMESPACE = 'http://www.blueprism.co.uk/product/';
const RELEASE_NAMESPACE = `${PRODUCT_NAMESPACE}release`;
/** Namespace of a process in a release; by itself a process has none. */
export const PROCESS_NAMESPACE = `${PRODUCT_NAMESPACE}process`;

/**
 * Returns whether an element holds the stages of a process or object. Unlike the `process` round it and references, it
 * has `bpversion`.
 */
export function isDefinition(doc: XmlDocument, element: number): boolean {
  return localName(doc, element) === 'process' && attributeNamed(doc, element, 'bpversion') !== -1;
}

/** Returns whether a definition is a process or an object. */
export function definitionKind(doc: XmlDocument, element: number): FileKind {
  return attributeText(doc, element, 'type') === 'object' ? 'blue-prism-object' : 'blue-prism-process';
}

/** Returns the kind of a whole document, or undefined when the product did not write it. */
export function recogniseDocument(doc: XmlDocument): FileKind | undefined {
  const namespace = namespaceOf(doc, 0);
  if (localName(doc, 0) === 'release')
    return namespace === RELEASE_NAMESPACE ? 'blue-prism-release' : undefined;
  if (namespace !== '' && namespace !== PROCESS_NAMESPACE) return undefined;
  return isDefinition(doc, 0) ? definitionKind(doc, 0) : undefined;
}
