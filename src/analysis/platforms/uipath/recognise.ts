/** Recognises UiPath workflows among XML files, also among WF4 documents of other products. */

import type { XmlDocument } from '../xml/document.ts';
import { localName, namespaceOf } from '../xml/document.ts';
import { namespaceFacts, WF } from './names/namespaces.ts';

/** Products that store WF4 documents of their own; a UiPath workflow may use their libraries beside UiPath's. */
const OTHER_HOSTS = [
  'Microsoft.Xrm.Sdk',
  'Microsoft.TeamFoundation.Build',
  'Microsoft.SharePoint.WorkflowServices',
];

/** Returns whether the root is an `Activity` of WF4 that no other product has written. */
export function isUiPathWorkflow(document: XmlDocument): boolean {
  if (localName(document, 0) !== 'Activity' || namespaceOf(document, 0) !== WF) return false;
  if (document.knownNamespaces.some((name) => namespaceFacts(name).isUiPath)) return true;
  return !document.namespaces.some((uri) => OTHER_HOSTS.some((host) => uri.includes(host)));
}
