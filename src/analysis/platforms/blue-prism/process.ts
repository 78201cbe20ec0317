/** Turns one process or object into the normal form. */
import type { Property, Role, Source, Workflow } from '../../model/workflow.ts';
import { closeDraft, openDraft } from '../draft.ts';
import {
  attributeName,
  attributeText,
  attributeValue,
  childNamed,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../xml/document.ts';
import { readApplicationModel } from './application-model.ts';
import { readDataItem } from './data-items.ts';
import { codeSyntax } from './expressions/code.ts';
import { labelOf } from './labels.ts';
import { type Page, readOutline, type Shape } from './outline.ts';
import { declareArguments, type Seen } from './parameters.ts';
import {
  attributeAt,
  contentPlaced,
  derivedText,
  literalSetting,
  ownSetting,
  type ReleaseReading,
  sharedAttribute,
} from './reading.ts';
import { definitionKind } from './recognise.ts';
import { actionRole } from './roles.ts';
import { addStageActivity, type StageActivity } from './stages/activity.ts';
import { addLinks, markReachable } from './stages/flow.ts';
import { areasOf, blockAround, stageDrawing } from './stages/layout.ts';
import { addCodeNote, addNote } from './stages/notes.ts';
import { StageReading } from './stages/stage-reading.ts';
import { STAGE_READERS } from './stages/stage-settings.ts';
import { vendorMatchOf } from './vendor/vendor-copy.ts';

/** Context of a definition: its element in a release, or the file. */
export interface Definition {
  readonly doc: XmlDocument;
  readonly source: Source;
  /** The element that has `bpversion`. */
  readonly element: number;
  /** The product's id of the process or object, or ''. */
  readonly id: string;
  /** Its name, should the definition itself have none. */
  readonly name: string;
}

interface ProcessReading extends ReleaseReading {
  readonly isObject: boolean;
  readonly stage: StageReading;
  /** The stages of all pages that are no blocks. */
  readonly steps: StageActivity[];
  readonly pageNames: ReadonlyMap<string, string>;
}

/** Reads one definition. */
export function readProcess({ doc, source, element, id, name }: Definition): Workflow {
  const kind = definitionKind(doc, element);
  const isObject = kind === 'blue-prism-object';
  const ownName = attributeText(doc, element, 'name') || name;
  const draft = openDraft('blue-prism', kind, ownName, 'blue-prism', source);
  const reading: ReleaseReading = { doc, draft };
  readSettings(reading, element, isObject);
  draft.artifactKey = id || attributeText(doc, element, 'preferredid') || ownName;
  const outline = readOutline(doc, element, isObject);
  readConditions(reading, outline.preconditions);
  const endpoint = outline.endpoint === -1 ? undefined : attributeAt(doc, outline.endpoint, 'narrative');
  if (endpoint !== undefined) addNote(reading, 'annotation', -1, 'endpoint', endpoint);
  const process: ProcessReading = {
    ...reading,
    isObject,
    stage: new StageReading(
      reading,
      readApplicationModel(reading, outline.applicationModel),
      codeSyntax(languageOf(doc, outline.pages)),
      STAGE_READERS,
    ),
    steps: [],
    pageNames: new Map(outline.pages.map((page) => [page.id, page.name])),
  };
  const vendor = isObject ? vendorMatchOf(doc, element, outline.pages) : undefined;
  const vendorPages = new Set<number>();
  for (const page of outline.pages) {
    const index = readPage(process, page);
    if (vendor?.pages.has(page) === true) vendorPages.add(index);
  }
  if (vendor !== undefined)
    draft.vendorCopy = {
      pages: vendorPages,
      hasDataItemAt: vendor.hasDataItemAt,
      isWhole: vendorPages.size === outline.pages.length,
      isNamesake: vendor.isNamesake,
    };
  markReachable(process.steps, draft.transitions);
  draft.drawing = stageDrawing(doc);
  return closeDraft(draft);
}

/** Returns the language of all code, which a page may name behind the code of others; '' if none does. */
function languageOf(doc: XmlDocument, pages: readonly Page[]): string {
  let language = '';
  for (const { info } of pages) {
    const element = info === -1 ? -1 : childNamed(doc, info, 'language');
    if (element !== -1) language = textOf(doc, element).trim();
  }
  return language;
}

/** Reads the attributes of the definition. `type` is always set: a process has none in the file. */
function readSettings({ doc, draft }: ReleaseReading, element: number, isObject: boolean): void {
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1) {
    draft.settings.set(attributeName(doc, a), attributeValue(doc, a));
  }
  draft.settings.set('type', isObject ? 'object' : 'process');
  const narrative = attributeAt(doc, element, 'narrative');
  if (narrative !== undefined) addNote({ doc, draft }, 'annotation', -1, 'narrative', narrative);
}

function readConditions(reading: ReleaseReading, element: number): void {
  if (element === -1) return;
  const { doc } = reading;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    const narrative = attributeAt(doc, child, 'narrative');
    if (narrative !== undefined) addNote(reading, 'annotation', -1, 'preconditions', narrative);
  }
}

/** Reads a page and its stages. Returns the index of the page's activity. */
function readPage(process: ProcessReading, page: Page): number {
  const { doc, draft } = process;
  const activity = addStageActivity(process, page.at, -1, 'Page', 'page', page.name, page.id);
  readPageSettings(process, page, activity);
  if (!page.declared) {
    const reason = `The page "${page.id}" has stages but is not declared in the file.`;
    draft.unread.push({
      at: page.at,
      owner: activity.index,
      name: 'subsheetid',
      kind: 'undeclared-page',
      reason,
    });
  }
  const [firstStep, firstLink] = [process.steps.length, process.stage.links.length];
  readStages(process, page, activity.index);
  addLinks(doc, process.steps, firstStep, process.stage.links, firstLink, draft.transitions);
  const owner = page.type === 'Main' && !process.isObject ? -1 : activity.index;
  const seen: Seen = { inputs: undefined, outputs: undefined };
  for (const shape of page.steps) declareArguments(process, shape, owner, activity.index, seen);
  return activity.index;
}

