/** Calls of webhooks and their deliveries. */
import type { z } from 'zod';
import type {
  CallbackSecretResponse,
  CallbackSecretRotateResponse,
  DeliveryDetailsResponse,
  DeliveryListResponse,
  DeliveryResponse,
  OrgWebhookListResponse,
  OrgWebhookResponse,
  OrgWebhookSecretResponse,
  RecoverResponse,
} from '../../../gateway/routes/webhooks/webhook-schema.ts';
import { defineCall } from '../define-call.ts';

export type Webhook = z.output<typeof OrgWebhookResponse>;
export type WebhookWithSecret = z.output<typeof OrgWebhookSecretResponse>;
export type Delivery = z.output<typeof DeliveryResponse>;
export type DeliveryDetails = z.output<typeof DeliveryDetailsResponse>;

/** Members of a webhook that a person chooses. */
export interface WebhookForm {
  readonly url: string;
  readonly target: string;
  readonly events: readonly string[];
  readonly description: string;
}

type OfWebhook = { readonly params: { readonly id: string } };
type OfDelivery = { readonly params: { readonly id: string; readonly deliveryId: string } };

const PATH = '/api/v1/org-webhooks';

export const listWebhooks = defineCall<z.output<typeof OrgWebhookListResponse>>('GET', PATH);
export const createWebhook = defineCall<WebhookWithSecret, { body: WebhookForm }>('POST', PATH);
export const getWebhook = defineCall<Webhook, OfWebhook>('GET', `${PATH}/{id}`);
export const updateWebhook = defineCall<
  Webhook,
  OfWebhook & { body: Partial<Omit<WebhookForm, 'target'>> & { readonly status?: 'enabled' | 'disabled' } }
>('PATCH', `${PATH}/{id}`);
export const deleteWebhook = defineCall<null, OfWebhook>('DELETE', `${PATH}/{id}`);
export const rotateWebhook = defineCall<
  WebhookWithSecret,
  OfWebhook & { body: { effectiveInHours: number } }
>('POST', `${PATH}/{id}/rotate`);
export const testWebhook = defineCall<Delivery, OfWebhook>('POST', `${PATH}/{id}/test`);
export const recoverDeliveries = defineCall<
  z.output<typeof RecoverResponse>,
  OfWebhook & { body: { since: string } }
>('POST', `${PATH}/{id}/recover`);
export const listDeliveries = defineCall<
  z.output<typeof DeliveryListResponse>,
  OfWebhook & { query: { status?: string } }
>('GET', `${PATH}/{id}/deliveries`);
export const getDelivery = defineCall<DeliveryDetails, OfDelivery>(
  'GET',
  `${PATH}/{id}/deliveries/{deliveryId}`,
);
export const redeliver = defineCall<Delivery, OfDelivery>(
  'POST',
  `${PATH}/{id}/deliveries/{deliveryId}/redeliver`,
);

export const getCallbackSecret = defineCall<z.output<typeof CallbackSecretResponse>>(
  'GET',
  '/api/v1/organisation/callback-secret',
);
export const rotateCallbackSecret = defineCall<
  z.output<typeof CallbackSecretRotateResponse>,
  { body: { effectiveInHours: number } }
>('POST', '/api/v1/organisation/callback-secret/rotate');
