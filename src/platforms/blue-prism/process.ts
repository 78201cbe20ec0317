/** Turns one process or object into the normal form. */
import type { Role, Source, Workflow } from '../../model/workflow.ts';
import { addActivity, closeDraft, type DraftActivity, openDraft } from '../draft.ts';
import {
  attributeName,
  attributeText,
  attributeValue,
  childNamed,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../xml-document.ts';
import { readApplicationModel } from './application-model.ts';
import { readDataItem } from './data-items.ts';
import { readFlow } from './flow.ts';
import { labelOf } from './labels.ts';
import { blocksAround } from './layout.ts';
import { type Page, readOutline, type Shape } from './outline.ts';
import { readParameters } from './parameters.ts';
import {
  addNote,
  attributeAt,
  contentPlaced,
  literalSetting,
  openProperties,
  ownText,
  type Reading,
  sharedAttribute,
} from './reading.ts';
import { definitionKind } from './recognise.ts';
import { actionRole, stageKind } from './roles.ts';
import { readStage, type StageReading } from './stage-settings.ts';

/** What is known of a definition from outside it: the element round it in a release, or the file. */
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

interface ProcessReading extends Reading {
  readonly isObject: boolean;
  readonly elementNames: ReadonlyMap<string, string>;
  readonly pageNames: ReadonlyMap<string, string>;
}

/** Reads one definition. */
export function readProcess({ doc, source, element, id, name }: Definition): Workflow {
  const kind = definitionKind(doc, element);
  const isObject = kind === 'blue-prism-object';
  const ownName = attributeText(doc, element, 'name') || name;
  const draft = openDraft('blue-prism', kind, ownName, 'blue-prism', source);
  const reading: Reading = { doc, draft };
  readSettings(reading, element, isObject);
  draft.artifactKey = id || attributeText(doc, element, 'preferredid') || ownName;
  const outline = readOutline(doc, element, isObject);
  readConditions(reading, outline.preconditions);
  const endpoint = outline.endpoint === -1 ? undefined : attributeAt(doc, outline.endpoint, 'narrative');
  if (endpoint !== undefined) addNote(reading, 'annotation', -1, 'endpoint', endpoint);
  const process: ProcessReading = {
    ...reading,
    isObject,
    elementNames: readApplicationModel(reading, outline.applicationModel),
    pageNames: new Map(outline.pages.map((page) => [page.id, page.name])),
  };
  for (const page of outline.pages) readPage(process, page);
  return closeDraft(draft);
}

/** The attributes of the definition. `type` is always there: a process has none in the file. */
function readSettings({ doc, draft }: Reading, element: number, isObject: boolean): void {
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1) {
    draft.settings.set(attributeName(doc, a), attributeValue(doc, a));
  }
  draft.settings.set('type', isObject ? 'object' : 'process');
  const narrative = attributeAt(doc, element, 'narrative');
  if (narrative !== undefined) addNote({ doc, draft }, 'annotation', -1, 'narrative', narrative);
}

function readConditions(reading: Reading, element: number): void {
  if (element === -1) return;
  const { doc } = reading;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    const narrative = attributeAt(doc, child, 'narrative');
    if (narrative !== undefined) addNote(reading, 'annotation', -1, 'preconditions', narrative);
  }
}

function readPage(process: ProcessReading, page: Page): void {
  const { draft } = process;
  const activity = addActivity(draft, {
    at: page.at,
    parent: -1,
    type: 'Page',
    role: 'page',
    name: page.name,
    id: page.id,
  });
  readPageSettings(process, page, activity);
  if (!page.declared) {
    const reason = `The page "${page.id}" has stages but is not declared in the file.`;
    draft.unread.push({ at: page.at, owner: activity.index, name: 'subsheetid', reason });
  }
  const stages = readStages(process, page, activity);
  readFlow(process.doc, draft, stages);
  const owner = page.type === 'Main' && !process.isObject ? -1 : activity.index;
  const seen = new Set<string>();
  for (const shape of page.steps) readParameters(process, shape, owner, activity.index, seen);
  for (const stage of stages) readCall(process, stage);
}

