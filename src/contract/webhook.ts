/** Vocabulary of webhooks: targets, states, outcomes of an attempt. */

/** Formats of a delivery: our own envelope, a Block Kit message, a MessageCard, an Adaptive Card. */
export const WEBHOOK_TARGETS = ['generic', 'chat-a', 'chat-b', 'chat-c'] as const;
export type WebhookTarget = (typeof WEBHOOK_TARGETS)[number];

/** Kinds of a stored webhook: managed by people, or the addresses that single validations name. */
export type WebhookKind = 'endpoint' | 'callback';

/** Names of products that are accepted for a target. */
const TARGET_ALIASES: Readonly<Record<string, WebhookTarget>> = {
  slack: 'chat-a',
  teams: 'chat-b',
  'teams-workflow': 'chat-c',
};

/** Returns the target that a name means, or null. */
export function webhookTarget(name: string): WebhookTarget | null {
  const known = WEBHOOK_TARGETS.find((target) => target === name);
  return known ?? (Object.hasOwn(TARGET_ALIASES, name) ? TARGET_ALIASES[name]! : null);
}

/** `failing`: the newest attempt of the newest events failed; `disabled`: nothing is sent until it is enabled again. */
export const WEBHOOK_STATUSES = ['enabled', 'failing', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Cause that disabled a webhook: a person, an answer 410, or five days of failures. */
export const DISABLED_REASONS = ['manual', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const DELIVERY_STATUSES = [
  'pending',
  'sending',
  'succeeded',
  'failed',
  'skipped',
  'canceled',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Outcomes of an attempt. All but `success` are failures. */
export const ATTEMPT_OUTCOMES = [
  'success',
  'redirect',
  'client_error',
  'gone',
  'rate_limited',
  'server_error',
  'error_in_body',
  'timeout',
  'connection_failed',
  'tls_failed',
  'name_not_resolved',
  'address_not_allowed',
  'invalid_response',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
