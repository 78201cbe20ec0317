/** Reads the declared variables of a bot; those marked as input or output are its arguments. */
import type { Argument, Property, Value } from '../../model/workflow.ts';
import { makeExpression } from '../expression.ts';
import {
  booleanOf,
  firstJsonChild,
  isPlainJsonValue,
  type JsonDocument,
  JsonKind,
  member,
  text,
} from '../json/document.ts';
import { lockerSyntax, symbolKey } from './expressions/syntax.ts';
import { botSettingNames } from './keys.ts';
import type { BotReading } from './nodes.ts';
import { readBotValue } from './values.ts';

/** Maps the key of each variable that a bot declares to its type; '' if the file names none. */
export function declaredTypes(doc: JsonDocument, variables: number): Map<string, string> {
  const types = new Map<string, string>();
  if (variables === -1) return types;
  for (
    let variable = firstJsonChild(doc, variables);
    variable !== -1;
    variable = doc.nextSiblings[variable]!
  ) {
    const name = text(doc, variable, 'name');
    if (name !== undefined) types.set(symbolKey(name), text(doc, variable, 'type') ?? '');
  }
  return types;
}

function flag(doc: JsonDocument, variable: number, key: string): boolean {
  const at = member(doc, variable, key);
  return at !== -1 && booleanOf(doc, at) === true;
}

/** Returns the value of a default that points into a locker; it is no text of this file. */
function lockerValue(reading: BotReading, at: number, name: string): Value | undefined {
  const { doc } = reading;
  const credential = member(doc, at, 'credential');
  if (credential === -1 || doc.kinds[credential] !== JsonKind.object) return undefined;
  const parts = ['lockerName', 'name', 'attributeName'].map((key) => text(doc, credential, key) ?? '');
  const place = { at: credential, owner: -1, name };
  const reference = parts.join('/');
  return { ...place, text: reference, expression: makeExpression(lockerSyntax, reference, place) };
}

/**
 * Returns a list, dictionary, table or window as one text: `name: value` lines, so that checks read the texts in it.
 */
function joined(parts: readonly Property[], at: number, name: string): Value {
  const lines = parts.map((part) => {
    const key = part.name.slice(name.length + 1);
    return key === '' ? part.text : `${key}: ${part.text}`;
  });
  return { at, owner: -1, name, text: lines.join('\n'), expression: undefined };
}

function defaultOf(reading: BotReading, variable: number, name: string): Value | undefined {
  const at = member(reading.doc, variable, 'defaultValue');
  if (at === -1) return undefined;
  const locker = lockerValue(reading, at, name);
  if (locker !== undefined) return locker;
  const parts: Property[] = [];
  const { doc, keys, draft, declared } = reading;
  const { expressions } = draft;
  readBotValue(
    { doc, keys, draft, declared, expressions, owner: -1, properties: parts },
    botSettingNames.own(name),
    at,
    'in',
  );
  const values = parts.filter((part) => part.name !== `${name}.type`);
  if (values.length === 0) return undefined;
  // Members beside the payload, such as `securelyRecorded`, are not part of the value.
  const [payload, ...others] = values.filter((value) => value.name === name);
  if (payload === undefined || others.length > 0) return joined(values, at, name);
  return { at: payload.at, owner: -1, name, text: payload.text, expression: payload.expression };
}

function readVariable(reading: BotReading, at: number): void {
  const { doc, draft } = reading;
  const name = text(doc, at, 'name');
  if (name === undefined) {
    const kind = isPlainJsonValue(doc, at) ? 'no-content' : 'unknown-entry';
    draft.unread.push({ at, owner: -1, name: 'variables', kind, reason: 'A variable has no name.' });
    return;
  }
  const type = text(doc, at, 'type') ?? '';
  const input = flag(doc, at, 'input');
  const output = flag(doc, at, 'output');
  const variable = {
    at,
    owner: -1,
    name,
    key: symbolKey(name),
    type,
    secure: type === 'CREDENTIAL',
    default: defaultOf(reading, at, name),
    enabled: true,
  };
  const direction: Argument['direction'] = input ? (output ? 'in-out' : 'in') : 'out';
  if (input || output) draft.arguments.push({ ...variable, direction });
  else draft.variables.push(variable);
  const description = member(doc, at, 'description');
  const words = description === -1 ? undefined : text(doc, at, 'description');
  if (!words) return;
  const about = { symbol: at };
  draft.notes.push({ kind: 'annotation', at: description, owner: -1, name, text: words, about });
}

/** Reads `variables` into variables, arguments and the notes that describe them. */
export function readVariables(reading: BotReading, variables: number): void {
  if (variables === -1) return;
  if (reading.doc.kinds[variables] !== JsonKind.array) {
    const reason = '"variables" is not a list.';
    const kind = isPlainJsonValue(reading.doc, variables) ? 'no-content' : 'wrong-type';
    reading.draft.unread.push({ at: variables, owner: -1, name: 'variables', kind, reason });
    return;
  }
  for (let at = firstJsonChild(reading.doc, variables); at !== -1; at = reading.doc.nextSiblings[at]!)
    readVariable(reading, at);
}
