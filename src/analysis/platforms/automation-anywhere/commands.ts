/**
 * Kinds of commands, looked up by the bytes of their names. Bots consist of a few hundred kinds; one that is in the
 * table costs no string.
 */
import type { Role } from '../../model/workflow.ts';
import { type JsonDocument, JsonKind, stringOf } from '../json/document.ts';
import { internal, stands } from '../shared-names.ts';
import { endsLists } from './reachability.ts';
import { roleOfCommand, titleOf } from './roles.ts';

/** Slots of the table, a power of two; kinds that share a slot replace each other. */
const SLOTS = 2048;
/** Longer names are no command's. */
const NAME_BYTES_MAX = 64;

/** Facts about one kind of command. */
export interface Command {
  readonly packageName: string;
  readonly commandName: string;
  /** `Package/command`, as the file has it. */
  readonly type: string;
  readonly role: Role;
  readonly title: string;
  /** The commands behind it in its list may not run. */
  readonly mayEndList: boolean;
}

const slots = new Array<Command | undefined>(SLOTS).fill(undefined);

function makeCommand(packageName: string, commandName: string): Command {
  const type = internal(`${packageName}/${commandName}`);
  const role = roleOfCommand(packageName, commandName);
  const title = titleOf(packageName, commandName);
  return { packageName, commandName, type, role, title, mayEndList: endsLists(type, role) };
}

/**
 * Returns the facts of a command by the values of its package and its name, -1 for none; undefined for one without a
 * name.
 */
export function commandOf(doc: JsonDocument, packageAt: number, nameAt: number): Command | undefined {
  const { bytes } = doc;
  const start = startOf(doc, nameAt);
  const end = endOf(doc, nameAt);
  if (start === end) return undefined;
  const packageStart = startOf(doc, packageAt);
  const packageEnd = endOf(doc, packageAt);
  const isShort = end - start <= NAME_BYTES_MAX && packageEnd - packageStart <= NAME_BYTES_MAX;
  const slot = isShort ? slotOf(bytes, packageStart, packageEnd, start, end) : 0;
  const known = slots[slot];
  if (
    known !== undefined &&
    stands(known.commandName, bytes, start, end) &&
    stands(known.packageName, bytes, packageStart, packageEnd)
  )
    return known;
  const command = makeCommand(textOf(doc, packageAt), textOf(doc, nameAt));
  if (isShort) slots[slot] = command;
  return command;
}

const isString = (doc: JsonDocument, value: number): boolean =>
  value !== -1 && doc.kinds[value] === JsonKind.string;

const startOf = (doc: JsonDocument, value: number): number =>
  isString(doc, value) ? doc.starts[value]! + 1 : 0;

const endOf = (doc: JsonDocument, value: number): number => (isString(doc, value) ? doc.ends[value]! - 1 : 0);

/** Returns a copy, which does not retain the document. */
const textOf = (doc: JsonDocument, value: number): string =>
  isString(doc, value) ? internal(stringOf(doc, value)!) : '';

function slotOf(bytes: Buffer, packageStart: number, packageEnd: number, start: number, end: number): number {
  let hash = end - start;
  for (let at = packageStart; at < packageEnd; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
