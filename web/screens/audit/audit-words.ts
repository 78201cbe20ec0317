/** Words of the audit log: actions, kinds of targets and of actors, fields. */
import type { AuditAction, AuditActor, AuditTargetKind } from '../../../src/contract/audit.ts';

/** Action → what happened. */
const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  'organisation.created': 'Organisation created',
  'organisation.suspended': 'Organisation suspended',
  'organisation.resumed': 'Organisation resumed',
  'plan.updated': 'Plan changed',
  'api_key.created': 'API key created',
  'api_key.updated': 'API key changed',
  'api_key.rotated': 'API key rotated',
  'api_key.revoked': 'API key revoked',
  'sign_in_link.created': 'Sign-in link created',
  'member.added': 'Member added',
  'member.invited': 'Member invited',
  'member.joined': 'Member joined',
  'member.address_shared': 'Another account has the address',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'member.groups_changed': 'Member changed by groups',
  'group_mapping.created': 'Group mapping added',
  'group_mapping.updated': 'Group mapping changed',
  'group_mapping.deleted': 'Group mapping deleted',
  'team.created': 'Team created',
  'team.updated': 'Team changed',
  'team.deleted': 'Team deleted',
  'code_owners.confirmed': 'CODEOWNERS confirmed',
  'code_owners.deleted': 'CODEOWNERS deleted',
  'code_owners.proven': 'CODEOWNERS in force by proof',
  'settings.updated': 'Settings changed',
  'environment.created': 'Environment created',
  'environment.updated': 'Environment changed',
  'environment.deleted': 'Environment deleted',
  'trust_policy.created': 'Trust policy created',
  'trust_policy.updated': 'Trust policy changed',
  'trust_policy.deleted': 'Trust policy deleted',
  'policy.published': 'Policy pack published',
  'policy.rolled_back': 'Policy pack rolled back',
  'policy.assigned': 'Policy pack assigned',
  'policy_key.created': 'Policy key created',
  'policy_key.deleted': 'Policy key deleted',
  'workflow.updated': 'Workflow changed',
  'workflow.deleted': 'Workflow deleted',
  'finding.assigned': 'Finding assigned',
  'evidence.signed_off': 'Evidence signed off',
  'exception.requested': 'Exception requested',
  'exception.approved': 'Exception approved',
  'exception.rejected': 'Exception rejected',
  'exception.revoked': 'Exception revoked',
  'webhook.created': 'Webhook created',
  'webhook.updated': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.tested': 'Webhook tested',
  'webhook.redelivered': 'Delivery sent again',
  'webhook.recovered': 'Deliveries recovered',
  'webhook.disabled': 'Webhook disabled',
  'link.confirmed': 'Link confirmed',
  'link.refused': 'Link refused',
  'source.created': 'Source added',
  'source.updated': 'Source changed',
  'source.deleted': 'Source deleted',
  'source.credential_set': 'Credential of a source set',
  'source.tested': 'Source tested',
  'source.pulled': 'Pull started',
  'audit_target.created': 'Audit target added',
  'audit_target.updated': 'Audit target changed',
  'audit_target.deleted': 'Audit target deleted',
  'audit_target.credential_set': 'Credential of an audit target set',
  'audit_target.tested': 'Audit target tested',
  'audit_target.backfilled': 'Backfill started',
  'audit_target.failing': 'Audit target fails',
  'ticket_target.created': 'Ticket target added',
  'ticket_target.updated': 'Ticket target changed',
  'ticket_target.deleted': 'Ticket target deleted',
  'ticket_target.credential_set': 'Credential of a ticket target set',
  'ticket_target.tested': 'Ticket target tested',
  'ticket_target.failing': 'Ticket target fails',
};

/** Kind of a target → its name. */
const TARGET_LABELS: Readonly<Record<AuditTargetKind, string>> = {
  organisation: 'Organisation',
  api_key: 'API key',
  sign_in_link: 'Sign-in link',
  member: 'Member',
  group_mapping: 'Group mapping',
  team: 'Team',
  code_owners: 'CODEOWNERS',
  settings: 'Settings',
  environment: 'Environment',
  trust_policy: 'Trust policy',
  policy_pack: 'Policy pack',
  policy_assignment: 'Policy assignment',
  policy_key: 'Policy key',
  workflow: 'Workflow',
  finding: 'Finding',
  evidence: 'Evidence',
  exception: 'Exception',
  webhook: 'Webhook',
  link: 'Link',
  source: 'Source',
  audit_target: 'Audit target',
  ticket_target: 'Ticket target',
};

/** Kind of an actor → its name. */
const ACTOR_LABELS: Readonly<Record<AuditActor['kind'], string>> = {
  key: 'API key',
  user: 'Person',
  workload: 'CI job',
  operator: 'Operator',
  system: 'The service itself',
};

export const ACTIONS = Object.entries(ACTION_LABELS);
export const TARGETS = Object.entries(TARGET_LABELS);

/** Returns what happened; an action that this version of the app does not know is shown as it is. */
export function actionLabel(action: string): string {
  return labelIn(ACTION_LABELS, action);
}

/** Returns the name of a kind of target. */
export function targetLabel(kind: string): string {
  return labelIn(TARGET_LABELS, kind);
}

/** Returns the name of a kind of actor. */
export function actorLabel(kind: string): string {
  return labelIn(ACTOR_LABELS, kind);
}

/** Returns the name of a field, such as `enforcementMode`, in words. */
export function fieldLabel(field: string): string {
  const words = field.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function labelIn(labels: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(labels, name) ? labels[name]! : name;
}
