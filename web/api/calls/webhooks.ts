/** Calls of webhooks and their deliveries. */
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
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type Webhook = OrgWebhookResponse;
export type WebhookWithSecret = OrgWebhookSecretResponse;
export type Delivery = DeliveryResponse;
export type DeliveryDetails = DeliveryDetailsResponse;

/** Members of a webhook that a person chooses. */
export interface WebhookForm {
  readonly url: string;
  readonly target: string;
  readonly events: readonly string[];
  readonly description: string;
  /** Pattern; empty: all. */
  readonly repository: string;
}

type OfWebhook = { readonly params: { readonly id: string } };
type OfDelivery = { readonly params: { readonly id: string; readonly deliveryId: string } };

const PATH = '/api/v1/org-webhooks';

export const listWebhooks = defineCall<OrgWebhookListResponse>('GET', PATH);
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
export const recoverDeliveries = defineCall<RecoverResponse, OfWebhook & { body: { since: string } }>(
  'POST',
  `${PATH}/{id}/recover`,
);
export const listDeliveries = defineCall<DeliveryListResponse, OfWebhook & { query: { status?: string } }>(
  'GET',
  `${PATH}/{id}/deliveries`,
);
export const getDelivery = defineCall<DeliveryDetails, OfDelivery>(
  'GET',
  `${PATH}/{id}/deliveries/{deliveryId}`,
);
export const redeliver = defineCall<Delivery, OfDelivery>(
  'POST',
  `${PATH}/{id}/deliveries/{deliveryId}/redeliver`,
);

export const getCallbackSecret = defineCall<CallbackSecretResponse>(
  'GET',
  '/api/v1/organisation/callback-secret',
);
export const rotateCallbackSecret = defineCall<
  CallbackSecretRotateResponse,
  { body: { effectiveInHours: number } }
>('POST', '/api/v1/organisation/callback-secret/rotate');
