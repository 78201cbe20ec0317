/** The audit log's vocabulary: what was managed, by whom, and what it was done to. */

/** Everything that the log records. */
export const AUDIT_ACTIONS = [
  'organisation.created',
  'organisation.suspended',
  'organisation.resumed',
  'plan.updated',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'member.added',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'settings.updated',
  'environment.created',
  'environment.updated',
  'environment.deleted',
  'exception.requested',
  'exception.approved',
  'exception.rejected',
  'exception.revoked',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.redelivered',
  'webhook.recovered',
  'webhook.disabled',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did something: a caller, the operator at the command line, or the service by itself. */
export interface AuditActor {
  readonly kind: 'key' | 'user' | 'operator' | 'system';
  /** Public id of the key, subject of the user, account of the operator, name of the task. */
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** One action. Its place, its time and its hash come from the database. */
export interface AuditEntry {
  readonly orgId: string;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** What it was done to: the kind as `api_key`, its id, and its name as people know it. */
  readonly target: { readonly kind: string; readonly id: string; readonly name: string };
  /** What is worth knowing besides, as the scopes of a new key. Never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Id of the request that did it; null when it was none. */
  readonly requestId: string | null;
}

/** An entry as the log holds it. */
export interface AuditRecord extends AuditEntry {
  /** 1, 2, 3 … in each organisation. */
  readonly sequence: number;
  readonly occurredAt: Date;
  /** In hex; covers the entry and the hash of the one before. */
  readonly hash: string;
}
