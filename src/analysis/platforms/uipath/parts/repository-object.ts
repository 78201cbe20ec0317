/**
 * Reads elements and screens of an object repository (`.objects`). Studio keeps each as XAML of one target, with a copy
 * of its settings in every step that uses it.
 */
import type { Property, Workflow } from '../../../model/workflow.ts';
import { addActivity, closeDraft, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import { ownTextProperty } from '../../range-property.ts';
import {
  attributeName,
  attributeText,
  attributeValue,
  children,
  localName,
  textOf,
  type XmlDocument,
} from '../../xml/document.ts';
import { xmlSource } from '../../xml/source.ts';
import { type Name, nameOf, tidyNames } from '../names/names.ts';

const OBJECT =
  /(?:^|\/)\.objects\/(?:[^/]{1,100}\/){1,20}\.data\/ObjectRepository(?:Target|Screen)Data\/\.content$/;
const MARK = '<ObjectRepository';
/** Objects in the data of an element or a screen. */
const TARGET = /^(?:TargetAnchorable|Target|TargetApp)$/;
/** Settings that say how an element is found; the others are what the recorder saw. */
const FINDS = /^(?:(?:Full|Fuzzy|Scope)?Selector(?:Argument)?|SearchSteps|ActivityType)$/;
/** Anchors inside one another; those of Studio have none. */
const DEPTH_MAX = 8;
const NAME_MAX = 80;

/** Returns whether a file may be an element or a screen of an object repository, by its path. */
export const isRepositoryObjectPath = (path: string): boolean => OBJECT.test(path);

/** Reading of one element. */
interface Reading {
  readonly doc: XmlDocument;
  readonly settings: Property[];
}

function addSetting({ doc, settings }: Reading, at: number, name: Name, text: string): void {
  if (FINDS.test(name.last) && text !== '')
    settings.push(ownTextProperty(doc.text, at, 0, name, 'in', undefined, text));
}

/** Reads the attributes of a target, and its anchors, which are targets too. */
function readTarget(reading: Reading, element: number, name: Name, depth: number): void {
  const { doc } = reading;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1)
    if (doc.attributeNamespaceIds[a] === 0)
      addSetting(reading, ~a, name.below(attributeName(doc, a)), attributeValue(doc, a));
  if (depth === DEPTH_MAX) return;
  for (const child of children(doc, element)) {
    const [owner, member] = localName(doc, child).split('.');
    if (member !== undefined && TARGET.test(owner!)) readItems(reading, child, name.below(member), depth);
  }
}

/** Reads the targets in a property, each alone or in a list. */
function readItems(reading: Reading, property: number, name: Name, depth: number): void {
  const { doc } = reading;
  const isTarget = (at: number): boolean => TARGET.test(localName(doc, at));
  const items = children(doc, property).flatMap((at) => (isTarget(at) ? [at] : children(doc, at)));
  for (const [index, item] of items.entries())
    if (isTarget(item)) readTarget(reading, item, name.item(index), depth + 1);
}

/** Names an element by what Studio calls it; its own name stands in another file. */
function nameFor(doc: XmlDocument, target: number, { path, name }: InputFile): string {
  const friendly = (attributeText(doc, target, 'FriendlyName') ?? '').replace(/^'([^']{0,200})'$/, '$1');
  const kind = localName(doc, target) === 'TargetApp' ? 'Screen' : 'Element';
  return (friendly || `${kind} ${path.split('/').at(-4) ?? name}`).slice(0, NAME_MAX);
}

/** Returns the elements of the dictionary that holds the data. */
function dataOf(doc: XmlDocument): readonly number[] {
  const holder = children(doc, 0).find((at) => localName(doc, at).endsWith('.Data'));
  return holder === undefined ? [] : children(doc, holder);
}

/** Reads an element as a workflow of one step, of the type that it was recorded for; undefined for any other file. */
export function readRepositoryObject(file: InputFile): Workflow | undefined {
  if (file.syntax !== 'xml' || !OBJECT.test(file.path) || !file.bytes.includes(MARK)) return undefined;
  const doc = file.xml();
  const data = dataOf(doc);
  const target = data.find((at) => TARGET.test(localName(doc, at)));
  if (target === undefined) return undefined;
  tidyNames();
  const name = nameFor(doc, target, file);
  const use = data.find((at) => localName(doc, at) === 'String');
  const draft = openDraft('uipath', 'uipath-object', name, 'visual-basic', xmlSource(doc));
  const id = attributeText(doc, 0, 'Reference') ?? attributeText(doc, target, 'Reference') ?? file.path;
  draft.artifactKey = id;
  const type = use === undefined ? 'Target' : textOf(doc, use).trim().slice(0, NAME_MAX);
  const step = addActivity(draft, { at: target, parent: -1, type, role: 'ui', name, id });
  const reading: Reading = { doc, settings: [] };
  readTarget(reading, target, nameOf(localName(doc, target) === 'TargetApp' ? 'TargetApp' : 'Target'), 0);
  step.properties = reading.settings;
  return closeDraft(draft);
}
