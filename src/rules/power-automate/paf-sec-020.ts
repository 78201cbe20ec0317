/** A link that opens a document to everyone who gets hold of it. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Property } from '../../model/workflow.ts';
import { operationName } from '../patterns/flow-operation.ts';

const CREATES_LINK = /sharinglink|sharelink/;
/** Microsoft Graph makes links too, on request: `POST …/items/1/createLink`. */
const ASKS_FOR_LINK = /\/createLink\b/i;
const REQUEST_ADDRESS = /(?:^|[./])(?:uri|url)$/i;
const IN_BODY = /(?:^|[./])body(?:\.scope|\/scope)?$/i;
const ANONYMOUS_SCOPE = /"scope"\s*:\s*"anonymous"/i;
/** Settings that say for whom the link is: `permission/scope`, `scope`, and `type` of the older operations. */
const AUDIENCE = /(?:^|[./])(?:scope|type)$/i;

/** Whether the setting opens the link to anyone. */
function isForAnyone(property: Property, isRequest: boolean): boolean {
  const { name } = property;
  if (isRequest && IN_BODY.test(name) && ANONYMOUS_SCOPE.test(property.text)) return true;
  const isAudience = isRequest
    ? IN_BODY.test(name)
    : name.startsWith('inputs.parameters') && AUDIENCE.test(name);
  return isAudience && literalOf(property)?.toLowerCase() === 'anonymous';
}

// Links to edit for the whole organisation are milder and have a severity of their own; they are not reported here.
export const rule = defineRule({
  id: 'PAF-SEC-020',
  version: 1,
  title: 'Sharing link for anyone',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who gets the link can open the document without signing in, for as long as the link exists, and nobody can tell who did.',
  fix: 'In the action set "Link scope" to "People in your organization", or share with named people by "Grant access to an item or a folder". Give every link an expiry date.',
  compliance: ['LEASTPRIV'],
  controls: ['CWE-732'],
  options: {},
  level: 'activity',
  words: ['anonymous'],
  *check(activity) {
    const { properties } = activity;
    const isRequest = properties.some(
      ({ name, text }) => REQUEST_ADDRESS.test(name) && ASKS_FOR_LINK.test(text),
    );
    if (!isRequest && !CREATES_LINK.test(operationName(activity))) return;
    for (const property of properties) {
      if (!isForAnyone(property, isRequest)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" creates a link that anyone can open without signing in.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `"Share": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline",
          "operationId": "CreateSharingLink", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
          "parameters": {"dataset": "https://contoso.example/sites/hr", "permission/type": "view", "permission/scope": "anonymous"}}}`,
        `"Share": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_onedriveforbusiness",
          "operationId": "CreateShareLinkByPathV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_onedriveforbusiness"},
          "parameters": {"path": "/offer.docx", "type": "Edit", "scope": "Anonymous"}}}`,
        `"Share": {"type": "Http", "inputs": {"method": "POST", "body": {"type": "view", "scope": "anonymous"},
          "uri": "https://graph.microsoft.com/v1.0/drives/1/items/@{triggerBody()?['id']}/createLink"}}`,
      ],
      good: [
        `"Share": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline",
          "operationId": "CreateSharingLink", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
          "parameters": {"permission/type": "view", "permission/scope": "organization"}}}`,
        `"Share": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline",
          "operationId": "CreateSharingLink", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
          "parameters": {"permission/type": "view", "permission/scope": "@parameters('Scope (new_Scope)')"}}}`,
        `"Log": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline",
          "operationId": "PostItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
          "parameters": {"item/scope": "anonymous"}}}`,
      ],
    },
  },
});