/** Reads `published` and `type` of the page, and the settings of its description stage. */
function readPageSettings(process: ProcessReading, page: Page, activity: StageActivity): void {
  const { doc } = process;
  const properties: Property[] = [
    ownSetting(doc, page.at, activity.index, labelOf('', 'type'), page.type),
    ownSetting(doc, page.at, activity.index, labelOf('', 'published'), String(page.published)),
  ];
  activity.properties = properties;
  for (const shape of page.data) readDataItem(process, shape, activity, properties);
  if (page.info === -1) return;
  for (let child = firstChild(doc, page.info); child !== -1; child = doc.nextSiblings[child]!) {
    const name = localName(doc, child);
    if (name === 'narrative') {
      addNote(process, 'annotation', activity.index, name, contentPlaced(doc, child));
    } else if (name === 'code' || name === 'globalcode') {
      addCodeNote(process.stage, activity.index, name, contentPlaced(doc, child));
    } else if (name === 'language') {
      process.draft.settings.set(name, textOf(doc, child).trim());
    } else if (name === 'references' || name === 'imports') {
      for (let entry = firstChild(doc, child); entry !== -1; entry = doc.nextSiblings[entry]!) {
        const text = textOf(doc, entry).trim();
        if (text !== '')
          properties.push(literalSetting(activity.index, labelOf('', name), derivedText(doc, entry, text)));
      }
    }
  }
}

/** Adds the stages of a page in the order of the file, each block followed by the stages in it. */
function readStages(process: ProcessReading, page: Page, parent: number): void {
  const { blocks, steps } = page;
  if (blocks.length === 0) {
    for (const shape of steps) readStep(process, shape, parent);
    return;
  }
  const { doc } = process;
  const areas = areasOf(doc, blocks);
  const members = blocks.map((): Shape[] => []);
  const top: Shape[] = [];
  for (const shape of steps) (members[blockAround(doc, areas, shape)] ?? top).push(shape);
  let next = 0;
  for (const shape of top) {
    for (; next < blocks.length && blocks[next]!.element < shape.element; next += 1)
      readBlock(process, blocks[next]!, parent, members[next]!);
    readStep(process, shape, parent);
  }
  for (; next < blocks.length; next += 1) readBlock(process, blocks[next]!, parent, members[next]!);
}

function readBlock(process: ProcessReading, shape: Shape, parent: number, members: readonly Shape[]): void {
  const block = addStage(process, shape, parent, blockRole(members));
  process.stage.read(block);
  for (const member of members) readStep(process, member, block.index);
}

function readStep(process: ProcessReading, shape: Shape, parent: number): void {
  const step = addStage(process, shape, parent, stageRole(process.doc, shape));
  process.steps.push(step);
  process.stage.read(step);
  if (process.stage.isCall) readCall(process, step);
}

/**
 * Returns the role of a block. Only one with a Recover stage handles exceptions; most merely frame some steps, or notes
 * and data.
 */
function blockRole(members: readonly Shape[]): Role {
  if (members.some((shape) => shape.type === 'Recover')) return 'try';
  return members.some((shape) => shape.type !== 'Note') ? 'sequence' : 'comment';
}

function stageRole(doc: XmlDocument, { type, kind, element }: Shape): Role {
  if (type === 'Action') {
    const resource = childNamed(doc, element, 'resource');
    if (resource === -1) return 'invoke';
    return actionRole(
      sharedAttribute(doc, resource, 'object') ?? '',
      sharedAttribute(doc, resource, 'action') ?? '',
    );
  }
  // With conditions it waits for the application, and continues at once when one holds.
  if (type === 'WaitStart') {
    const choices = childNamed(doc, element, 'choices');
    if (choices !== -1 && firstChild(doc, choices) !== -1) return 'ui';
  }
  return kind.role;
}

/** Adds a stage. One without a name is named after its type. */
function addStage(process: ProcessReading, shape: Shape, parent: number, role: Role): StageActivity {
  const { doc } = process;
  const { type, name, element } = shape;
  const isNamed = name !== -1 && doc.attributeValueStarts[name] !== doc.attributeValueEnds[name];
  const id = shape.id === -1 ? '' : shape.id;
  return addStageActivity(process, element, parent, type || 'Stage', role, isNamed ? name : type, id);
}

/** Reads the call of a stage. The target of Action is `object::action`, of the others the id of page or process. */
function readCall(process: ProcessReading, activity: StageActivity): void {
  const { doc, draft, stage } = process;
  const bindings = stage.ownBindings();
  if (activity.type === 'Action') {
    const object = activity.properties.find((property) => property.name === 'resource.object');
    const action = activity.properties.find((property) => property.name === 'resource.action');
    const target = object && action ? `${object.text}::${action.text}` : undefined;
    const at = object?.at ?? activity.at;
    draft.calls.push({ at, owner: activity.index, name: target ?? activity.name, target, bindings });
  } else {
    const reference = childNamed(doc, activity.at, 'processid');
    const target = reference === -1 ? undefined : textOf(doc, reference).trim() || undefined;
    const name = (target !== undefined && process.pageNames.get(target)) || activity.name;
    const at = reference === -1 ? activity.at : reference;
    draft.calls.push({ at, owner: activity.index, name, target, bindings });
  }
}
