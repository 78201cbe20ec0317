/** Noise of Blue Prism: where stages stand and how they look, and the wrapper of a release. */
import type { FileKind } from '../../model/kinds/file-kind.ts';
import { isDefinition, PROCESS_NAMESPACE } from '../../platforms/blue-prism/recognise.ts';
import {
  attributeName,
  attributeNamespace,
  attributeText,
  childNamed,
  children,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../../platforms/xml/document.ts';
import type { XmlNoise } from '../xml-form.ts';

/** Elements of a stage that say where it stands, with the attributes that they may have. */
const PLACES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['display', new Set(['x', 'y', 'w', 'h'])],
  ...['displayx', 'displayy', 'displaywidth', 'displayheight'].map((name): [string, ReadonlySet<string>] => [
    name,
    new Set(),
  ]),
]);
const FONT: ReadonlySet<string> = new Set(['family', 'size', 'style', 'color']);
/** Elements of a page that say which part of it was on the screen. */
const CAMERA: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['camerax', new Set<string>()],
  ['cameray', new Set<string>()],
  ['zoom', new Set(['version'])],
]);

/** Returns the noise of a process, an object or a release. */
export function bluePrismNoise(doc: XmlDocument): XmlNoise {
  const withBlocks = pagesWithBlocks(doc);
  let stage = -1;
  let standsByBlock = false;
  const isByBlock = (at: number): boolean => {
    if (at !== stage) {
      stage = at;
      standsByBlock = withBlocks.size > 0 && withBlocks.has(pageOf(doc, at));
    }
    return standsByBlock;
  };
  return {
    plainNamespace: PROCESS_NAMESPACE,
    isNoise(element) {
      const parent = doc.parents[element]!;
      if (parent === -1) return false;
      const name = localName(doc, element);
      const around = localName(doc, parent);
      if (around === 'stage') {
        const allowed = PLACES.get(name);
        // What a block protects follows from where the stages of its page stand.
        if (allowed !== undefined) return isBare(doc, element, allowed) && !isByBlock(parent);
        return name === 'font' && isBare(doc, element, FONT);
      }
      return name === 'view' && (around === 'process' || around === 'subsheet') && isCamera(doc, element);
    },
  };
}

/** Returns whether an element has no attribute but these, and holds at most a number. */
function isBare(doc: XmlDocument, element: number, allowed: ReadonlySet<string>): boolean {
  return (
    hasOnly(doc, element, allowed) &&
    firstChild(doc, element) === -1 &&
    NUMBER.test(textOf(doc, element).trim())
  );
}

const NUMBER = /^(?:-?\d{1,12}(?:[.,]\d{1,20})?)?$/;

function isCamera(doc: XmlDocument, view: number): boolean {
  return (
    doc.attributeStarts[view] === doc.attributeStarts[view + 1] &&
    textOf(doc, view).trim() === '' &&
    children(doc, view).every((child) => {
      const allowed = CAMERA.get(localName(doc, child));
      return allowed !== undefined && isBare(doc, child, allowed);
    })
  );
}

/** Returns definition and page of a stage; the main page has no id. */
function pageOf(doc: XmlDocument, stage: number): string {
  const id = childNamed(doc, stage, 'subsheetid');
  return `${doc.parents[stage]!} ${id === -1 ? '' : textOf(doc, id).trim()}`;
}

function pagesWithBlocks(doc: XmlDocument): ReadonlySet<string> {
  const pages = new Set<string>();
  for (let at = 0; at < doc.size; at += 1)
    if (localName(doc, at) === 'stage' && attributeText(doc, at, 'type') === 'Block')
      pages.add(pageOf(doc, at));
  return pages;
}

/** One process, object or other part of a file. */
export interface ReleasePart {
  /** Kind and name, such as `process:Load Customers`. */
  readonly name: string;
  readonly element: number;
}

/** Elements that a release has beside its contents. */
const RELEASE_ELEMENTS: ReadonlySet<string> = new Set([
  'name',
  'release-notes',
  'created',
  'package-id',
  'package-name',
  'user-created-by',
  'contents',
]);
const WRAPPER_ATTRIBUTES: ReadonlySet<string> = new Set(['id', 'name', 'published']);
const NO_ATTRIBUTES: ReadonlySet<string> = new Set();
const CONTENTS_ATTRIBUTES: ReadonlySet<string> = new Set(['count']);

/**
 * Returns the parts of a file: those of a release, or the one process or object that the file is. A release that holds
 * anything unknown beside its parts is a part too.
 */
export function releaseParts(doc: XmlDocument, kind: FileKind): readonly ReleasePart[] {
  if (kind !== 'blue-prism-release') return [partOf(doc, 0, 0)];
  const around = children(doc, 0);
  const contents = childNamed(doc, 0, 'contents');
  const isKnown =
    hasOnly(doc, 0, NO_ATTRIBUTES) &&
    contents !== -1 &&
    hasOnly(doc, contents, CONTENTS_ATTRIBUTES) &&
    around.filter((child) => localName(doc, child) === 'contents').length === 1 &&
    around.every(
      (child) =>
        child === contents ||
        (RELEASE_ELEMENTS.has(localName(doc, child)) &&
          firstChild(doc, child) === -1 &&
          hasOnly(doc, child, NO_ATTRIBUTES)),
    );
  const whole = isKnown ? [] : [{ name: 'release:', element: 0 }];
  return [
    ...whole,
    ...(contents === -1 ? [] : children(doc, contents)).map((part) => {
      const inside = children(doc, part);
      const [definition] = inside;
      const isWrapper =
        definition !== undefined &&
        inside.length === 1 &&
        isDefinition(doc, definition) &&
        textOf(doc, part).trim() === '' &&
        hasOnly(doc, part, WRAPPER_ATTRIBUTES);
      return partOf(doc, part, isWrapper ? definition : part);
    }),
  ];
}

/** Returns whether an element has no attribute but these, and no text that stands between elements. */
function hasOnly(doc: XmlDocument, element: number, allowed: ReadonlySet<string>): boolean {
  for (let at = doc.attributeStarts[element]!; at < doc.attributeStarts[element + 1]!; at += 1)
    if (!allowed.has(attributeName(doc, at)) || attributeNamespace(doc, at) !== '') return false;
  return firstChild(doc, element) === -1 || textOf(doc, element).trim() === '';
}

function partOf(doc: XmlDocument, part: number, element: number): ReleasePart {
  const isProcess = isDefinition(doc, element);
  const kind = !isProcess
    ? localName(doc, part)
    : attributeText(doc, element, 'type') === 'object'
      ? 'object'
      : 'process';
  return {
    name: `${kind}:${attributeText(doc, part, 'name') ?? attributeText(doc, part, 'id') ?? ''}`,
    element,
  };
}
