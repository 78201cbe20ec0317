/** What `TaskBot/runTask` calls, and with what. */
import type { Binding, Property } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';

const SCHEME = 'repository:///';
const FILE = '.taskbotFile';
const DIRECTIONS = [
  ['.taskbotInput.', 'in'],
  ['.taskbotOutput.', 'out'],
] as const;

/** Percent-escapes decoded; as it is when they are broken. */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The repository path of a bot as people write it: `Automation Anywhere/Bots/My Tasks/Send mail`. */
export function botPath(address: string): string {
  const path = address.startsWith(SCHEME) ? address.slice(SCHEME.length) : address;
  return decoded(path).replaceAll('\\', '/');
}

/** The property that names the called bot. */
export function calledBot(properties: readonly Property[]): Property | undefined {
  return properties.find((property) => property.name.endsWith(FILE));
}

/** The called bot's path, or undefined when it is computed at run time. */
export function targetOf(file: Property): string | undefined {
  const address = file.expression === undefined ? file.text : file.expression.literal;
  return address === undefined || address === '' ? undefined : botPath(address);
}

function bindingOf(property: Property, prefix: string): Binding | undefined {
  for (const [part, direction] of DIRECTIONS) {
    if (!property.name.startsWith(prefix + part)) continue;
    return { name: property.name.slice(prefix.length + part.length), direction, value: property };
  }
  if (property.direction !== 'out' || !property.name.startsWith('returnTo.')) return undefined;
  return { name: property.name.slice('returnTo.'.length), direction: 'out', value: property };
}

/** Inputs and outputs by name. A list or record that is passed counts once, with its first part. */
function bindingsOf(properties: readonly Property[], prefix: string): Binding[] {
  const bindings = new Map<string, Binding>();
  for (const property of properties) {
    const binding = bindingOf(property, prefix);
    if (binding === undefined) continue;
    const name = binding.name.split('.', 1)[0]!;
    const key = `${binding.direction} ${name}`;
    if (!bindings.has(key)) bindings.set(key, { ...binding, name });
  }
  return [...bindings.values()];
}

/** Adds the call that an activity makes. A command without a bot to call makes none. */
export function addCall(draft: Draft, owner: number, properties: readonly Property[]): void {
  const file = calledBot(properties);
  if (file === undefined) return;
  const prefix = file.name.slice(0, -FILE.length);
  draft.calls.push({
    at: file.at,
    owner,
    name: file.name,
    target: targetOf(file),
    bindings: bindingsOf(properties, prefix),
  });
}
