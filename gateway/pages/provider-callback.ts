/** GET /sign-in/oidc/callback: where the identity provider sends browsers back to. */

import { AppError } from '../../src/errors.ts';
import { SignInServiceService } from '../../src/gen/flowarden/v1/session.ts';
import { READ_TIME } from '../core/client.ts';
import { flowCookie, flowIn, sessionCookie } from '../request/cookies.ts';
import { replyOf } from '../response/reply.ts';
import { basePath } from './html.ts';
import type { Page } from './page.ts';

/** Leads to the page where the sign-in began, or to the sign-in page with the code of the error. */
export const providerCallback: Page = {
  path: '/sign-in/oidc/callback',
  prepare({ core, originOf, baseUrl }) {
    const base = basePath(baseUrl);
    return async (request, response) => {
      const [, query = ''] = request.url.split('?', 2);
      response.append('Set-Cookie', flowCookie(null));
      try {
        const message = { query, flow: flowIn(request), browser: request.get('user-agent') ?? '' };
        const context = {
          caller: null,
          origin: originOf(request),
          requestId: replyOf(response).requestId,
          signal: new AbortController().signal,
        };
        const method = SignInServiceService.finishProviderSignIn;
        const { session, secret, returnTo } = await core.call(method, message, context, READ_TIME);
        const expiresAt = session?.session?.expiresAt ?? new Date(0);
        response.append('Set-Cookie', sessionCookie({ secret, expiresAt }));
        response.redirect(303, `${base}${returnTo}`);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        replyOf(response).code = error.code;
        response.redirect(303, `${base}/sign-in?error=${error.code}`);
      }
    };
  },
};
