/** Limits of webhooks, messages and deliveries. Each has its unit in its name. */
import { KIB, MINUTE_MS } from '../../units.ts';

export const WEBHOOK_LIMITS = {
  /** Webhooks of one organisation. */
  webhooksPerOrganisationMax: 20,
  /** Time to look up the name in a webhook's address when it is set. */
  webhookResolveMsMax: 2_000,
  /** Largest body of a delivery in our own envelope. */
  webhookBodyBytesMax: 24 * KIB,
  /** Most blocks of a block message. */
  chatABlocksMax: 20,
  /** Most characters of a block message. */
  chatACharactersMax: 10_000,
  /** Largest message card. */
  chatBBytesMax: 20 * KIB,
  /** Time of one attempt of a delivery, from the look-up of the name to the end of the answer. */
  webhookAttemptMsMax: 15_000,
  /** Time in an attempt to open a connection. */
  webhookConnectMsMax: 5_000,
  /** Part of a receiver's answer that is read. */
  webhookAnswerBytesReadMax: 64 * KIB,
  /** Part of a receiver's answer that is stored in the delivery log. */
  webhookAnswerBytesStoredMax: 16 * KIB,
  /** Connections to receivers stay open for this long without use. */
  webhookKeepAliveMs: 20_000,
  /** Parsed addresses that a jobs process remembers. */
  webhookAddressesRemembered: 2_000,
  /** A webhook without success for this long is disabled … */
  webhookFailingDaysMax: 5,
  /** … when at least this many events failed meanwhile. */
  webhookFailingEventsMin: 10,
  /** Deliveries in the queue that every scrape of the metrics counts; with more … */
  deliveriesCountedMax: 10_000,
  /** … they are counted again after this. */
  deliveryCountMsMin: MINUTE_MS,
  /** A delivery that is being sent belongs to its process for this long. */
  deliveryLeaseMs: MINUTE_MS,
  /** Interval at which due deliveries are polled when nothing announces them. */
  deliveryPollMs: 500,
  /** Results of attempts are gathered for this long, and then written together. */
  deliveryGatherMs: 20,
  /** Most results that are written with one transaction. */
  deliveryResultsAtOnceMax: 500,
  /** Time that attempts get when a jobs process ends; those that last are left to the next process. */
  deliveryStopMsMax: 5_000,
  /** Deliveries that one jobs process sends at once. */
  deliveriesAtOnceMax: 256,
  /** Of these, to one webhook, or to one host for the addresses that validations of an organisation name; fewer when many are under way. */
  deliveriesPerWebhookMax: 16,
  /** Of these, to one host, however many webhooks lead to it; fewer when many are under way. */
  deliveriesPerHostMax: 64,
  /** Of these, for one organisation; fewer when many are under way. */
  deliveriesPerOrganisationMax: 128,
  /** Times as many deliveries are claimed as are sent at once: the next one is there when an attempt ends. */
  deliveriesClaimedFactor: 8,
} as const satisfies Readonly<Record<string, number>>;
