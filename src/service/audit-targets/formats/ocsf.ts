/**
 * Events as JSON of the Open Cybersecurity Schema Framework (https://schema.ocsf.io). Only attributes that every 1.x version
 * since 1.3.0 has.
 */
import type { AuditRecord } from '../../../contract/audit.ts';
import { type AuditEvent, headOf } from './audit-event.ts';
import { ofSecurityEvent } from './ocsf-security.ts';
import { OTHER, ocsfType, userOf } from './ocsf-type.ts';

/** Version of the schema that events name. */
export const OCSF_VERSION = '1.3.0';

/** Class "Entity Management" of the category "Identity & Access Management". */
const ENTITY_MANAGEMENT = {
  category_uid: 3,
  category_name: 'Identity & Access Management',
  class_uid: 3004,
  class_name: 'Entity Management',
} as const;
/** Class "Base Event". */
const BASE_EVENT = {
  category_uid: 0,
  category_name: 'Uncategorized',
  class_uid: 0,
  class_name: 'Base Event',
} as const;

/** Activities of the class, by the last word of an action. */
const ACTIVITIES: Readonly<Record<string, readonly [number, string]>> = {
  created: [1, 'Create'],
  added: [1, 'Create'],
  requested: [1, 'Create'],
  invited: [1, 'Create'],
  published: [1, 'Create'],
  updated: [3, 'Update'],
  rotated: [3, 'Update'],
  role_changed: [3, 'Update'],
  rolled_back: [3, 'Update'],
  secret_rotated: [3, 'Update'],
  credential_set: [3, 'Update'],
  assigned: [3, 'Update'],
  deleted: [4, 'Delete'],
  removed: [4, 'Delete'],
  revoked: [4, 'Delete'],
};

/** Converts an event. `version` is that of the program. */
export function toOcsf(event: AuditEvent, version: string): Readonly<Record<string, unknown>> {
  const { uid, at, code, sentence, log, orgId, sequence, requestId } = headOf(event);
  return {
    time: at.getTime(),
    severity_id: 1,
    severity: 'Informational',
    status_id: 1,
    status: 'Success',
    message: sentence,
    ...ownMembers(event),
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Flowarden', vendor_name: 'Flowarden', version },
      uid,
      event_code: code,
      log_name: log,
      tenant_uid: orgId,
      ...(sequence !== null && { sequence }),
      ...(requestId !== null && { correlation_uid: requestId }),
    },
  };
}

function ownMembers(event: AuditEvent): Readonly<Record<string, unknown>> {
  if (event.kind === 'entry') return ofEntry(event.entry);
  if (event.kind === 'security') return ofSecurityEvent(event.event);
  return { ...BASE_EVENT, ...ocsfType(0, OTHER, 'Test') };
}

function ofEntry(entry: AuditRecord): Readonly<Record<string, unknown>> {
  const { actor, action, target, details, changes, hash } = entry;
  const verb = action.slice(action.indexOf('.') + 1);
  const [activityId, activityName] = ACTIVITIES[verb] ?? [OTHER, action];
  return {
    ...ENTITY_MANAGEMENT,
    ...ocsfType(ENTITY_MANAGEMENT.class_uid, activityId, activityName),
    actor: { user: userOf(actor) },
    entity: { uid: target.id, name: target.name, type: target.kind },
    // As text: its members differ from action to action, and stores that derive types from them would reject some.
    raw_data: JSON.stringify({ details, changes, hash }),
  };
}
