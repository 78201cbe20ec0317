/** Keys that findings in true copies of a workflow share. */
import { createHash, hash } from 'node:crypto';
import { derived } from '../../model/interning/derived.ts';
import type { Anchor, RawText, Value, Variable, Workflow } from '../../model/workflow.ts';
import type { Identity } from './fingerprint.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Findings about the analysis itself: each file is named by its own. */
export const OF_ANALYSIS = 'XPL-ENG-';

/** Number of texts that are hashed in one call. */
const PARTS_MAX = 1_000;

/** Joins parts of a text to be hashed; the lengths separate them. */
export const prefixed = (parts: readonly string[]): string =>
  parts.map((part) => `${part.length}:${part}`).join('');

/** Returns the content of a variable or argument. */
export const holderParts = ({ key, type, default: value }: Variable): string[] => [
  key,
  type,
  value?.text ?? '',
];

/** Returns a text as it stands in the file. */
const undecoded = ({ bytes, start, end }: RawText): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');

/** Returns the content of a value; the decoded text is a lazy getter, which most values never need. */
export const valueParts = (value: Pick<Value, 'name' | 'text' | 'raw'>): [string, string] => [
  value.name,
  value.raw === undefined ? value.text : undecoded(value.raw),
];

/** Hashes the content of a workflow: steps, data and flow, without its name, its path and its layout. */
export const contentOf = derived((workflow: Workflow): string => {
  const digest = createHash('sha256');
  let parts: string[] = [];
  const flush = () => {
    digest.update(parts.join('\0'));
    parts = ['\n'];
  };
  const add = (more: readonly (string | number | boolean)[]) => {
    for (const part of more) parts.push(String(part));
    if (parts.length > PARTS_MAX) flush();
  };
  for (const setting of workflow.settings) add(setting);
  for (const { parent, slot, type, name, id, enabled, properties } of workflow.activities) {
    add([parent, slot, type, name, id, enabled]);
    for (const property of properties) add(valueParts(property));
  }
  for (const holder of workflow.variables) add(holderParts(holder));
  for (const holder of workflow.arguments) add([holder.direction, ...holderParts(holder)]);
  for (const { owner, target = '' } of workflow.calls) add([owner, target]);
  for (const { owner, connector, name } of workflow.connections) add([owner, connector, name]);
  for (const { from, to, when } of workflow.transitions) add([from, to, ...when]);
  for (const { owner, kind, text } of workflow.notes) add([owner, kind, text]);
  for (const { kind, target, detail } of workflow.references) add([kind, target, detail]);
  for (const { kind, reason } of workflow.unread) add([kind, reason]);
  flush();
  return digest.digest('hex');
});

/** Returns the content of the element that an anchor is at: the step, or the variable or argument. */
function elementContent(
  { activities, variables, arguments: args }: Workflow,
  { at, owner }: Anchor,
): string[] {
  const step = activities[owner];
  const ofStep = step?.properties.flatMap(({ name, text }) => [name, text]) ?? [];
  const holder = [...variables, ...args].find((one) => one.at === at || one.default?.at === at);
  return [...ofStep, ...(holder === undefined ? [] : holderParts(holder))];
}

/**
 * Returns what makes a workflow the same in another file: the id that the platform gave it, with the content of the
 * element, or else the content as a whole. A changed copy thus keeps its finding.
 */
function artefactParts(workflow: Workflow, at: Anchor): string[] {
  const id = workflow.artifactKey.toLowerCase();
  return UUID.test(id) ? [id, ...elementContent(workflow, at)] : [contentOf(workflow)];
}

/**
 * Returns the key of each finding that it is given, in the order of the document; undefined for one without copies.
 * @param cause key of what causes the finding by itself, such as a secret; absent: the element decides
 */
export type CopyKeys = (
  workflow: Workflow,
  place: { readonly at: Anchor; readonly message: string },
  identity: Identity,
  cause?: string,
) => string | undefined;

/** Makers of the keys that copies share; each is absent where such copies are not looked for. */
export interface KeyMakers {
  /** Keys of true copies of a workflow in one file. */
  readonly copyKeys?: CopyKeys | undefined;
  /** Keys of copies of an element in several files of a project. */
  readonly contentKeys?: CopyKeys | undefined;
}

/** Creates the keys of one list. Equal findings of a workflow differ by their order, so that they never fold. */
export function createCopyKeys(): CopyKeys {
  const seen = new Map<Workflow, Map<string, number>>();
  return (workflow, { at, message }, { ruleId, elementKey, pathKey, subject }) => {
    if (ruleId.startsWith(OF_ANALYSIS)) return undefined;
    const own = [ruleId, elementKey, pathKey, subject, message, ...artefactParts(workflow, at)];
    const key = hash('sha256', prefixed(own), 'hex').slice(0, 32);
    const ofWorkflow = seen.get(workflow) ?? new Map<string, number>();
    seen.set(workflow, ofWorkflow);
    const count = ofWorkflow.get(key) ?? 0;
    ofWorkflow.set(key, count + 1);
    return `${key}-${count}`;
  };
}

/** Returns the key of a group: that of all its places together. */
export function groupKey(keys: readonly (string | undefined)[]): string | undefined {
  if (keys.includes(undefined)) return undefined;
  return keys.length === 1 ? keys[0] : hash('sha256', keys.join(), 'hex').slice(0, 32);
}
