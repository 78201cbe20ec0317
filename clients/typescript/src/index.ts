/** Client of Flowarden for Node, Deno, Bun and browsers. */
export type * from './api.ts';
export * from './client.ts';
export { FlowardenError, FlowardenUnreachable } from './errors.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts';
