/**
 * Events as JSON of the Open Cybersecurity Schema Framework (https://schema.ocsf.io). Only attributes that every 1.x version
 * since 1.3.0 has.
 */
import type { AuditActor, AuditRecord } from '../../../contract/audit.ts';
import { type AuditEvent, codeOf, sentenceOf, timeOf, uidOf } from './audit-event.ts';

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
/** Activity of what is none of these; its name is the action. */
const OTHER = 99;

/** Kinds of users in the schema; others are named. */
const USER_TYPES = {
  user: { type_id: 1, type: 'User' },
  key: { type_id: 99, type: 'API key' },
  workload: { type_id: 99, type: 'CI job' },
  operator: { type_id: 2, type: 'Admin' },
  system: { type_id: 3, type: 'System' },
} as const satisfies Record<AuditActor['kind'], object>;

/** Converts an event. `version` is that of the program. */
export function toOcsf(event: AuditEvent, version: string): Readonly<Record<string, unknown>> {
  const own = event.kind === 'entry' ? ofEntry(event.entry) : { ...BASE_EVENT, ...typed(0, OTHER, 'Test') };
  return {
    ...own,
    time: timeOf(event).getTime(),
    severity_id: 1,
    severity: 'Informational',
    status_id: 1,
    status: 'Success',
    message: sentenceOf(event),
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Flowarden', vendor_name: 'Flowarden', version },
      uid: uidOf(event),
      event_code: codeOf(event),
      log_name: 'audit',
      tenant_uid: event.kind === 'entry' ? event.entry.orgId : event.orgId,
      ...(event.kind === 'entry' && { sequence: event.entry.sequence }),
      ...(event.kind === 'entry' &&
        event.entry.requestId !== null && { correlation_uid: event.entry.requestId }),
    },
  };
}

function ofEntry(entry: AuditRecord): Readonly<Record<string, unknown>> {
  const { actor, action, target, details, changes, hash } = entry;
  const verb = action.slice(action.indexOf('.') + 1);
  const [activityId, activityName] = ACTIVITIES[verb] ?? [OTHER, action];
  return {
    ...ENTITY_MANAGEMENT,
    ...typed(ENTITY_MANAGEMENT.class_uid, activityId, activityName),
    actor: {
      user: {
        uid: actor.id,
        name: actor.name,
        ...USER_TYPES[actor.kind],
        ...(actor.email !== null && { email_addr: actor.email }),
      },
    },
    entity: { uid: target.id, name: target.name, type: target.kind },
    // As text: its members differ from action to action, and stores that derive types from them would reject some.
    raw_data: JSON.stringify({ details, changes, hash }),
  };
}

function typed(classUid: number, activityId: number, activityName: string) {
  return { activity_id: activityId, activity_name: activityName, type_uid: classUid * 100 + activityId };
}
