/** Target and bindings of `TaskBot/runTask`. */
import type { Binding, Property } from '../../model/workflow.ts';
import { type JsonDocument, keyOf, text } from '../json/document.ts';
import { symbolKey } from './expressions/syntax.ts';
import { Key } from './keys.ts';
import type { Sink } from './texts.ts';

const SCHEME = 'repository:///';
const FILE = '.taskbotFile';
const DIRECTIONS = [
  ['.taskbotInput.', 'in'],
  ['.taskbotOutput.', 'out'],
] as const;

/** The members that hold the inputs and outputs of a call. */
const HOLDERS = new Set(['taskbotInput', 'taskbotOutput', 'returnTo']);

/** Decodes percent-escapes; returns the path as it is when they are broken. */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the repository path of a bot as people write it: `Automation Anywhere/Bots/My Tasks/Send mail`. */
export function botPath(address: string): string {
  const path = address.startsWith(SCHEME) ? address.slice(SCHEME.length) : address;
  return decoded(path).replaceAll('\\', '/');
}

/** Returns the property that names the called bot. */
export function calledBot(properties: readonly Property[]): Property | undefined {
  return properties.find((property) => property.name.endsWith(FILE));
}

/** Returns the called bot's path, or undefined when it is computed at run time. */
export function targetOf(file: Property): string | undefined {
  const address = file.expression === undefined ? file.text : file.expression.literal;
  return address === undefined || address === '' ? undefined : botPath(address);
}

function bindingOf(property: Property, prefix: string): Binding | undefined {
  // Beside its variable, a returned value has settings of the editor, such as `sessionTarget`.
  if (property.direction === 'out' && property.expression === undefined) return undefined;
  for (const [part, direction] of DIRECTIONS) {
    if (!property.name.startsWith(prefix + part)) continue;
    return { name: property.name.slice(prefix.length + part.length), direction, value: property };
  }
  if (property.direction !== 'out' || !property.name.startsWith('returnTo.')) return undefined;
  return { name: property.name.slice('returnTo.'.length), direction: 'out', value: property };
}

/** Returns the value that an input or output gets, from a part of it: a list is passed as a tree. -1: none. */
function passedValue(doc: JsonDocument, keys: Uint8Array, part: number): number {
  let passed = -1;
  for (let at = part; at !== -1; at = doc.parents[at]!) {
    if (keys[at] === Key.value) passed = at;
    else if (doc.keyStarts[at] !== -1 && HOLDERS.has(keyOf(doc, at))) return passed;
  }
  return -1;
}

/** Returns the type of a passed value; of a variable its declared one. '' if the file does not state it. */
function passedType({ doc, keys, declared }: Sink, part: number): string {
  const value = passedValue(doc, keys, part);
  if (value === -1) return '';
  const type = text(doc, value, 'type') ?? '';
  if (type !== 'VARIABLE') return type;
  return declared.get(symbolKey(text(doc, value, 'variableName') ?? '')) ?? '';
}

/** Returns inputs and outputs by name. A list or record that is passed counts once, with its first part. */
function bindingsOf(sink: Sink, properties: readonly Property[], prefix: string): Binding[] {
  const bindings = new Map<string, Binding>();
  for (const property of properties) {
    const binding = bindingOf(property, prefix);
    if (binding === undefined) continue;
    const name = binding.name.split('.', 1)[0]!;
    const key = `${binding.direction} ${name}`;
    if (!bindings.has(key)) bindings.set(key, { ...binding, name, type: passedType(sink, property.at) });
  }
  return [...bindings.values()];
}

/** Adds the call that an activity makes. A command without a bot to call makes none. */
export function addCall(sink: Sink, properties: readonly Property[]): void {
  const file = calledBot(properties);
  if (file === undefined) return;
  const prefix = file.name.slice(0, -FILE.length);
  sink.draft.calls.push({
    at: file.at,
    owner: sink.owner,
    name: file.name,
    target: targetOf(file),
    bindings: bindingsOf(sink, properties, prefix),
  });
}
