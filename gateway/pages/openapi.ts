/** GET /openapi.json: the OpenAPI document with this server's address; `?case=snake` spells all names so. */
import type { WireCase } from '../../src/contract/wire-case.ts';
import type { Route } from '../endpoint/route.ts';
import { replyOf } from '../response/reply.ts';
import { basePath, type PageBody, pageBody } from './html.ts';
import { type Page, sendBody } from './page.ts';

export const openapi: Page = {
  path: '/openapi.json',
  prepare({ baseUrl, routes }) {
    const documents = new Map<WireCase | null, Promise<PageBody>>();
    return async (_request, response) => {
      // The spelling is negotiated as for any answer, so an unknown one has already been rejected.
      const { wireCase } = replyOf(response);
      const document = documents.get(wireCase) ?? describe(baseUrl, routes, wireCase);
      documents.set(wireCase, document);
      response.set({
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-cache',
        Vary: 'Accept, Accept-Encoding, X-Service-Case',
        // The document is public, and applications on other sites read it.
        'Access-Control-Allow-Origin': '*',
      });
      sendBody(response, await document);
    };
  },
};

/** Builds the document at its first request, as it would slow every start. */
async function describe(
  baseUrl: string,
  routes: readonly Route[],
  wireCase: WireCase | null,
): Promise<PageBody> {
  const { buildOpenApi } = await import('../openapi/openapi.ts');
  // Relative first: the reference may call only the host that served it, under any host name.
  const servers = [basePath(baseUrl) || '/', baseUrl];
  return pageBody(JSON.stringify(buildOpenApi(servers, routes, wireCase)));
}