/** `published` and `type` of the page, and what its description stage says. */
function readPageSettings(process: ProcessReading, page: Page, activity: DraftActivity): void {
  const { doc } = process;
  const properties = openProperties(activity);
  properties.push(
    literalSetting(activity.index, labelOf('', 'type'), ownText(doc, page.at, page.type)),
    literalSetting(activity.index, labelOf('', 'published'), ownText(doc, page.at, String(page.published))),
  );
  for (const shape of page.data) readDataItem(process, shape, activity, properties);
  if (page.info === -1) return;
  for (let child = firstChild(doc, page.info); child !== -1; child = doc.nextSiblings[child]!) {
    const name = localName(doc, child);
    if (name === 'narrative') {
      addNote(process, 'annotation', activity.index, name, contentPlaced(doc, child));
    } else if (name === 'code' || name === 'globalcode') {
      addNote(process, 'code', activity.index, name, contentPlaced(doc, child));
    } else if (name === 'language') {
      process.draft.settings.set(name, textOf(doc, child).trim());
    } else if (name === 'references' || name === 'imports') {
      for (let entry = firstChild(doc, child); entry !== -1; entry = doc.nextSiblings[entry]!) {
        const text = textOf(doc, entry).trim();
        if (text !== '')
          properties.push(literalSetting(activity.index, labelOf('', name), ownText(doc, entry, text)));
      }
    }
  }
}

/** Adds the stages of a page in the order of the file, each block followed by what lies in it; answers those that are no blocks. */
function readStages(process: ProcessReading, page: Page, activity: DraftActivity): StageReading[] {
  const { blocks, steps } = page;
  const around = blocksAround(
    process.doc,
    blocks.map((block) => block.element),
    steps.map((shape) => shape.element),
  );
  const members = blocks.map((): Shape[] => []);
  const stages: StageReading[] = [];
  const add = (shape: Shape, parent: number, role: Role): StageReading =>
    readStage(process, addStage(process, shape, parent, role), process.elementNames);
  const addStep = (shape: Shape, parent: number): void => {
    stages.push(add(shape, parent, stageRole(process.doc, shape)));
  };
  const addBlock = (place: number): void => {
    const inside = members[place]!;
    const block = add(blocks[place]!, activity.index, blockRole(inside));
    for (const member of inside) addStep(member, block.activity.index);
  };
  const top: Shape[] = [];
  for (const [i, shape] of steps.entries()) (around[i] === -1 ? top : members[around[i]!]!).push(shape);
  let next = 0;
  for (const shape of top) {
    for (; next < blocks.length && blocks[next]!.element < shape.element; next += 1) addBlock(next);
    addStep(shape, activity.index);
  }
  for (; next < blocks.length; next += 1) addBlock(next);
  return stages;
}

/** Only a block with a Recover stage handles exceptions; most blocks merely frame some steps, or notes and data. */
function blockRole(members: readonly Shape[]): Role {
  if (members.some((shape) => shape.type === 'Recover')) return 'try';
  return members.some((shape) => shape.type !== 'Note') ? 'sequence' : 'comment';
}

function stageRole(doc: XmlDocument, shape: Shape): Role {
  if (shape.type === 'Action') {
    const resource = childNamed(doc, shape.element, 'resource');
    if (resource === -1) return 'invoke';
    return actionRole(
      sharedAttribute(doc, resource, 'object') ?? '',
      sharedAttribute(doc, resource, 'action') ?? '',
    );
  }
  // With conditions it waits for the application and goes on at once when one holds.
  if (shape.type === 'WaitStart') {
    const choices = childNamed(doc, shape.element, 'choices');
    if (choices !== -1 && firstChild(doc, choices) !== -1) return 'ui';
  }
  return stageKind(shape.type).role;
}

function addStage(process: ProcessReading, shape: Shape, parent: number, role: Role): DraftActivity {
  const { type, name, id, element: at } = shape;
  return addActivity(process.draft, { at, parent, type: type || 'Stage', role, name: name || type, id });
}

/** Which stages start something else. The target of Action is `object::action`, of the others the id of page or process. */
function readCall(process: ProcessReading, { activity, bindings }: StageReading): void {
  const { doc, draft } = process;
  if (activity.type === 'Action') {
    const object = activity.properties.find((property) => property.name === 'resource.object');
    const action = activity.properties.find((property) => property.name === 'resource.action');
    const target = object && action ? `${object.text}::${action.text}` : undefined;
    const at = object?.at ?? activity.at;
    draft.calls.push({ at, owner: activity.index, name: target ?? activity.name, target, bindings });
  } else if (activity.type === 'SubSheet' || activity.type === 'Process') {
    const reference = childNamed(doc, activity.at, 'processid');
    const target = reference === -1 ? undefined : textOf(doc, reference).trim() || undefined;
    const name = (target !== undefined && process.pageNames.get(target)) || activity.name;
    const at = reference === -1 ? activity.at : reference;
    draft.calls.push({ at, owner: activity.index, name, target, bindings });
  }
}
