/** Recognises cloud flows among JSON files by content, and finds their definition. */
import type { FileKind } from '../../model/kinds/file-kind.ts';
import {
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  keyOf,
  member,
  scalarOf,
  text,
} from '../json/document.ts';
import { packageOf } from './desktop/recognise.ts';

/** A flow's definition, and the object with connections and names around it (-1: none). */
export interface Envelope {
  readonly kind: FileKind;
  readonly definition: number;
  readonly properties: number;
}

/** `type` of a flow in an exported package, and in responses of the management interface. */
const FLOW_TYPES: ReadonlySet<string> = new Set([
  'microsoft.flow/flows',
  'microsoft.processsimple/environments/flows',
]);
const SCHEMA = 'workflowdefinition.json';

function isObject(doc: JsonDocument, at: number): boolean {
  return at !== -1 && doc.kinds[at] === JsonKind.object;
}

function objectMember(doc: JsonDocument, at: number, key: string): number {
  const found = at === -1 ? -1 : member(doc, at, key);
  return isObject(doc, found) ? found : -1;
}

function hasSchema(doc: JsonDocument, definition: number): boolean {
  return text(doc, definition, '$schema')?.includes(SCHEMA) ?? false;
}

/**
 * Returns whether a value has triggers and actions, or at least the schema's address: a damaged definition is one all
 * the same.
 */
function isDefinition(doc: JsonDocument, at: number): boolean {
  if (at === -1) return false;
  return (
    (objectMember(doc, at, 'triggers') !== -1 && objectMember(doc, at, 'actions') !== -1) ||
    hasSchema(doc, at)
  );
}

/** `kind` of a workflow of Azure Logic Apps (Standard), in lower case. */
const STANDARD_KINDS: ReadonlySet<string> = new Set(['stateful', 'stateless', 'agent']);

/** Returns the definition in a workflow of Azure Logic Apps (Standard); -1 for any other document. */
export function standardDefinition(doc: JsonDocument): number {
  if (!isObject(doc, 0) || !STANDARD_KINDS.has(text(doc, 0, 'kind')?.toLowerCase() ?? '')) return -1;
  const definition = objectMember(doc, 0, 'definition');
  return isDefinition(doc, definition) ? definition : -1;
}

/**
 * Returns whether a document is of Azure Logic Apps, which use the same language. Their files differ by `kind`
 * (Standard) or by Azure connections.
 */
export function isLogicApp(doc: JsonDocument, root: number): boolean {
  if (STANDARD_KINDS.has(text(doc, root, 'kind')?.toLowerCase() ?? '')) return true;
  const connections = objectMember(doc, objectMember(doc, root, 'parameters'), '$connections');
  const values = objectMember(doc, connections, 'value');
  if (values === -1) return false;
  for (let child = firstJsonChild(doc, values); child !== -1; child = doc.nextSiblings[child]!) {
    if (isObject(doc, child) && text(doc, child, 'connectionId')?.startsWith('/subscriptions/')) return true;
  }
  return false;
}

/** Returns the envelope of a flow's document; undefined when it is none. */
export function recogniseFlow(doc: JsonDocument): Envelope | undefined {
  if (!isObject(doc, 0)) return undefined;
  const type = text(doc, 0, 'type');
  const properties = objectMember(doc, 0, 'properties');
  if (properties !== -1) {
    const definition = objectMember(doc, properties, 'definition');
    if (packageOf(doc) !== -1 || !isDefinition(doc, definition)) return undefined;
    if (type !== undefined) {
      if (!FLOW_TYPES.has(type.toLowerCase())) return undefined;
      return { kind: 'power-automate-package-flow', definition, properties };
    }
    return { kind: 'power-automate-flow', definition, properties };
  }
  if (type !== undefined || isLogicApp(doc, 0)) return undefined;
  if (hasSchema(doc, 0)) return { kind: 'power-automate-definition', definition: 0, properties: -1 };
  const inner = objectMember(doc, 0, 'definition');
  if (inner === -1 || !hasSchema(doc, inner)) return undefined;
  return { kind: 'power-automate-definition', definition: inner, properties: -1 };
}

/** Puts every scalar directly in an object into the facts of a flow, as `<prefix><key>`. */
export function readFacts(doc: JsonDocument, facts: Map<string, string>, at: number, prefix: string): void {
  for (let child = firstJsonChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    const value = scalarOf(doc, child);
    if (value !== undefined) facts.set(prefix + keyOf(doc, child), value);
  }
}
