/** Data items and collections as variables. */
import type { Property, Value } from '../../model/workflow.ts';
import { LESS } from '../xml/characters.ts';
import {
  attributeNamed,
  attributeText,
  attributeValue,
  firstChild,
  localName,
  textOf,
  type XmlDocument,
} from '../xml/document.ts';
import { dataItemKey } from './expressions/syntax.ts';
import { type Shape, valueAt } from './outline.ts';
import {
  attributePlaced,
  contentPlaced,
  derivedText,
  isStoredPassword,
  literalSetting,
  literalValue,
  type Placed,
  type ReleaseReading,
  sharedContent,
} from './reading.ts';
import type { StageActivity } from './stages/activity.ts';
import { addSymbolNote } from './stages/notes.ts';

/** Types whose initial value is an encoded blob that no rule can read. */
const BLOBS = new Set(['binary', 'image']);
/** Levels of collections inside collections whose fields become variables. */
const FIELD_DEPTH_MAX = 4;

/** Attributes of an item that a Data or Collection stage declares. */
interface Declaration {
  readonly datatype: string;
  readonly initial: number;
  readonly encoded: number;
  readonly fields: number;
  readonly narrative: number;
  readonly isPrivate: boolean;
  readonly modifiers: readonly string[];
}

const UNMODIFIED: readonly string[] = [];
/** Modifiers of most items. */
const ALWAYS_SET: readonly string[] = ['alwaysinit'];
const FIELD: readonly string[] = ['field'];
const NO_VALUES: ReadonlyMap<string, number> = new Map();

/** Shares the lists that most items have. */
function sharedModifiers(words: readonly string[] | undefined): readonly string[] {
  if (words === undefined) return UNMODIFIED;
  return words.length === 1 && words[0] === ALWAYS_SET[0] ? ALWAYS_SET : words;
}

function readDeclaration(doc: XmlDocument, stage: number): Declaration {
  let datatype = 'unknown';
  let initial = -1;
  let encoded = -1;
  let fields = -1;
  let narrative = -1;
  let isPrivate = false;
  let words: string[] | undefined;
  for (let child = firstChild(doc, stage); child !== -1; child = doc.nextSiblings[child]!) {
    const name = localName(doc, child);
    if (name === 'datatype') datatype = sharedContent(doc, child).trim().toLowerCase();
    else if (name === 'initialvalue') initial = child;
    else if (name === 'initialvalueenc') encoded = child;
    else if (name === 'collectioninfo') fields = child;
    else if (name === 'narrative' && narrative === -1) narrative = child;
    else if (name === 'private') isPrivate = true;
    else if (name === 'alwaysinit') (words ??= []).push(name);
    else if (name === 'exposure') (words ??= []).push(`exposure:${textOf(doc, child).trim()}`);
  }
  return { datatype, initial, encoded, fields, narrative, isPrivate, modifiers: sharedModifiers(words) };
}

/** Returns whether an element begins with text, which for a blob is enough to know. */
function beginsWithText({ bytes, contentStarts, contentEnds }: XmlDocument, element: number): boolean {
  const start = contentStarts[element]!;
  return start < contentEnds[element]! && bytes[start] !== LESS;
}

function initialValue(doc: XmlDocument, item: Declaration, owner: number, name: string): Value | undefined {
  if (BLOBS.has(item.datatype) && item.initial !== -1 && beginsWithText(doc, item.initial))
    return literalValue(owner, name, derivedText(doc, item.initial, ''));
  const plain = item.initial === -1 ? undefined : contentPlaced(doc, item.initial);
  const encoded = item.encoded === -1 ? undefined : contentPlaced(doc, item.encoded);
  let placed: Placed | undefined;
  if (plain !== undefined && !plain.isEmpty) placed = plain;
  else if (encoded !== undefined && !encoded.isEmpty && isStoredPassword(encoded.text)) placed = encoded;
  if (placed === undefined) return undefined;
  return literalValue(owner, name, BLOBS.has(item.datatype) ? derivedText(doc, placed.at, '') : placed);
}

