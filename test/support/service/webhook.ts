/** Webhooks to receivers on this machine, straight into the database. */
import { EVENT_KINDS_DEFAULT, type EventKind } from '../../../src/contract/event.ts';
import type { WebhookTarget } from '../../../src/contract/webhook.ts';
import type { Sql } from '../../../src/infra/database/connections.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { createSeal, webhookOwner } from '../../../src/infra/sealing/seal.ts';
import { makeWebhookSecret, secretPreview } from '../../../src/service/webhooks/sending/sign.ts';
import { insertWebhook, type WebhookRecord } from '../../../src/service/webhooks/webhooks-store.ts';

/** What stored secrets are sealed with, and what peers know each other by. */
export const SECRETS_KEY = 's'.repeat(32);

export interface TestWebhook {
  readonly id: string;
  readonly secret: string;
}

/** What a test may say about its webhook. */
export interface TestWebhookOptions {
  readonly events?: readonly EventKind[];
  readonly createdAt?: Date;
  readonly target?: WebhookTarget;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** A webhook that leads to a port of this machine. */
export async function insertTestWebhook(
  sql: Sql,
  orgId: string,
  port: number,
  {
    events = EVENT_KINDS_DEFAULT,
    createdAt = new Date(),
    host = '127.0.0.1',
    target = 'generic',
    repository = null,
    teamId = null,
  }: Partial<Pick<WebhookRecord, 'repository' | 'teamId'>> & TestWebhookOptions = {},
): Promise<TestWebhook> {
  const id = uuidV7();
  const secret = makeWebhookSecret();
  await withOrganisation(sql, orgId, (transaction) =>
    insertWebhook(transaction, {
      id,
      orgId,
      url: `http://${host}:${port}/`,
      target,
      events,
      description: null,
      repository,
      teamId,
      secret: createSeal(SECRETS_KEY).seal(secret, webhookOwner(orgId, id)),
      secretPreview: secretPreview(secret),
      createdBy: 'abcdefgh',
      createdAt,
    }),
  );
  return { id, secret };
}
