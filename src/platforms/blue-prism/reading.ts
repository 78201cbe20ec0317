/** What every part of the Blue Prism reader works on, and how it makes values. */
import type { Activity, Note, Position, Property, Value } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import { makeSetting } from '../expression.ts';
import { attributeNamed, attributeValue, type XmlDocument } from '../xml-document.ts';
import { BLUE_PRISM_SYNTAX } from './expressions.ts';
import { attributePosition } from './source.ts';

/** One process, object or release while it is read. */
export interface Reading {
  readonly doc: XmlDocument;
  readonly draft: Draft;
}

/** A decoded text and where it stands. */
export interface Placed {
  readonly text: string;
  readonly at: Position;
}

/** The attribute of an element, or undefined when it is absent. */
export function attributeAt(doc: XmlDocument, element: number, name: string): Placed | undefined {
  const attribute = attributeNamed(doc, element, name);
  if (attribute === -1) return undefined;
  return { text: attributeValue(doc, attribute), at: attributePosition(attribute) };
}

/**
 * Whether a password is stored. Obfuscated ones are `key:text`, and an empty password leaves the part behind the
 * colon empty; older versions write nothing at all.
 */
export function isStoredPassword(encoded: string): boolean {
  const trimmed = encoded.trim();
  return trimmed !== '' && !trimmed.endsWith(':');
}

/** A fixed text that is no setting. */
export function literalValue(owner: number, name: string, { text, at }: Placed): Value {
  return { at, owner, name, text, expression: undefined };
}

/** A setting with a fixed text. */
export function literalSetting(owner: number, name: string, { text, at }: Placed): Property {
  return makeSetting(undefined, text, { at, owner, name });
}

/** A setting with an expression, which is also entered in the workflow's list. Blank source is no expression: the field is empty. */
export function expressionSetting(
  reading: Reading,
  owner: number,
  name: string,
  { text, at }: Placed,
  direction: Property['direction'] = 'in',
): Property {
  const isBlank = text.trim() === '';
  const place = { at, owner, name };
  const setting = makeSetting(isBlank ? undefined : BLUE_PRISM_SYNTAX, isBlank ? '' : text, place, direction);
  if (setting.expression !== undefined) reading.draft.expressions.push(setting.expression);
  return setting;
}

/** A data item that the file names without brackets, as the expression that reads or writes it. */
export function dataItemSetting(
  reading: Reading,
  owner: number,
  name: string,
  { text, at }: Placed,
  direction: Property['direction'],
): Property {
  const placed = { text: text.trim() === '' ? '' : `[${text}]`, at };
  return expressionSetting(reading, owner, name, placed, direction);
}

/** Enters a text that a person wrote, unless it is blank. */
export function addNote(
  reading: Reading,
  kind: Note['kind'],
  owner: number,
  name: string,
  placed: Placed,
): void {
  const text = placed.text.trim();
  if (text !== '') reading.draft.notes.push({ at: placed.at, owner, name, kind, text });
}

/** The properties of an activity that is still being read. */
export function openProperties(activity: { properties: Activity['properties'] }): Property[] {
  const properties: Property[] = [];
  activity.properties = properties;
  return properties;
}
