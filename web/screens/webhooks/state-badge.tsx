/** Badges for the states of webhooks and deliveries. */
import { Badge } from '../../parts/data/badge.tsx';
import { DELIVERY_STATUS, entryOf, WEBHOOK_STATUS } from './webhook-words.ts';

/** Shows the state of a webhook. */
export function WebhookBadge({ status }: { readonly status: string }) {
  const [tone, word] = entryOf(WEBHOOK_STATUS, status);
  return <Badge tone={tone}>{word}</Badge>;
}

/** Shows the state of a delivery. */
export function DeliveryBadge({ status }: { readonly status: string }) {
  const [tone, word] = entryOf(DELIVERY_STATUS, status);
  return <Badge tone={tone}>{word}</Badge>;
}
