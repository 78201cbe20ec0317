/** Turns a release into workflows: the release with its configuration first, then every process and object in it. */
import type { Property, Source, Workflow } from '../../model/workflow.ts';
import { closeDraft, openDraft } from '../draft.ts';
import {
  attributeText,
  childNamed,
  firstChild,
  localName,
  namespaceOf,
  textOf,
  type XmlDocument,
} from '../xml/document.ts';
import { dataItemKey } from './expressions/syntax.ts';
import { flatten } from './flatten.ts';
import { labelOf } from './labels.ts';
import { readProcess } from './process.ts';
import {
  attributeAt,
  contentPlaced,
  derivedText,
  isStoredPassword,
  literalSetting,
  literalValue,
  type ReleaseReading,
} from './reading.ts';
import { isDefinition, PRODUCT_NAMESPACE } from './recognise.ts';
import { addStageActivity } from './stages/activity.ts';
import { addNote } from './stages/notes.ts';

/** Parts whose settings matter to rules; they are activities of the release that no flow runs through. */
const CONFIGURATION = new Set([
  'credential',
  'work-queue',
  'webapiservice',
  'web-service',
  'webservice',
  'schedule',
  'calendar',
]);

/** Reads every workflow of a release. */
export function readRelease(doc: XmlDocument, source: Source, fileName: string): Workflow[] {
  const contents = childNamed(doc, 0, 'contents');
  const header = releaseHeader(doc);
  const name = header.get('name') || header.get('package-name') || fileName;
  const draft = openDraft('blue-prism', 'blue-prism-release', name, 'blue-prism', source);
  draft.artifactKey = `release:${header.get('package-name') || name}`;
  draft.settings.set('type', 'release');
  for (const [key, text] of header) draft.settings.set(key, text);
  const reading: ReleaseReading = { doc, draft };
  const notes = childNamed(doc, 0, 'release-notes');
  if (notes !== -1) addNote(reading, 'annotation', -1, 'release-notes', contentPlaced(doc, notes));
  const members: Workflow[] = [];
  if (contents === -1) {
    const reason = 'The release has no contents.';
    draft.unread.push({ at: 0, owner: -1, name: 'contents', kind: 'missing-definition', reason });
    return [closeDraft(draft)];
  }
  for (let part = firstChild(doc, contents); part !== -1; part = doc.nextSiblings[part]!) {
    if (!namespaceOf(doc, part).startsWith(PRODUCT_NAMESPACE)) continue;
    readPart(reading, source, part, members);
  }
  return [closeDraft(draft), ...members];
}

/** Returns the texts beside the contents: name, notes, package, author. */
function releaseHeader(doc: XmlDocument): Map<string, string> {
  const header = new Map<string, string>();
  for (let child = firstChild(doc, 0); child !== -1; child = doc.nextSiblings[child]!) {
    const name = localName(doc, child);
    if (name !== 'contents') header.set(name, textOf(doc, child).trim());
  }
  return header;
}

function readPart(reading: ReleaseReading, source: Source, part: number, members: Workflow[]): void {
  const { doc, draft } = reading;
  const kind = localName(doc, part);
  const name = attributeText(doc, part, 'name') ?? '';
  if (kind === 'process' || kind === 'object') {
    const element = definitionIn(doc, part);
    if (element !== -1) {
      members.push(readProcess({ doc, source, element, id: attributeText(doc, part, 'id') ?? '', name }));
    } else {
      const reason = `The ${kind} "${name}" has no definition inside the release.`;
      draft.unread.push({ at: part, owner: -1, name, kind: 'missing-definition', reason });
    }
  } else if (kind === 'environment-variable') {
    readEnvironmentVariable(reading, part, name);
  } else if (kind === 'skill') {
    // Its content is encrypted.
    addStageActivity(reading, part, -1, kind, 'other', name, attributeText(doc, part, 'id') ?? '');
  } else if (CONFIGURATION.has(kind)) {
    readConfiguration(reading, part, kind, name);
  }
}

/** Returns the definition inside the element of the same name that a release puts round it. */
function definitionIn(doc: XmlDocument, wrapper: number): number {
  if (isDefinition(doc, wrapper)) return wrapper;
  for (let child = firstChild(doc, wrapper); child !== -1; child = doc.nextSiblings[child]!) {
    if (isDefinition(doc, child)) return child;
  }
  return -1;
}

function readEnvironmentVariable(reading: ReleaseReading, part: number, name: string): void {
  const { doc, draft } = reading;
  const type = (attributeText(doc, part, 'type') ?? 'unknown').toLowerCase();
  const value = attributeAt(doc, part, 'value');
  const isSet =
    value !== undefined && (type === 'password' ? isStoredPassword(value.text) : value.text !== '');
  draft.variables.push({
    at: part,
    owner: -1,
    name,
    key: dataItemKey(name),
    type,
    secure: type === 'password',
    default: isSet ? literalValue(-1, name, value) : undefined,
    enabled: true,
    modifiers: ['environment-variable'],
  });
  const description = childNamed(doc, part, 'description');
  if (description !== -1) {
    addNote(reading, 'annotation', -1, name, contentPlaced(doc, description));
  }
}

function readConfiguration(reading: ReleaseReading, part: number, kind: string, name: string): void {
  const { doc } = reading;
  const id = attributeText(doc, part, 'id') ?? '';
  const activity = addStageActivity(reading, part, -1, kind, 'other', name, id);
  const properties: Property[] = [];
  activity.properties = properties;
  for (const attribute of ['key-field', 'max-attempts', 'encryptname', 'enabled', 'running']) {
    const placed = attributeAt(doc, part, attribute);
    if (placed !== undefined) properties.push(literalSetting(activity.index, labelOf('', attribute), placed));
  }
  for (let child = firstChild(doc, part); child !== -1; child = doc.nextSiblings[child]!) {
    const childName = localName(doc, child);
    if (childName === 'members') addMembers(doc, activity.index, child, properties);
    else flatten(reading, activity.index, properties, child, childName);
  }
}

/** Adds the members of a credential: the number of processes, objects, roles and resources that may use it. */
function addMembers(doc: XmlDocument, owner: number, element: number, properties: Property[]): void {
  let count = 0;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) count += 1;
  properties.push(literalSetting(owner, labelOf('', 'members'), derivedText(doc, element, String(count))));
}
