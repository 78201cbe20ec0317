/** The connections that a flow declares. */
import type { Draft } from '../draft.ts';
import {
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  keyOf,
  member,
  stringOf,
  text,
} from '../json/document.ts';
import { readFacts } from './recognise.ts';

/**
 * Reads `connectionReferences`. Members without a field in the model, such as `runtimeSource` (the owner of the
 * connection), become settings `connectionReferences.<key>.<setting>`.
 */
export function readConnections(doc: JsonDocument, draft: Draft, references: number): void {
  if (references === -1 || doc.kinds[references] !== JsonKind.object) return;
  for (let child = firstJsonChild(doc, references); child !== -1; child = doc.nextSiblings[child]!) {
    if (doc.kinds[child] !== JsonKind.object) continue;
    const key = keyOf(doc, child);
    const connection = objectAt(doc, child, 'connection');
    const named = connection === -1 ? -1 : member(doc, connection, 'connectionReferenceLogicalName');
    const reference = named === -1 ? undefined : stringOf(doc, named);
    if (reference)
      draft.references.push({
        at: child,
        owner: -1,
        name: key,
        kind: 'used-connection',
        target: reference,
        detail: '',
      });
    const fixedName = connection === -1 ? text(doc, child, 'connectionName') : text(doc, connection, 'name');
    draft.connections.push({
      at: child,
      owner: -1,
      name: key,
      connector: connectorName(doc, child),
      fixed: named === -1 && fixedName !== undefined,
    });
    readFacts(doc, draft.settings, child, `connectionReferences.${key}.`);
    const impersonation = objectAt(doc, child, 'impersonation');
    const source = impersonation === -1 ? undefined : text(doc, impersonation, 'source');
    if (source !== undefined) draft.settings.set(`connectionReferences.${key}.impersonation.source`, source);
  }
}

function objectAt(doc: JsonDocument, at: number, key: string): number {
  const found = member(doc, at, key);
  return found !== -1 && doc.kinds[found] === JsonKind.object ? found : -1;
}

function connectorName(doc: JsonDocument, at: number): string {
  const api = objectAt(doc, at, 'api');
  const name = api === -1 ? undefined : (text(doc, api, 'name') ?? text(doc, api, 'logicalName'));
  if (name !== undefined) return name;
  const id = text(doc, api === -1 ? at : api, 'id') ?? text(doc, at, 'apiName') ?? '';
  return id.slice(id.lastIndexOf('/') + 1);
}
