/** Screens of settings and webhooks, which browsers load as one file. */
export { default as EnvironmentScreen } from './settings/environment-screen.tsx';
export { default as SettingsScreen } from './settings/settings-screen.tsx';
export { default as UsageScreen } from './settings/usage-screen.tsx';
export { default as DeliveryScreen } from './webhooks/delivery-screen.tsx';
export { default as WebhookScreen } from './webhooks/webhook-screen.tsx';
export { default as WebhooksScreen } from './webhooks/webhooks-screen.tsx';
