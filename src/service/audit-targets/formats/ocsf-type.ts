/** Parts of events that several classes of OCSF share. */
import type { AuditActor } from '../../../contract/audit.ts';

/** Number of what is none of a closed list; its name says what it is. */
export const OTHER = 99;

/** Kinds of users in the schema; others are named. */
const USER_TYPES = {
  user: { type_id: 1, type: 'User' },
  key: { type_id: 99, type: 'API key' },
  workload: { type_id: 99, type: 'CI job' },
  operator: { type_id: 2, type: 'Admin' },
  system: { type_id: 3, type: 'System' },
} as const satisfies Record<AuditActor['kind'], object>;

/** Converts an actor to a user. */
export function userOf({ kind, id, name, email }: AuditActor) {
  return { uid: id, name, ...USER_TYPES[kind], ...(email !== null && { email_addr: email }) };
}

/** Returns the members that say which activity of a class it is. */
export function ocsfType(classUid: number, activityId: number, activityName: string) {
  return { activity_id: activityId, activity_name: activityName, type_uid: classUid * 100 + activityId };
}
