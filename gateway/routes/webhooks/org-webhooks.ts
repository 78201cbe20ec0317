/** /api/v1/org-webhooks: managing the organisation's webhooks. Answers default to snake_case. */
import { z } from 'zod';
import { EVENT_KINDS } from '../../../src/contract/event.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { WebhookServiceService } from '../../../src/gen/flowarden/v1/webhook.ts';
import { READ_TIME } from '../../core/client.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import { choiceField, textField } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { OrgWebhookListResponse, OrgWebhookResponse, OrgWebhookSecretResponse } from './webhook-schema.ts';

export const PATH = '/api/v1/org-webhooks';
export const Id = z.strictObject({ id: uuid().describe('UUID of the webhook.') });
const tag = 'Webhooks';

const url = () => textField(CONTRACT_LIMITS.webhookUrlCharactersMax, 'An https address that is public.', 1);
const events = () =>
  z
    .array(z.string())
    .min(1)
    .max(16)
    .meta({
      description: `${EVENT_KINDS.map((kind) => `\`${kind}\``).join(', ')}; all when not given at creation.`,
    })
    .optional();
const description = () =>
  textField(CONTRACT_LIMITS.webhookDescriptionCharactersMax, 'What it is for.').nullable().optional();

/** Creates the field for the hours during which the previous secret still signs. */
export const rotationHours = (meaning: string) =>
  z
    .int()
    .min(0)
    .max(CONTRACT_LIMITS.webhookRotationHoursMax)
    .default(CONTRACT_LIMITS.webhookRotationHoursDefault)
    .meta({ description: meaning });

const example = {
  id: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
  url: 'https://hooks.example.com/flowarden',
  target: 'generic',
  events: ['validation.completed'],
  description: 'Ticket system',
  status: 'enabled',
  disabledReason: null,
  secretPreview: 'whsec_9fJx…Lw8Q=',
  nextSecretEffectiveAt: null,
  createdAt: '2026-03-02T09:41:07.120Z',
  createdBy: 'b7Xk20Qd',
  updatedAt: '2026-03-02T09:41:07.120Z',
  lastDeliveryAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  consecutiveFailures: 0,
};
const secretExample = { ...example, secret: 'whsec_…' };

export const createOrgWebhook = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'createOrgWebhook',
  tag,
  summary: 'Create a webhook',
  description:
    'Makes a webhook. The answer holds its secret, in full only this once. `target` says how deliveries are written and never changes. Scope `webhooks:manage`.',
  access: WebhookServiceService.createWebhook,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'snake',
    codes: { url: 'invalid_webhook_url' },
    schema: z.strictObject({
      url: url(),
      target: textField(
        16,
        '`generic` (default), `chat-a` (also `slack`) or `chat-b` (also `teams`).',
      ).optional(),
      events: events(),
      description: description(),
    }),
    example: {
      url: 'https://hooks.example.com/flowarden',
      target: 'generic',
      events: ['validation.completed'],
    },
  },
  defaultCase: 'snake',
  answers: {
    201: {
      description: 'The new webhook with its secret.',
      schema: OrgWebhookSecretResponse,
      example: secretExample,
      headers: { Location: 'Address of the webhook.' },
    },
  },
  errors: [
    'invalid_webhook_url',
    'webhook_url_not_allowed',
    'webhook_limit_reached',
    'plan_feature_required',
    'payment_past_due',
    'reauthentication_required',
  ],
  async handle({ body, context }, { core }) {
    const request = {
      url: body.url,
      target: body.target ?? '',
      events: body.events ?? [],
      description: body.description ?? '',
    };
    const made = await core.call(WebhookServiceService.createWebhook, request, context, READ_TIME);
    return {
      status: 201,
      body: { ...made.webhook, secret: made.secret },
      headers: { Location: `${PATH}/${made.webhook?.id}` },
    };
  },
});

export const listOrgWebhooks = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'listOrgWebhooks',
  tag,
  summary: 'List the webhooks',
  description: 'A page of the webhooks, newest first, without their secrets. Scope `webhooks:manage`.',
  access: WebhookServiceService.listWebhooks,
  params: NOTHING,
  query: z.strictObject({ ...PAGING }),
  body: null,
  defaultCase: 'snake',
  answers: {
    200: {
      description: 'A page.',
      schema: OrgWebhookListResponse,
      example: { webhooks: [example], nextCursor: null },
    },
  },
  errors: ['invalid_cursor'],
  async handle({ query, context }, { core }) {
    const page = await core.call(WebhookServiceService.listWebhooks, pageRequest(query), context, READ_TIME);
    return { status: 200, body: page };
  },
});

export const getOrgWebhook = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  operationId: 'getOrgWebhook',
  tag,
  summary: 'Read a webhook',
  description: 'One webhook, without its secret. Scope `webhooks:manage`.',
  access: WebhookServiceService.getWebhook,
  params: Id,
  query: NOTHING,
  body: null,
  defaultCase: 'snake',
  answers: { 200: { description: 'The webhook.', schema: OrgWebhookResponse, example } },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    const { webhook } = await core.call(WebhookServiceService.getWebhook, params, context, READ_TIME);
    return { status: 200, body: webhook };
  },
});

export const updateOrgWebhook = defineRoute({
  method: 'PATCH',
  path: `${PATH}/:id`,
  operationId: 'updateOrgWebhook',
  tag,
  summary: 'Change a webhook',
  description:
    'Changes the members that the body names. `status` enables, which forgets earlier failures, or disables; while a webhook is disabled, its events are stored as skipped and can be recovered. Scope `webhooks:manage`.',
  access: WebhookServiceService.updateWebhook,
  params: Id,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'snake',
    codes: { url: 'invalid_webhook_url' },
    schema: z.strictObject({
      url: url().optional(),
      events: events(),
      description: description(),
      status: choiceField(['enabled', 'disabled'], 'The new state.').optional(),
    }),
    example: { events: ['validation.completed', 'exception.expiring_soon'], status: 'enabled' },
  },
  defaultCase: 'snake',
  answers: { 200: { description: 'The changed webhook.', schema: OrgWebhookResponse, example } },
  errors: ['not_found', 'invalid_webhook_url', 'webhook_url_not_allowed', 'reauthentication_required'],
  async handle({ params, body, context }, { core }) {
    const request = {
      id: params.id,
      url: body.url,
      events: body.events ?? [],
      description: body.description === null ? '' : body.description,
      status: body.status,
    };
    const { webhook } = await core.call(WebhookServiceService.updateWebhook, request, context, READ_TIME);
    return { status: 200, body: webhook };
  },
});

export const deleteOrgWebhook = defineRoute({
  method: 'DELETE',
  path: `${PATH}/:id`,
  operationId: 'deleteOrgWebhook',
  tag,
  summary: 'Delete a webhook',
  description: 'Deletes a webhook; what waits for it is canceled. Scope `webhooks:manage`.',
  access: WebhookServiceService.deleteWebhook,
  params: Id,
  query: NOTHING,
  body: null,
  defaultCase: 'snake',
  answers: { 204: { description: 'The webhook is gone.', schema: null } },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    await core.call(WebhookServiceService.deleteWebhook, params, context, READ_TIME);
    return { status: 204 };
  },
});

export const rotateOrgWebhook = defineRoute({
  method: 'POST',
  path: `${PATH}/:id/rotate`,
  operationId: 'rotateOrgWebhook',
  tag,
  summary: 'Rotate the secret of a webhook',
  description:
    'Makes a new secret. The old one signs until the new one takes over; meanwhile `X-Service-Signature-Next` carries the signature of the new one. Scope `webhooks:manage`.',
  access: WebhookServiceService.rotateWebhookSecret,
  params: Id,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'snake',
    schema: z.strictObject({
      effectiveInHours: rotationHours('Hours until the new secret takes over; 0: at once.'),
    }),
    example: { effectiveInHours: 24 },
  },
  defaultCase: 'snake',
  answers: {
    200: {
      description: 'The webhook with its new secret.',
      schema: OrgWebhookSecretResponse,
      example: secretExample,
    },
  },
  errors: ['not_found', 'reauthentication_required'],
  async handle({ params, body, context }, { core }) {
    const request = { id: params.id, effectiveInHours: body.effectiveInHours };
    const made = await core.call(WebhookServiceService.rotateWebhookSecret, request, context, READ_TIME);
    return { status: 200, body: { ...made.webhook, secret: made.secret } };
  },
});
