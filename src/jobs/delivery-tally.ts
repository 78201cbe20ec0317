/**
 * How many deliveries of each webhook and each host a process has. What one may have shrinks with what is left for all:
 * any number of receivers that do not answer leave something for the next one, and so do the webhooks of one host.
 */
import type { DueDelivery } from '../store/delivery-claims.ts';

type Counted = Pick<DueDelivery, 'webhookId' | 'host'>;

/** The most that there may be. */
export interface TallyLimits {
  readonly max: number;
  readonly perWebhookMax: number;
  readonly perHostMax: number;
}

export interface Tally {
  /** How many more there may be. */
  free(): number;
  /** How many a webhook may have at the moment. */
  perWebhookMax(): number;
  /** Counts a delivery, unless its webhook or its host has as many as it may. */
  admit(delivery: Counted): boolean;
  release(delivery: Counted): void;
  /** Webhooks that can have no more. */
  busyWebhookIds(): readonly string[];
}

/** A webhook may have this part of what is left, a host that one. */
const WEBHOOK_PART = 1 / 8;
const HOST_PART = 1 / 2;

/** Makes an empty one. */
export function createTally(limits: TallyLimits): Tally {
  const webhooks = new Map<string, number>();
  const hosts = new Map<string, number>();
  let free = limits.max;
  const perWebhookMax = () => Math.min(limits.perWebhookMax, Math.ceil(free * WEBHOOK_PART));
  const perHostMax = () => Math.min(limits.perHostMax, Math.ceil(free * HOST_PART));
  return {
    free: () => free,
    perWebhookMax,
    admit({ webhookId, host }) {
      if ((webhooks.get(webhookId) ?? 0) >= perWebhookMax()) return false;
      if ((hosts.get(host) ?? 0) >= perHostMax()) return false;
      add(webhooks, webhookId, 1);
      add(hosts, host, 1);
      free -= 1;
      return true;
    },
    release({ webhookId, host }) {
      add(webhooks, webhookId, -1);
      add(hosts, host, -1);
      free += 1;
    },
    busyWebhookIds: () => {
      const max = perWebhookMax();
      return [...webhooks].filter(([, count]) => count >= max).map(([id]) => id);
    },
  };
}

function add(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
