/** GET /docs/ and the Markdown documents below it. */
import type { Request, Response } from 'express';
import { AppError } from '../../src/errors.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { replyOf } from '../response/reply.ts';
import type { Library } from './documents/library.ts';
import { basePath, pageBody } from './html.ts';
import { htmlPage, type Page, type PageServices, sendPage } from './page.ts';

export const documentsIndex: Page = {
  path: '/docs',
  prepare: (services) => {
    const serve = serveDocument(services);
    return async (request, response) => serve('', request, response);
  },
};

export const documents: Page = {
  path: '/docs/*address',
  prepare: (services) => {
    const serve = serveDocument(services);
    return async (request, response) => {
      const address = [request.params.address ?? []].flat().join('/');
      await serve(address.replace(/\/$/, ''), request, response);
    };
  },
};

function serveDocument({ baseUrl }: PageServices) {
  const base = basePath(baseUrl);
  let library: Library | undefined;
  return async (address: string, request: Request, response: Response): Promise<void> => {
    // Loaded at the first request, as it loads the catalogue of rules.
    const { openLibrary } = await import('./documents/library.ts');
    library ??= openLibrary(installRoot(), base);
    const found = library.find(address);
    if (found !== null) {
      sendPage(response, await found);
      return;
    }
    const message = `No page of the documentation has this address. The index is at ${baseUrl}/docs/.`;
    if (request.accepts(['json', 'html']) !== 'html') throw new AppError('route_not_found', message);
    replyOf(response).code = 'route_not_found';
    sendPage(response.status(404), missingPage(base));
  };
}

/** Returns the page for a wrong link. */
function missingPage(base: string) {
  return pageBody(
    htmlPage(base, 'Page not found', [
      `<p>No page of the documentation has this address. Begin at the <a href="${base}/docs/">index</a>, or <a
href="${base}/docs/search">search</a>.</p>`,
    ]),
  );
}
