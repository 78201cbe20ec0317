/** How many deliveries a process is sending to each webhook and to each host. */
import { LIMITS } from '../limits.ts';
import type { ClaimedDelivery } from '../store/delivery-claims.ts';

type Counted = Pick<ClaimedDelivery, 'webhookId' | 'url'>;

export interface Tally {
  /** Counts a delivery, unless its webhook or its host has as many as it may. */
  admit(delivery: Counted): boolean;
  release(delivery: Counted): void;
  /** Webhooks that can have no more. */
  busyWebhookIds(): readonly string[];
}

/** Makes an empty one. */
export function createTally(): Tally {
  const webhooks = new Map<string, number>();
  const hosts = new Map<string, number>();
  return {
    admit({ webhookId, url }) {
      const host = hostOf(url);
      if ((webhooks.get(webhookId) ?? 0) >= LIMITS.deliveriesPerWebhookMax) return false;
      if ((hosts.get(host) ?? 0) >= LIMITS.deliveriesPerHostMax) return false;
      add(webhooks, webhookId, 1);
      add(hosts, host, 1);
      return true;
    },
    release({ webhookId, url }) {
      add(webhooks, webhookId, -1);
      add(hosts, hostOf(url), -1);
    },
    busyWebhookIds: () =>
      [...webhooks].filter(([, count]) => count >= LIMITS.deliveriesPerWebhookMax).map(([id]) => id),
  };
}

function add(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
