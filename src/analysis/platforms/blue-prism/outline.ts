/** Outline of a process or object: its pages and their stages, read before the inside of any stage. */
import {
  attributesNamed,
  attributeText,
  attributeValue,
  childNamed,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../xml/document.ts';
import { sharedValue } from './reading.ts';
import { type StageKind, stageKind } from './roles.ts';

/** A stage as its page needs it. */
export interface Shape {
  readonly element: number;
  readonly type: string;
  readonly kind: StageKind;
  /** The attributes that hold its name and its id, or -1. */
  readonly name: number;
  readonly id: number;
}

/** Attributes of a stage that its page reads. */
const OF_SHAPE = ['type', 'name', 'stageid'] as const;

/**
 * Returns the shape of a stage.
 * @param found buffer of `attributesNamed`: one serves the stages of a definition one after the other
 */
function shapeOf(doc: XmlDocument, element: number, found: number[]): Shape {
  attributesNamed(doc, element, OF_SHAPE, found);
  const [type, name, id] = [found[0]!, found[1]!, found[2]!];
  const text = type === -1 ? '' : sharedValue(doc, type);
  return { element, type: text, kind: stageKind(text), name, id };
}

/** Returns the value of an attribute, '' when it is absent. */
export function valueAt(doc: XmlDocument, attribute: number): string {
  return attribute === -1 ? '' : attributeValue(doc, attribute);
}

/** A page and the stages on it, in document order. */
export interface Page {
  /** The element that declares it: `subsheet`, or the process itself for the main page. */
  readonly at: number;
  readonly id: string;
  readonly name: string;
  /** `Main`, `Normal` or `CleanUp`. */
  readonly type: string;
  readonly published: boolean;
  /** False when stages name a page that the file does not declare. */
  readonly declared: boolean;
  /** The stage that describes the page, or -1. */
  info: number;
  readonly blocks: Shape[];
  readonly steps: Shape[];
  readonly data: Shape[];
}

/** Everything in a definition beside its settings. Elements are -1 when absent. */
export interface Outline {
  /** The main page first. */
  readonly pages: readonly Page[];
  readonly applicationModel: number;
  readonly preconditions: number;
  readonly endpoint: number;
}

type PageFields = Pick<Page, 'at' | 'id' | 'name' | 'type' | 'published' | 'declared'>;

function openPage(fields: PageFields): Page {
  return { ...fields, info: -1, blocks: [], steps: [], data: [] };
}

function declaredPage(doc: XmlDocument, element: number): Page {
  const name = childNamed(doc, element, 'name');
  return openPage({
    at: element,
    id: attributeText(doc, element, 'subsheetid') ?? '',
    name: name === -1 ? '' : textOf(doc, name),
    type: attributeText(doc, element, 'type') ?? 'Normal',
    published: attributeText(doc, element, 'published')?.toLowerCase() === 'true',
    declared: true,
  });
}

/** Pages by their ids, and the last one found: stages of one page mostly follow each other. */
interface Pages {
  readonly byId: Map<string, Page>;
  last: { readonly reference: number; readonly page: Page } | undefined;
}

/** Returns whether two elements have the same bytes in them. */
function haveSameContent(doc: XmlDocument, one: number, other: number): boolean {
  const { bytes, contentStarts, contentEnds } = doc;
  const length = contentEnds[one]! - contentStarts[one]!;
  if (contentEnds[other]! - contentStarts[other]! !== length) return false;
  for (let i = 0; i < length; i += 1)
    if (bytes[contentStarts[one]! + i] !== bytes[contentStarts[other]! + i]) return false;
  return true;
}

/** Returns the page that a stage names; without a name it is on the main page. */
function pageOf(doc: XmlDocument, stage: number, pages: Pages): Page {
  const reference = childNamed(doc, stage, 'subsheetid');
  if (reference === -1) return pageWithId('', stage, pages.byId);
  const { last } = pages;
  if (last !== undefined && haveSameContent(doc, last.reference, reference)) return last.page;
  const page = pageWithId(textOf(doc, reference).trim(), stage, pages.byId);
  pages.last = { reference, page };
  return page;
}

function pageWithId(id: string, stage: number, pages: Map<string, Page>): Page {
  let page = pages.get(id);
  if (page === undefined) {
    page = openPage({ at: stage, id, name: id, type: 'Normal', published: false, declared: false });
    pages.set(id, page);
  }
  return page;
}

function place(page: Page, shape: Shape): void {
  switch (shape.kind.part) {
    case 'step':
      page.steps.push(shape);
      return;
    case 'data':
      page.data.push(shape);
      return;
    case 'page':
      page.info = shape.element;
      return;
    case 'shape':
      page.blocks.push(shape);
  }
}

/** Sorts the children of a definition into pages. A stage may stand before the page that it is on. */
export function readOutline(doc: XmlDocument, definition: number, isObject: boolean): Outline {
  const main = openPage({
    at: definition,
    id: '',
    name: isObject ? 'Initialise' : 'Main Page',
    type: 'Main',
    published: true,
    declared: true,
  });
  const pages = new Map<string, Page>([['', main]]);
  const stages: number[] = [];
  const found = { applicationModel: -1, preconditions: -1, endpoint: -1 };
  for (let child = firstChild(doc, definition); child !== -1; child = doc.nextSiblings[child]!) {
    const name = localName(doc, child);
    if (name === 'stage') stages.push(child);
    else if (name === 'subsheet') {
      const page = declaredPage(doc, child);
      if (!pages.has(page.id)) pages.set(page.id, page);
    } else if (name === 'appdef') found.applicationModel = child;
    else if (name === 'preconditions') found.preconditions = child;
    else if (name === 'endpoint') found.endpoint = child;
  }
  const known: Pages = { byId: pages, last: undefined };
  const attributes: number[] = [];
  for (const element of stages) place(pageOf(doc, element, known), shapeOf(doc, element, attributes));
  return { pages: [...pages.values()], ...found };
}