/** Reads one Data or Collection stage. Without `private` every page sees the item. */
export function readDataItem(
  reading: ReleaseReading,
  shape: Shape,
  page: StageActivity,
  pageProperties: Property[],
): void {
  const { doc, draft } = reading;
  const item = readDeclaration(doc, shape.element);
  const name = valueAt(doc, shape.name);
  const owner = item.isPrivate ? page.index : -1;
  const isCollection = shape.type === 'Collection' || item.datatype === 'collection';
  if (item.narrative !== -1)
    addSymbolNote(
      reading,
      { owner: page.index, name, symbol: shape.element },
      contentPlaced(doc, item.narrative),
    );
  draft.variables.push({
    at: shape.element,
    owner,
    name,
    key: dataItemKey(name),
    type: isCollection ? 'collection' : item.datatype,
    secure: item.datatype === 'password',
    default: isCollection ? undefined : initialValue(doc, item, owner, name),
    enabled: true,
    modifiers: item.modifiers,
  });
  if (!isCollection) return;
  const values = firstRowValues(reading, item.initial, name, page.index, pageProperties);
  if (item.fields !== -1) readFields(reading, item.fields, name, owner, values, 1);
}

/** Returns the value of a field in a row: plain, or obfuscated for passwords. */
function fieldValue(doc: XmlDocument, field: number): number {
  const plain = attributeNamed(doc, field, 'value');
  if (plain !== -1 && attributeValue(doc, plain) !== '') return plain;
  const encoded = attributeNamed(doc, field, 'encvalue');
  return encoded !== -1 && isStoredPassword(attributeValue(doc, encoded)) ? encoded : -1;
}

/**
 * Returns the first value of each field, which becomes its default. The values of further rows become settings of the
 * page, so that checks read their texts.
 */
function firstRowValues(
  reading: ReleaseReading,
  initial: number,
  collection: string,
  page: number,
  pageProperties: Property[],
): ReadonlyMap<string, number> {
  const { doc } = reading;
  if (initial === -1 || firstChild(doc, initial) === -1) return NO_VALUES;
  const values = new Map<string, number>();
  let row = 0;
  for (let child = firstChild(doc, initial); child !== -1; child = doc.nextSiblings[child]!) {
    if (localName(doc, child) !== 'row') continue;
    row += 1;
    for (let field = firstChild(doc, child); field !== -1; field = doc.nextSiblings[field]!) {
      const value = fieldValue(doc, field);
      if (value === -1 || BLOBS.has(attributeText(doc, field, 'type') ?? '')) continue;
      const name = attributeText(doc, field, 'name') ?? '';
      if (!values.has(name)) {
        values.set(name, value);
        continue;
      }
      const label = { text: `${collection}.row${row}.${name}`, id: undefined };
      pageProperties.push(literalSetting(page, label, attributePlaced(doc, value)));
    }
  }
  return values;
}

/** Reads the fields of a collection as variables named `Collection.Field`. */
function readFields(
  reading: ReleaseReading,
  element: number,
  prefix: string,
  owner: number,
  values: ReadonlyMap<string, number>,
  depth: number,
): void {
  const { doc, draft } = reading;
  for (let field = firstChild(doc, element); field !== -1; field = doc.nextSiblings[field]!) {
    if (localName(doc, field) !== 'field') continue;
    const own = attributeText(doc, field, 'name') ?? '';
    const name = `${prefix}.${own}`;
    const type = (attributeText(doc, field, 'type') ?? 'unknown').toLowerCase();
    const value = values.get(own);
    draft.variables.push({
      at: field,
      owner,
      name,
      key: dataItemKey(name),
      type,
      secure: type === 'password',
      default: value === undefined ? undefined : literalValue(owner, name, attributePlaced(doc, value)),
      enabled: true,
      modifiers: FIELD,
    });
    if (depth < FIELD_DEPTH_MAX) readFields(reading, field, name, owner, NO_VALUES, depth + 1);
  }
}
