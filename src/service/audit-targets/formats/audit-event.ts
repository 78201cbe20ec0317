/** Events for audit targets: entries of the audit log, and tests. */
import type { AuditRecord } from '../../../contract/audit.ts';

/** Event to be sent. */
export type AuditEvent =
  | { readonly kind: 'entry'; readonly entry: AuditRecord }
  | {
      readonly kind: 'test';
      readonly orgId: string;
      readonly id: string;
      readonly at: Date;
      readonly targetName: string;
    };

/** Returns the identity of an event, which repeated sending does not change. */
export function uidOf(event: AuditEvent): string {
  return event.kind === 'entry'
    ? `${event.entry.orgId}-${event.entry.sequence}`
    : `${event.orgId}-test-${event.id}`;
}

/** Returns when it happened. */
export function timeOf(event: AuditEvent): Date {
  return event.kind === 'entry' ? event.entry.occurredAt : event.at;
}

/** Returns what happened as the audit log names it, such as `api_key.created`. */
export function codeOf(event: AuditEvent): string {
  return event.kind === 'entry' ? event.entry.action : 'audit_target.test_event';
}

/** Says in a sentence what happened. */
export function sentenceOf(event: AuditEvent): string {
  if (event.kind === 'test') return `Test of the audit target ${event.targetName}`;
  const { actor, action, target } = event.entry;
  return `${action} by ${actor.name}: ${target.name}`;
}
