/** Screens of webhooks, which browsers load as one file. */
export { default as DeliveryScreen } from './delivery-screen.tsx';
export { default as WebhookScreen } from './webhook-screen.tsx';
export { default as WebhooksScreen } from './webhooks-screen.tsx';
