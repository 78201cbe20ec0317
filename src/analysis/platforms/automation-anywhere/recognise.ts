/** Recognises task bots among JSON files by their contents. */
import { firstJsonChild, type JsonDocument, kindOf, member, text } from '../json/document.ts';

/** Maximum number of entries searched for the first command. */
const ENTRIES_LOOKED_AT = 20;

/** The bot inside a document: the value whose members are the bot's, and the array of its commands. */
export interface BotPlace {
  readonly bot: number;
  readonly nodes: number;
}

function hasText(doc: JsonDocument, value: number, key: string): boolean {
  const found = member(doc, value, key);
  return found !== -1 && kindOf(doc, found) === 'string';
}

function isCommand(doc: JsonDocument, value: number): boolean {
  return (
    kindOf(doc, value) === 'object' &&
    hasText(doc, value, 'commandName') &&
    hasText(doc, value, 'packageName') &&
    hasText(doc, value, 'uid')
  );
}

/** Package of the steps of a process, which has the outer form of a bot. */
const PROCESS = 'HBCWorkflow';

/** Returns whether commands of a bot are among the first entries, and no steps of a process. */
function holdsCommands(doc: JsonDocument, nodes: number): boolean {
  let found = false;
  let entry = firstJsonChild(doc, nodes);
  for (let looked = 0; entry !== -1 && looked < ENTRIES_LOOKED_AT; looked += 1) {
    if (isCommand(doc, entry)) {
      if (text(doc, entry, 'packageName') === PROCESS) return false;
      found = true;
    }
    entry = doc.nextSiblings[entry]!;
  }
  return found;
}

function arrayNamed(doc: JsonDocument, object: number, key: string): number {
  const found = member(doc, object, key);
  return found !== -1 && kindOf(doc, found) === 'array' ? found : -1;
}

/**
 * Returns whether a bot without commands is one: it has the arrays of every bot, and packages that look like a bot's.
 */
function isEmptyBot(doc: JsonDocument, bot: number): boolean {
  const packages = arrayNamed(doc, bot, 'packages');
  if (packages === -1 || arrayNamed(doc, bot, 'variables') === -1) return false;
  const first = firstJsonChild(doc, packages);
  return first === -1 || hasText(doc, first, 'version');
}

/** Package of the steps of processes, which have `nodes` as task bots do. */
const PROCESS_PACKAGE = 'HBCWorkflow';

/** Returns whether a JSON object is a process: its first steps are those of a process. */
export function isProcess(doc: JsonDocument): boolean {
  const nodes = arrayNamed(doc, 0, 'nodes');
  const first = nodes === -1 ? -1 : firstJsonChild(doc, nodes);
  return (
    first !== -1 && kindOf(doc, first) === 'object' && text(doc, first, 'packageName') === PROCESS_PACKAGE
  );
}

/** Finds the task bot in a document; undefined when it holds none. */
export function findBot(doc: JsonDocument): BotPlace | undefined {
  if (kindOf(doc, 0) !== 'object' || isProcess(doc)) return undefined;
  const nodes = arrayNamed(doc, 0, 'nodes');
  if (nodes !== -1) {
    if (firstJsonChild(doc, nodes) === -1) return isEmptyBot(doc, 0) ? { bot: 0, nodes } : undefined;
    return holdsCommands(doc, nodes) ? { bot: 0, nodes } : undefined;
  }
  // Response of the Control Room's interface: { status, packages, sample: [commands] }.
  const sample = arrayNamed(doc, 0, 'sample');
  return sample !== -1 && holdsCommands(doc, sample) ? { bot: 0, nodes: sample } : undefined;
}
