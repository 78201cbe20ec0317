/** GET /openapi.json: the description of the API, with this server's own address; `?case=snake` has all names so. */
import type { WireCase } from '../../src/contract/wire-case.ts';
import type { Route } from '../endpoint/route.ts';
import { replyOf } from '../response/reply.ts';
import { basePath, type Page } from './page.ts';

export const openapi: Page = {
  path: '/openapi.json',
  prepare({ baseUrl, routes }) {
    const documents = new Map<WireCase | null, Promise<Buffer>>();
    return async (_request, response) => {
      // Chosen as the spelling of any other answer is, and an unknown one has been rejected already.
      const { wireCase } = replyOf(response);
      const document = documents.get(wireCase) ?? describe(baseUrl, routes, wireCase);
      documents.set(wireCase, document);
      response.set({
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-cache',
        Vary: 'Accept, X-Service-Case',
        // The description is public, and tools on other sites read it.
        'Access-Control-Allow-Origin': '*',
      });
      const bytes = await document;
      replyOf(response).hold(bytes.length);
      response.send(bytes);
    };
  },
};

/** Made for the first visitor: what it takes to make it would slow every start. */
async function describe(
  baseUrl: string,
  routes: readonly Route[],
  wireCase: WireCase | null,
): Promise<Buffer> {
  const { buildOpenApi } = await import('../openapi/openapi.ts');
  // Relative first: the reference may call only the host that it came from, whatever name that was reached by.
  const servers = [basePath(baseUrl) || '/', baseUrl];
  return Buffer.from(JSON.stringify(buildOpenApi(servers, routes, wireCase)));
}
