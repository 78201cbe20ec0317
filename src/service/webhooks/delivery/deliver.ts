/** Sending of one claimed delivery, and the consequence of its result. */

import type { WebhookKind } from '../../../contract/webhook.ts';
import { type Seal, webhookOwner } from '../../../infra/sealing/seal.ts';
import { isRetried } from '../sending/outcome.ts';
import { CALLBACK_ATTEMPTS_MAX, nextWaitMs, WEBHOOK_WAITS_MS } from '../sending/retry-waits.ts';
import type { AttemptResult, Sender } from '../sending/send.ts';
import type { FinishedAttempt } from './attempts-store.ts';
import type { Claim } from './claims-store.ts';
import type { Recipient } from './contents-store.ts';
import type { Unwritten } from './delivery-bodies.ts';
import type { CountedDelivery } from './delivery-tally.ts';

/** A delivery that this process sends, until its lease ends. */
export interface Outgoing extends Unwritten, Claim, CountedDelivery {
  /** Address of the receiver. */
  readonly url: string;
  readonly body: Buffer;
}

/** Dependencies of sending. */
export interface DeliverDeps {
  readonly sender: Sender;
  readonly seal: Seal;
  readonly now: () => Date;
  /** A number from 0 to 1, for the variation of waits. */
  readonly random: () => number;
}

const ATTEMPTS_MAX = {
  endpoint: WEBHOOK_WAITS_MS.length,
  callback: CALLBACK_ATTEMPTS_MAX,
} as const satisfies Record<WebhookKind, number>;

/** Sends it. Throws only when its secret cannot be opened. */
export async function deliver(
  delivery: Outgoing,
  { sender, seal, now, random }: DeliverDeps,
): Promise<FinishedAttempt> {
  const result = await sender.send({
    url: delivery.url,
    deliveryId: delivery.id,
    event: delivery.event.kind,
    target: delivery.recipient.target,
    body: delivery.body,
    ...secretsAt(delivery.recipient, seal, now()),
  });
  const finishedAt = now();
  const waitMs = waitAfter(delivery, result, random());
  return {
    orgId: delivery.orgId,
    deliveryId: delivery.id,
    webhookId: delivery.webhookId,
    lease: delivery.lease,
    number: delivery.attempts + 1,
    outcome: result.outcome,
    statusCode: result.statusCode,
    error: result.error,
    answer: result.answer,
    startedAt: result.startedAt,
    durationMs: result.durationMs,
    finishedAt,
    nextAttemptAt: waitMs === undefined ? null : new Date(finishedAt.getTime() + waitMs),
  };
}

/** Returns the wait before the next attempt; undefined after the last one. A test is one attempt. */
function waitAfter(delivery: Outgoing, result: AttemptResult, random: number): number | undefined {
  if (!isRetried(result.outcome) || delivery.isTest) return undefined;
  const attemptsMax = ATTEMPTS_MAX[delivery.recipient.kind];
  return nextWaitMs(delivery.roundAttempts + 1, attemptsMax, result.retryAfterMs, random);
}

/** From the effective time of a rotation the new secret signs alone. */
function secretsAt(recipient: Recipient, seal: Seal, now: Date) {
  const owner = webhookOwner(recipient.orgId, recipient.id);
  const { nextSecret, nextSecretEffectiveAt } = recipient;
  const next = nextSecret === null ? null : seal.open(nextSecret, owner);
  if (next !== null && nextSecretEffectiveAt !== null && nextSecretEffectiveAt <= now) {
    return { secret: next, nextSecret: null };
  }
  return { secret: seal.open(recipient.secret, owner), nextSecret: next };
}
