/** Limits of webhooks, messages and deliveries. Each has its unit in its name. */
import { MINUTE_MS } from '../../units.ts';

export const WEBHOOK_LIMITS = {
  /** Time of one attempt of a delivery, from the look-up of the name to the end of the answer. */
  webhookAttemptMsMax: 15_000,
  /** A webhook without success for this long is disabled … */
  failingDaysMax: 5,
  /** … when at least this many events failed meanwhile. */
  failingEventsMin: 10,
  /** A delivery that is being sent belongs to its process for this long. */
  deliveryLeaseMs: MINUTE_MS,
  /** Of these, to one host, however many webhooks lead to it; fewer when many are under way. */
  deliveriesPerHostMax: 64,
} as const satisfies Readonly<Record<string, number>>;
