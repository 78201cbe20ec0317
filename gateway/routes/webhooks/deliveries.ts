/** /api/v1/org-webhooks/{id}/…: the delivery log of a webhook, tests and redelivery. */

import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { DELIVERY_STATUSES } from '../../../src/contract/webhook.ts';
import { WebhookServiceService } from '../../../src/gen/flowarden/v1/webhook.ts';
import { formatNumber } from '../../../src/text/format.ts';
import { READ_TIME } from '../../core/client.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import { choiceField, timeField } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { Id, PATH } from './org-webhooks.ts';
import {
  DeliveryDetailsResponse,
  DeliveryListResponse,
  DeliveryResponse,
  RecoverResponse,
} from './webhook-schema.ts';

const tag = 'Webhooks';
const Ids = z.strictObject({ ...Id.shape, deliveryId: uuid().describe('UUID of the delivery.') });

const example = {
  id: '0190d5a4-8000-7a3b-8f00-3f2a1b4c5d6e',
  webhookId: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
  event: 'validation.completed',
  eventId: '0190d5a4-8000-7a3b-9f00-000000000001',
  status: 'succeeded',
  test: false,
  attempts: 1,
  createdAt: '2026-03-02T09:41:07.120Z',
  nextAttemptAt: null,
  finishedAt: '2026-03-02T09:41:07.480Z',
};
const waiting = {
  ...example,
  status: 'pending',
  nextAttemptAt: '2026-03-02T09:41:07.120Z',
  finishedAt: null,
};

export const testOrgWebhook = defineRoute({
  method: 'POST',
  path: `${PATH}/:id/test`,
  operationId: 'testOrgWebhook',
  tag,
  summary: 'Test a webhook',
  description:
    'Puts a made-up `validation.completed` with the label `Test of this webhook` on its way, in one attempt. Read its delivery to see how that went. Scope `webhooks:manage`.',
  access: WebhookServiceService.testWebhook,
  params: Id,
  query: NOTHING,
  body: { kind: 'json', spelling: 'snake', schema: NOTHING },
  defaultCase: 'snake',
  answers: {
    202: {
      description: 'The delivery, on its way.',
      schema: DeliveryResponse,
      example: { ...waiting, test: true },
    },
  },
  errors: ['not_found', 'state_conflict'],
  async handle({ params, context }, { core }) {
    const { delivery } = await core.call(WebhookServiceService.testWebhook, params, context, READ_TIME);
    return { status: 202, body: delivery };
  },
});

export const listDeliveries = defineRoute({
  method: 'GET',
  path: `${PATH}/:id/deliveries`,
  operationId: 'listDeliveries',
  tag,
  summary: 'List the deliveries of a webhook',
  description: 'A page of the delivery log, newest first; it is stored for 30 days. Scope `webhooks:manage`.',
  access: WebhookServiceService.listDeliveries,
  params: Id,
  query: z.strictObject({
    ...PAGING,
    status: choiceField(DELIVERY_STATUSES, 'Only deliveries in this state.').optional(),
  }),
  body: null,
  defaultCase: 'snake',
  answers: {
    200: {
      description: 'A page.',
      schema: DeliveryListResponse,
      example: { deliveries: [example], nextCursor: null },
    },
  },
  errors: ['not_found', 'invalid_cursor', 'query_timeout'],
  async handle({ params, query, context }, { core }) {
    const request = { webhookId: params.id, ...pageRequest(query), status: query.status ?? '' };
    const page = await core.call(WebhookServiceService.listDeliveries, request, context, READ_TIME);
    return { status: 200, body: page };
  },
});

export const getDelivery = defineRoute({
  method: 'GET',
  path: `${PATH}/:id/deliveries/:deliveryId`,
  operationId: 'getDelivery',
  tag,
  summary: 'Read a delivery',
  description: 'One delivery with what is sent and how each attempt went. Scope `webhooks:manage`.',
  access: WebhookServiceService.getDelivery,
  params: Ids,
  query: NOTHING,
  body: null,
  defaultCase: 'snake',
  answers: {
    200: {
      description: 'The delivery.',
      schema: DeliveryDetailsResponse,
      example: {
        delivery: example,
        body: '{"event":"validation.completed", …}',
        attempts: [
          {
            number: 1,
            outcome: 'success',
            statusCode: 204,
            error: null,
            responseBody: null,
            startedAt: '2026-03-02T09:41:07.300Z',
            durationMs: 180,
          },
        ],
      },
    },
  },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    const request = { webhookId: params.id, deliveryId: params.deliveryId };
    return {
      status: 200,
      body: await core.call(WebhookServiceService.getDelivery, request, context, READ_TIME),
    };
  },
});

export const redeliver = defineRoute({
  method: 'POST',
  path: `${PATH}/:id/deliveries/:deliveryId/redeliver`,
  operationId: 'redeliver',
  tag,
  summary: 'Deliver once more',
  description:
    'Sends a delivery again, now, with the same id and bytes; ten attempts begin anew. Scope `webhooks:manage`.',
  access: WebhookServiceService.redeliver,
  params: Ids,
  query: NOTHING,
  body: { kind: 'json', spelling: 'snake', schema: NOTHING },
  defaultCase: 'snake',
  answers: {
    202: { description: 'The delivery, on its way again.', schema: DeliveryResponse, example: waiting },
  },
  errors: ['not_found', 'state_conflict'],
  async handle({ params, context }, { core }) {
    const request = { webhookId: params.id, deliveryId: params.deliveryId };
    const { delivery } = await core.call(WebhookServiceService.redeliver, request, context, READ_TIME);
    return { status: 202, body: delivery };
  },
});

export const recoverDeliveries = defineRoute({
  method: 'POST',
  path: `${PATH}/:id/recover`,
  operationId: 'recoverDeliveries',
  tag,
  summary: 'Recover what was missed',
  description: `Sends everything again that failed or was skipped since a time, with the same delivery ids: the oldest ${formatNumber(CONTRACT_LIMITS.deliveriesMovedMax)} of it. Repeat the call until \`recovered\` is less. Scope \`webhooks:manage\`.`,
  access: WebhookServiceService.recoverDeliveries,
  params: Id,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'snake',
    schema: z.strictObject({
      since: timeField('Only events since this time.'),
    }),
    example: { since: '2026-03-02T00:00:00Z' },
  },
  defaultCase: 'snake',
  answers: {
    202: { description: 'They are on their way.', schema: RecoverResponse, example: { recovered: 12 } },
  },
  errors: ['not_found', 'state_conflict'],
  async handle({ params, body, context }, { core }) {
    const request = { webhookId: params.id, since: new Date(body.since) };
    return {
      status: 202,
      body: await core.call(WebhookServiceService.recoverDeliveries, request, context, READ_TIME),
    };
  },
});
