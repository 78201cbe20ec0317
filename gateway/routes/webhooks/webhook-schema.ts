/** Webhooks and their delivery log in REST. */
import { z } from 'zod';
import { instant, int32, text, uuid } from '../../endpoint/answer-members.ts';

const webhook = {
  id: uuid(),
  url: z.string(),
  target: z.string().meta({ description: '`generic`, `chat-a` or `chat-b`.' }),
  events: z.array(z.string()).meta({ description: 'The events that are delivered.' }),
  description: text(),
  status: z.string().meta({ description: '`enabled`, `failing` or `disabled`.' }),
  disabledReason: text('`manual`, `gone` (an answer 410) or `failing`; null unless it is disabled.'),
  secretPreview: z.string().meta({ description: 'Part of the secret that may be shown.' }),
  nextSecretEffectiveAt: instant()
    .nullable()
    .meta({ description: 'Time at which the next secret takes over; null when there is none.' }),
  createdAt: instant(),
  createdBy: z.string().meta({ description: 'Id of the key or user who made it.' }),
  updatedAt: instant(),
  lastDeliveryAt: instant().nullable(),
  lastSuccessAt: instant().nullable(),
  lastFailureAt: instant().nullable(),
  consecutiveFailures: int32().meta({ description: 'Attempts that failed since the last success.' }),
};

export const OrgWebhookResponse = z
  .strictObject(webhook)
  .meta({ description: 'A webhook, without its secret.' });

export const OrgWebhookSecretResponse = z
  .strictObject({
    ...webhook,
    secret: z.string().meta({ description: 'Signing secret of deliveries. It is shown only once.' }),
  })
  .meta({ description: 'A webhook with its new secret.' });

export const OrgWebhookListResponse = z
  .strictObject({
    webhooks: z.array(OrgWebhookResponse).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of webhooks.' });

const delivery = {
  id: uuid().meta({ description: 'The same one for every attempt, in `X-Service-Delivery`.' }),
  webhookId: uuid(),
  event: z.string(),
  eventId: uuid(),
  status: z.string().meta({
    description: '`pending`, `sending`, `succeeded`, `failed`, `skipped` or `canceled`.',
  }),
  test: z.boolean().meta({ description: 'True for a test event.' }),
  attempts: int32().meta({ description: 'Attempts so far.' }),
  createdAt: instant(),
  nextAttemptAt: instant().nullable(),
  finishedAt: instant().nullable(),
};

export const DeliveryResponse = z.strictObject(delivery).meta({ description: 'An event for a webhook.' });

export const DeliveryListResponse = z
  .strictObject({
    deliveries: z.array(DeliveryResponse).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of the delivery log.' });

export const DeliveryAttempt = z
  .strictObject({
    number: int32(),
    outcome: z.string().meta({ description: '`success`, or how it failed.' }),
    statusCode: int32().nullable(),
    error: text('Error of an attempt without an answer.'),
    responseBody: text("The beginning of the answer's body."),
    startedAt: instant(),
    durationMs: int32(),
  })
  .meta({ description: 'One POST of a delivery.' });

export const DeliveryDetailsResponse = z
  .strictObject({
    delivery: DeliveryResponse,
    body: text('Body of the delivery as text; null before the first attempt.'),
    attempts: z.array(DeliveryAttempt),
  })
  .meta({ description: 'A delivery with its body and its attempts.' });

export const RecoverResponse = z
  .strictObject({ recovered: int32().meta({ description: 'Deliveries that are on their way again.' }) })
  .meta({ description: 'Result of the recovery.' });

const CALLBACK_SECRET = {
  secretPreview: text('Beginning and end of the secret; null as long as there is none.'),
  nextSecretEffectiveAt: instant()
    .nullable()
    .meta({ description: 'Time at which the next secret takes over; until then both sign.' }),
  updatedAt: instant().nullable(),
};

export const CallbackSecretResponse = z.strictObject(CALLBACK_SECRET).meta({
  description: 'The secret that deliveries to the `webhook_url` of single validations are signed with.',
});

export const CallbackSecretRotateResponse = z
  .strictObject({
    ...CALLBACK_SECRET,
    secret: z.string().meta({ description: 'The whole secret, this once.' }),
  })
  .meta({ description: 'A new callback secret.' });
