/**
 * Every path of the web app, in the patterns of its router. There is no catch-all: the gateway answers any other path
 * with 404.
 */
export const APP_PATHS = [
  '/',
  '/feed',
  '/inbox',
  '/check',
  '/changes/:id',
  '/validations/:id',
  '/projects',
  '/projects/:id',
  '/workflows',
  '/workflows/:key',
  '/channels',
  '/inventory',
  '/findings',
  '/trends',
  '/exceptions',
  '/exceptions/new',
  '/exceptions/:id',
  '/rules',
  '/rules/:id',
  '/policies',
  '/policies/:slug',
  '/team/members',
  '/team/teams',
  '/team/api-keys',
  '/team/trust-policies',
  '/webhooks',
  '/webhooks/:id',
  '/webhooks/:id/deliveries/:delivery',
  '/settings',
  '/settings/environments/:name',
  '/settings/usage',
  '/audit',
  '/evidence',
  '/connect',
  '/account',
  '/sign-in',
  '/sign-out',
  '/scan',
  '/scan/:token',
  '/share/:token',
] as const;

/** A path of the web app, as a pattern. */
export type AppPath = (typeof APP_PATHS)[number];
