/** GET /assets/…: scripts and styles of the web app, from the closed list of its build. */
import { AppError } from '../../../src/errors.ts';
import { replyOf } from '../../response/reply.ts';
import type { Page } from '../page.ts';
import { ENCODINGS, type Encoding } from './web-app.ts';

/** Time that a browser caches a file of the web app, whose name changes with its content. */
const APP_ASSET_AGE_SECONDS = 31_536_000;

export const assetPage: Page = {
  path: '/assets/:name',
  prepare:
    ({ webApp }) =>
    async (request, response) => {
      const asset = webApp.current()?.assets.get(String(request.params.name));
      if (asset === undefined)
        throw new AppError('route_not_found', 'The web app has no file of this name. Load the page again.');
      const encoding = (Object.keys(ENCODINGS) as Encoding[]).find(
        (name) => request.acceptsEncodings(name) === name,
      );
      const bytes = encoding === undefined ? asset.plain : asset.encoded[encoding];
      response.set({
        // The name holds a digest of the content.
        'Cache-Control': `public, max-age=${APP_ASSET_AGE_SECONDS}, immutable`,
        'Content-Type': asset.type,
        Vary: 'Accept-Encoding',
        ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      });
      replyOf(response).hold(bytes.length);
      response.send(bytes);
    },
};
