/** Words for webhooks: targets, events, states. */

import type { EventKind } from '../../../src/contract/event.ts';
import type {
  DeliveryStatus,
  DisabledReason,
  WebhookStatus,
  WebhookTarget,
} from '../../../src/contract/webhook.ts';
import type { Tone } from '../../parts/data/badge.tsx';

/** Target → its name for people. */
export const TARGET_LABELS: Readonly<Record<WebhookTarget, string>> = {
  generic: 'Your service (signed JSON)',
  'chat-a': 'Slack channel',
  'chat-b': 'Microsoft Teams channel',
  'chat-c': 'Microsoft Teams workflow',
};

/** Event → when it is sent. */
export const EVENT_LABELS: Readonly<Record<EventKind, string>> = {
  'validation.completed': 'A validation has ended',
  'validation.below_threshold': 'A score is below the threshold',
  'exception.expiring_soon': 'An exception is about to expire',
  'change.completed': 'All runs of a change have ended',
  'exception.requested': 'Someone requests an exception',
  'exception.decided': 'Someone decided on an exception',
  'run.blocked': 'A run is blocked',
  'source.pull_failed': 'A pull has failed',
  'source.drift_found': 'A pull has found drift',
  'source.credential_expiring': 'A credential of a source is about to expire',
};

/** Target → the events that a new webhook proposes. A chat gets one message for each change, not one for each file. */
export function proposedEvents(target: string): readonly EventKind[] {
  return target === 'generic'
    ? ['validation.completed', 'validation.below_threshold', 'exception.expiring_soon']
    : ['change.completed', 'validation.below_threshold', 'exception.expiring_soon'];
}

export const TARGETS = Object.keys(TARGET_LABELS) as readonly WebhookTarget[];

export const EVENTS = Object.keys(EVENT_LABELS) as readonly EventKind[];

/** State of a webhook → its tone and word. */
export const WEBHOOK_STATUS: Readonly<Record<WebhookStatus, readonly [Tone, string]>> = {
  enabled: ['good', 'Enabled'],
  failing: ['warning', 'Failing'],
  disabled: ['plain', 'Disabled'],
};

/** State of a delivery → its tone and word. */
export const DELIVERY_STATUS: Readonly<Record<DeliveryStatus, readonly [Tone, string]>> = {
  pending: ['accent', 'Pending'],
  sending: ['accent', 'Sending'],
  succeeded: ['good', 'Succeeded'],
  failed: ['bad', 'Failed'],
  skipped: ['plain', 'Skipped'],
  canceled: ['plain', 'Canceled'],
};

/** Cause of a disabled webhook → sentence. */
export const DISABLED_REASONS: Readonly<Record<DisabledReason, string>> = {
  manual: 'A person has disabled it.',
  gone: 'The receiver answered 410 Gone. Check the address, then enable it again.',
  failing:
    'Every delivery failed for five days. Mend the receiver, then enable it again and recover what was missed.',
};

/** Returns the entry of a table for a text of the API; a value that this page does not know is shown as it is. */
export function entryOf(
  table: Readonly<Record<string, readonly [Tone, string]>>,
  value: string,
): readonly [Tone, string] {
  return Object.hasOwn(table, value) ? table[value]! : ['plain', value];
}
