/** /unsubscribe: the link in mails. A GET shows a button, as mail programs open links by themselves; a POST ends the mails. */
import express, { type Express, type Response } from 'express';
import { AppError } from '../../src/errors.ts';
import { MailServiceService } from '../../src/gen/flowarden/v1/inbox.ts';
import { KIB } from '../../src/units.ts';
import { READ_TIME } from '../core/client.ts';
import { basePath, pageBody } from '../pages/html.ts';
import { htmlPage, sendPage } from '../pages/page.ts';
import { replyOf } from '../response/reply.ts';
import type { GatewayServices } from './services.ts';

const PATH = '/unsubscribe';

/** Most bytes of the form, which mail programs send with one field. */
const FORM_BYTES_MAX = 4 * KIB;

/** No script, and no form but to us. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Mounts the address. The core proves the token; no other credential is needed. */
export function mountUnsubscribe(app: Express, { core, originOf, baseUrl }: GatewayServices): void {
  const base = basePath(baseUrl);
  const send = (response: Response, title: string, body: readonly string[]) => {
    replyOf(response).route = PATH;
    sendPage(response, pageBody(htmlPage(base, title, body)), POLICY);
  };
  app.get(PATH, (_request, response) =>
    // The address of the page has the token, so the form needs none.
    send(response, 'Stop mails of Flowarden?', [
      '<form method="post"><p>You will get no more mails about exceptions and blocked changes of this organisation.</p>',
      '<p><button type="submit">Stop the mails</button></p></form>',
    ]),
  );
  const readForm = express.urlencoded({ extended: false, limit: FORM_BYTES_MAX });
  app.post(PATH, readForm, async (request, response) => {
    const { t: token } = request.query;
    const context = {
      caller: null,
      origin: originOf(request),
      requestId: replyOf(response).requestId,
      signal: new AbortController().signal,
    };
    try {
      const message = { token: typeof token === 'string' ? token : '' };
      await core.call(MailServiceService.stopMails, message, context, READ_TIME);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      response.status(404);
      return send(response, 'The link is not valid', ['<p>Use the link in your last mail.</p>']);
    }
    return send(response, 'No more mails', [
      `<p>You can choose again what you get in <a href="${base}/account">your account</a>.</p>`,
    ]);
  });
}
