/** POST /sign-in/oidc/backchannel-logout: where the identity provider reports ended sessions, as a form. */

import express, { type Express } from 'express';
import { SignInServiceService } from '../../src/gen/flowarden/v1/session.ts';
import { KIB } from '../../src/units.ts';
import { READ_TIME } from '../core/client.ts';
import { replyOf, sendEmpty } from '../response/reply.ts';
import type { GatewayServices } from './services.ts';

/** Largest notice of the identity provider about ended sessions. */
const LOGOUT_NOTICE_BYTES_MAX = 16 * KIB;

const PATH = '/sign-in/oidc/backchannel-logout';

/** Mounts the address. The core proves the token; no other credential is needed. */
export function mountLogoutNotices(app: Express, { core, originOf }: GatewayServices): void {
  const readForm = express.urlencoded({ extended: false, limit: LOGOUT_NOTICE_BYTES_MAX });
  app.post(PATH, readForm, async (request, response) => {
    replyOf(response).route = PATH;
    const { logout_token: token } = (request.body ?? {}) as { readonly logout_token?: unknown };
    const context = {
      caller: null,
      origin: originOf(request),
      requestId: replyOf(response).requestId,
      signal: new AbortController().signal,
    };
    const message = { logoutToken: typeof token === 'string' ? token : '' };
    await core.call(SignInServiceService.endProviderSessions, message, context, READ_TIME);
    sendEmpty(response, 200);
  });
}
