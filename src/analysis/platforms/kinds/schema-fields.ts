/** Inputs, outputs and variables of a workflow as a JSON Schema declares them. */
import type { Argument, Variable } from '../../model/workflow.ts';
import {
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  keyOf,
  member,
  stringOf,
  text,
} from '../json/document.ts';
import { kindSettingNames, readSetting, type SettingsReading } from './json-settings.ts';

/** Returns the object at a path of keys below a value, or -1. */
export function objectAt(doc: JsonDocument, at: number, ...keys: readonly string[]): number {
  let found = at;
  for (const key of keys) found = isObject(doc, found) ? member(doc, found, key) : -1;
  return isObject(doc, found) ? found : -1;
}

const isObject = (doc: JsonDocument, at: number): boolean => at !== -1 && doc.kinds[at] === JsonKind.object;

/** Yields the members of an object; none for -1. */
export function* membersAt(doc: JsonDocument, at: number): Generator<number> {
  if (at === -1 || doc.kinds[at]! > JsonKind.array) return;
  for (let child = firstJsonChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) yield child;
}

/** Returns a field of a schema as a variable. */
export function fieldOf(reading: SettingsReading, at: number, key: string): Variable {
  const { doc } = reading;
  const name = keyOf(doc, at);
  const initial = isObject(doc, at) ? member(doc, at, 'default') : -1;
  const hasDefault =
    initial !== -1 && doc.kinds[initial]! > JsonKind.array && doc.kinds[initial] !== JsonKind.null;
  return {
    at,
    owner: -1,
    name,
    key,
    type: (isObject(doc, at) ? text(doc, at, 'type') : undefined) ?? '',
    secure: false,
    default: hasDefault ? readSetting(reading, initial, -1, kindSettingNames.own(name)) : undefined,
    enabled: true,
  };
}

/** Modifier of an argument that callers have to fill. */
export const REQUIRED = 'required';

/** Adds the properties of a schema as arguments of one direction; `keyFor` gives the key that expressions use. */
export function addArguments(
  reading: SettingsReading,
  properties: number,
  direction: Argument['direction'],
  keyFor: (name: string) => string,
): void {
  const { doc, draft } = reading;
  const required = properties === -1 ? new Set() : requiredIn(doc, doc.parents[properties]!);
  for (const at of membersAt(doc, properties)) {
    const field = fieldOf(reading, at, keyFor(keyOf(doc, at)));
    const modifiers = required.has(field.name) ? { modifiers: ['required'] } : {};
    draft.arguments.push({ ...field, ...modifiers, direction });
  }
}

/** Returns the names of the fields that a schema requires. */
function requiredIn(doc: JsonDocument, schema: number): ReadonlySet<string> {
  const list = member(doc, schema, 'required');
  const names = [...membersAt(doc, list)].map((at) =>
    doc.kinds[at] === JsonKind.string ? stringOf(doc, at) : undefined,
  );
  return new Set(names.filter((name) => name !== undefined));
}
