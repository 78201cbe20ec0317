/** A link that opens a document to everyone who has it. */
import { literalOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';
import { defineRule } from '../define-rule.ts';

const CREATES_LINK = /sharinglink|sharelink/;
const GRANTS_ACCESS = /^grantaccess/;
/** Call of Microsoft Graph that creates a link: `POST …/items/1/createLink`. */
const LINK_REQUEST = /\/createLink\b/i;
const REQUEST_ADDRESS = /(?:^|[./])(?:uri|url)$/i;
const IN_BODY = /(?:^|[./])body(?:\.scope|\/scope)?$/i;
const RIGHTS_IN_BODY = /(?:^|[./])body(?:\.type|\/type)$/i;
/** Settings with the audience of the link: `permission/scope`, `scope`, and `type` of the older operations. */
const AUDIENCE = /(?:^|[./])(?:scope|type)$/i;
const RIGHTS = /(?:^|[./])type$/i;
const RECIPIENTS = /(?:^|[./])recipients$/i;
/** Member of a body that is written as JSON. */
const MEMBER = /"(scope|type)"\s*:\s*"(\w+)"/gi;
/** Groups of everyone in an organisation, by their names and claims in SharePoint. */
const EVERYONE =
  /^(?:everyone(?: except external users)?|c:0\(\.s\|true|c:0-\.f\|rolemanager\|spo-grid-all-users\/\S*)$/i;

/** Returns whether a setting, or a whole body as JSON, has a member of this value. */
function says(property: Property, member: string, value: string): boolean {
  if (literalOf(property)?.toLowerCase() === value) return true;
  for (const [, name, said] of property.text.matchAll(MEMBER))
    if (name!.toLowerCase() === member && said!.toLowerCase() === value) return true;
  return false;
}

/** Returns whether the setting creates the link for this audience. */
function isFor(audience: string, property: Property, isRequest: boolean): boolean {
  const { name } = property;
  if (isRequest) return IN_BODY.test(name) && says(property, 'scope', audience);
  return (
    name.startsWith('inputs.parameters') &&
    AUDIENCE.test(name) &&
    literalOf(property)?.toLowerCase() === audience
  );
}

/** Returns whether the link lets its users edit. */
function allowsEditing({ properties }: Activity, isRequest: boolean): boolean {
  if (isRequest)
    return properties.some(
      (property) =>
        (RIGHTS_IN_BODY.test(property.name) || IN_BODY.test(property.name)) && says(property, 'type', 'edit'),
    );
  return properties.some(
    (property) => RIGHTS.test(property.name) && literalOf(property)?.toLowerCase() === 'edit',
  );
}

function* linkProblems(activity: Activity, isRequest: boolean): Generator<Problem> {
  let canEdit: boolean | undefined;
  for (const property of activity.properties) {
    const subject = property.name;
    if (isFor('anonymous', property, isRequest)) {
      const message = `"${activity.name}" creates a link that anyone can open without signing in.`;
      yield { at: property, subject, message };
    } else if (
      isFor('organization', property, isRequest) &&
      // Computed once: each call reads all settings.
      (canEdit ??= allowsEditing(activity, isRequest))
    ) {
      const message = `"${activity.name}" creates a link by which everybody in the organization can edit.`;
      yield { at: property, subject, message, severity: 'medium' };
    }
  }
}

function* accessProblems({ name, properties }: Activity): Generator<Problem> {
  for (const property of properties) {
    const recipients = RECIPIENTS.test(property.name) ? literalOf(property) : undefined;
    const everyone = recipients?.split(/[;,]/).find((recipient) => EVERYONE.test(recipient.trim()));
    if (everyone === undefined) continue;
    const message = `"${name}" shares with "${everyone.trim()}", everybody in the organization.`;
    yield { at: property, subject: property.name, message, severity: 'medium' };
  }
}

export const rule = defineRule('PAF-SEC-020', {
  level: 'activity',
  words: ['anonymous', 'organization', 'everyone', 'c:0'],
  *check(activity) {
    const operation = operationName(activity);
    const isRequest = activity.properties.some(
      ({ name, text }) => REQUEST_ADDRESS.test(name) && LINK_REQUEST.test(text),
    );
    if (isRequest || CREATES_LINK.test(operation)) yield* linkProblems(activity, isRequest);
    if (GRANTS_ACCESS.test(operation)) yield* accessProblems(activity);
  },
});
