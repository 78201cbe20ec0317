/** Audit targets as they are stored: where the audit log is streamed to, and how far each has got. */
import type { SecurityEventKind } from '../audit/events/security-event.ts';

/** Interfaces of targets. */
export const AUDIT_TARGET_INTERFACES = ['https', 'splunk', 'elastic', 'syslog'] as const;
export type AuditTargetInterface = (typeof AUDIT_TARGET_INTERFACES)[number];

/** Formats of events. */
export const AUDIT_FORMATS = ['ocsf', 'cef'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** States that a person sets. */
export const AUDIT_TARGET_STATES = ['active', 'paused'] as const;
export type AuditTargetState = (typeof AUDIT_TARGET_STATES)[number];

/** Settings of a target that some kinds need. Null: absent. */
export interface TargetSettings {
  readonly index: string | null;
  readonly tokenHeader: string | null;
  /** Certificates in PEM. */
  readonly authorities: string | null;
}

/** Address of a target with what never changes about it. */
export interface TargetPlace {
  readonly kind: AuditTargetInterface;
  readonly format: AuditFormat;
  readonly url: string;
  readonly settings: TargetSettings;
}

/** Settings of a target that a person may change. */
export interface TargetChoice {
  readonly name: string;
  readonly state: AuditTargetState;
  /** Kinds of security events that it gets besides the audit log. */
  readonly events: readonly SecurityEventKind[];
}

/** Target with its progress. */
export interface AuditTargetRecord extends TargetPlace, TargetChoice {
  readonly orgId: string;
  readonly id: string;
  /** Preview of the credential. */
  readonly credential: string | null;
  readonly credentialSetAt: Date | null;
  /** The last entry of the audit log that the target has confirmed. */
  readonly sentSequence: number;
  /** Security events that the target wants and has not confirmed. */
  readonly waitingEvents: number;
  readonly sentAt: Date | null;
  readonly failingSince: Date | null;
  readonly problem: string | null;
  readonly testRequestedAt: Date | null;
  readonly testedAt: Date | null;
  readonly testProblem: string | null;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: Date;
  readonly createdByName: string;
  readonly updatedAt: Date;
}

/** Target as a caller sees it. */
export interface AuditTargetView extends AuditTargetRecord {
  /** Entries and security events that the target has not confirmed. */
  readonly waiting: number;
}
