/** Hashes a page in a canonical form, which exports of the same unchanged page share across product versions. */
import { createHash } from 'node:crypto';
import {
  attributeName,
  attributeNamespace,
  attributeValue,
  childNamed,
  firstChild,
  localName,
  namespaceOf,
  textOf,
  type XmlDocument,
} from '../../xml/document.ts';
import type { Page, Shape } from '../outline.ts';
import { PRODUCT_NAMESPACE } from '../recognise.ts';
import { areasOf, blockAround } from '../stages/layout.ts';

/** Elements that draw or describe a stage: nothing in them is executed. */
const DRAWING = new Set([
  'display',
  'displayx',
  'displayy',
  'displaywidth',
  'displayheight',
  'font',
  'view',
  'narrative',
  'preconditions',
  'postconditions',
]);
/** Attributes that describe, and the one of XML itself that keeps blanks. */
const DESCRIBING = new Set(['narrative', 'friendlyname', 'space']);
/** Hexadecimal digits of a hash in the list: 128 bits. */
const DIGITS = 32;

interface Writing {
  readonly doc: XmlDocument;
  /** Names of the object's pages by their ids. */
  readonly pages: ReadonlyMap<string, string>;
  /** Places of the page's stages and groups by their ids: databases may number them anew. */
  readonly ids: Map<string, number>;
  /** Lengths of all ids: other values, such as code, are not looked up. */
  readonly idLengths: Set<number>;
  form: string;
}

/**
 * Returns the hash of a page: of everything in it that is executed, in order, with the block that protects each stage.
 * Code and data items of other pages are in the hashes of those.
 */
export function pageHash(doc: XmlDocument, page: Page, pages: ReadonlyMap<string, string>): string {
  const { blocks, steps, data, info } = page;
  const idLengths = new Set(Array.from(pages.keys(), (id) => id.length));
  const writing: Writing = { doc, pages, ids: new Map(), idLengths, form: '' };
  const shapes = [...blocks, ...steps, ...data].filter((shape) => !isMereNote(doc, shape));
  for (const { id } of shapes) if (id !== -1) place(writing, attributeValue(doc, id));
  add(writing, 'n', page.name);
  add(writing, 't', `${page.type} ${page.published}`);
  const areas = areasOf(doc, blocks);
  for (const shape of shapes) {
    if (shape.kind.part === 'step') add(writing, 'b', String(blockAround(doc, areas, shape)));
    addElement(writing, shape.element);
  }
  if (info !== -1) addElement(writing, info);
  return createHash('sha256').update(writing.form).digest('hex').slice(0, DIGITS);
}

/** Returns whether a stage is a note that no flow leads on from. */
const isMereNote = (doc: XmlDocument, { type, element }: Shape): boolean =>
  type === 'Note' && childNamed(doc, element, 'onsuccess') === -1;

function place({ ids, idLengths }: Writing, id: string): void {
  if (id === '' || ids.has(id)) return;
  ids.set(id, ids.size);
  idLengths.add(id.length);
}

/** Adds one text. Its kind and length go before it, so that no two forms have the same text. */
function add(writing: Writing, kind: string, text: string): void {
  writing.form += `${kind}${text.length}:${text}`;
}

function addValue(writing: Writing, text: string): void {
  const value = text.replaceAll('\r\n', '\n').trim();
  const { ids, pages, idLengths } = writing;
  const isId = value !== '' && idLengths.has(value.length);
  const own = isId ? ids.get(value) : undefined;
  const page = isId && own === undefined ? pages.get(value) : undefined;
  if (own !== undefined) add(writing, '#', String(own));
  else if (page !== undefined) add(writing, 'p', page);
  else add(writing, '=', value);
}

/** Adds a name. A namespace other than the product's or none makes it another element. */
function addName(writing: Writing, kind: string, namespace: string, name: string): void {
  const other = namespace.startsWith(PRODUCT_NAMESPACE) ? '' : namespace;
  writing.form += `${kind}${other.length}:${other}${name.length}:${name}`;
}

function addElement(writing: Writing, element: number): void {
  const { doc } = writing;
  const name = localName(doc, element);
  if (name === 'groupid') place(writing, textOf(doc, element).trim());
  addName(writing, '<', namespaceOf(doc, element), name);
  addAttributes(writing, element);
  addValue(writing, textOf(doc, element));
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (!DRAWING.has(localName(doc, child))) addElement(writing, child);
  writing.form += '>';
}

function addAttributes(writing: Writing, element: number): void {
  const { doc } = writing;
  const attributes: number[] = [];
  for (let a = doc.attributeStarts[element]!; a < doc.attributeStarts[element + 1]!; a += 1)
    if (!DESCRIBING.has(attributeName(doc, a))) attributes.push(a);
  if (attributes.length > 1)
    attributes.sort((a, b) => {
      const [one, other] = [attributeName(doc, a), attributeName(doc, b)];
      return one < other ? -1 : one > other ? 1 : 0;
    });
  for (const a of attributes) {
    addName(writing, '@', attributeNamespace(doc, a), attributeName(doc, a));
    addValue(writing, attributeValue(doc, a));
  }
}
