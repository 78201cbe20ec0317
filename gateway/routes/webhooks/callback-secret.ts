/** /api/v1/organisation/callback-secret: the signing secret of deliveries to the addresses of single validations. */
import { z } from 'zod';
import { WebhookServiceService } from '../../../src/gen/flowarden/v1/webhook.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { rotationHours } from './org-webhooks.ts';
import { CallbackSecretResponse, CallbackSecretRotateResponse } from './webhook-schema.ts';

const PATH = '/api/v1/organisation/callback-secret';
const tag = 'Webhooks';
const example = {
  secretPreview: 'whsec_9fJx…Lw8Q=',
  nextSecretEffectiveAt: null,
  updatedAt: '2026-03-02T09:41:07.120Z',
};

export const getCallbackSecret = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'getCallbackSecret',
  tag,
  summary: 'Read the callback secret',
  description:
    'Preview of the secret that signs deliveries to the `webhook_url` of single validations. Scope `webhooks:manage`.',
  access: WebhookServiceService.getCallbackSecret,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: { description: 'The secret without its middle.', schema: CallbackSecretResponse, example },
  },
  errors: ['reauthentication_required'],
  async handle({ context }, { core }) {
    const { secret } = await core.call(WebhookServiceService.getCallbackSecret, {}, context, READ_TIME);
    return { status: 200, body: secret };
  },
});

export const rotateCallbackSecret = defineRoute({
  method: 'POST',
  path: `${PATH}/rotate`,
  operationId: 'rotateCallbackSecret',
  tag,
  summary: 'Rotate the callback secret',
  description:
    'Makes a new secret, or the first one, and shows it in full only this once. The old one signs until the new one takes over; meanwhile `X-Service-Signature-Next` carries the signature of the new one. Scope `webhooks:manage`.',
  access: WebhookServiceService.rotateCallbackSecret,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      effectiveInHours: rotationHours(
        'Hours until the new secret takes over; 0: at once. A first one does at once.',
      ),
    }),
    example: { effectiveInHours: 24 },
  },
  answers: {
    200: {
      description: 'The new secret.',
      schema: CallbackSecretRotateResponse,
      example: { ...example, secret: 'whsec_…' },
    },
  },
  errors: ['reauthentication_required'],
  async handle({ body, context }, { core }) {
    const made = await core.call(WebhookServiceService.rotateCallbackSecret, body, context, READ_TIME);
    return { status: 200, body: { ...made.callbackSecret, secret: made.secret } };
  },
});
