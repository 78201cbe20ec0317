/** The audit log's vocabulary: actions, actors and targets. */

/** Every action that the log records. */
export const AUDIT_ACTIONS = [
  'organisation.created',
  'organisation.suspended',
  'organisation.resumed',
  'plan.updated',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'sign_in_link.created',
  'member.added',
  'member.invited',
  'member.joined',
  'member.address_shared',
  'member.role_changed',
  'member.removed',
  'member.groups_changed',
  'group_mapping.created',
  'group_mapping.updated',
  'group_mapping.deleted',
  'team.created',
  'team.updated',
  'team.deleted',
  'code_owners.confirmed',
  'code_owners.deleted',
  'code_owners.proven',
  'settings.updated',
  'environment.created',
  'environment.updated',
  'environment.deleted',
  'trust_policy.created',
  'trust_policy.updated',
  'trust_policy.deleted',
  'policy.published',
  'policy.rolled_back',
  'policy.assigned',
  'policy_key.created',
  'policy_key.deleted',
  'workflow.updated',
  'workflow.deleted',
  'finding.assigned',
  'evidence.signed_off',
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
  'link.confirmed',
  'link.refused',
  'source.created',
  'source.updated',
  'source.deleted',
  'source.credential_set',
  'source.tested',
  'source.pulled',
  'audit_target.created',
  'audit_target.updated',
  'audit_target.deleted',
  'audit_target.credential_set',
  'audit_target.tested',
  'audit_target.backfilled',
  'audit_target.failing',
  'ticket_target.created',
  'ticket_target.updated',
  'ticket_target.deleted',
  'ticket_target.credential_set',
  'ticket_target.tested',
  'ticket_target.failing',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of targets of actions. */
export const AUDIT_TARGET_KINDS = [
  'organisation',
  'api_key',
  'sign_in_link',
  'member',
  'group_mapping',
  'team',
  'code_owners',
  'settings',
  'environment',
  'trust_policy',
  'policy_pack',
  'policy_assignment',
  'policy_key',
  'workflow',
  'finding',
  'evidence',
  'exception',
  'webhook',
  'link',
  'source',
  'audit_target',
  'ticket_target',
] as const;

export type AuditTargetKind = (typeof AUDIT_TARGET_KINDS)[number];

/** One field that an action changed, named as REST names it in camelCase. Null: there was, or is, no value. */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * Lists the fields whose values differ, in the given order.
 * @param before absent: there was nothing yet
 * @param after absent: there is nothing any more
 */
export function fieldChanges<Thing extends object>(
  before: Thing | null | undefined,
  after: Thing | null | undefined,
  fields: readonly (keyof Thing & string)[],
): readonly FieldChange[] {
  return fields
    .map((field) => ({ field, from: before?.[field] ?? null, to: after?.[field] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** Actor of an action: a caller, the operator at the command line, or the service by itself. */
export interface AuditActor {
  readonly kind: 'key' | 'user' | 'workload' | 'operator' | 'system';
  /** Stable id. Public id of a key, subject of a user, policy and repository of a CI job, account of an operator, name of a task. */
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** One action. Its place, its time and its hash come from the database. */
export interface AuditEntry {
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** Target: the kind as `api_key`, its id, and its name as people know it. */
  readonly target: { readonly kind: AuditTargetKind; readonly id: string; readonly name: string };
  /** Further details, as the scopes of a new key. Never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The fields that it changed. Never a secret. */
  readonly changes?: readonly FieldChange[];
  /** Id of the request that did it; null when it was none. */
  readonly requestId: string | null;
}

/** Further members of an entry, besides actor, action and target. */
export type AuditFacts = Pick<AuditEntry, 'details' | 'changes'>;

/** An entry as the log holds it. */
export interface AuditRecord extends AuditEntry {
  readonly orgId: string;
  readonly changes: readonly FieldChange[];
  /** 1, 2, 3 … in each organisation. */
  readonly sequence: number;
  readonly occurredAt: Date;
  /** In hex; covers the entry and the hash of the one before. */
  readonly hash: string;
}
