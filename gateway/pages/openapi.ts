/** GET /openapi.json: the description of the API, with this server's own address. */
import { basePath, type Page } from '../page.ts';
import type { Route } from '../route.ts';

export const openapi: Page = {
  path: '/openapi.json',
  prepare({ baseUrl, routes }) {
    let document: Promise<Buffer> | undefined;
    return async (_request, response) => {
      document ??= describe(baseUrl, routes);
      response.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' });
      // The description is public, and tools on other sites read it.
      response.set('Access-Control-Allow-Origin', '*');
      response.send(await document);
    };
  },
};

/** Made for the first visitor: what it takes to make it would slow every start. */
async function describe(baseUrl: string, routes: readonly Route[]): Promise<Buffer> {
  const { buildOpenApi } = await import('../openapi.ts');
  // Relative first: the reference may call only the host that it came from, whatever name that was reached by.
  return Buffer.from(JSON.stringify(buildOpenApi([basePath(baseUrl) || '/', baseUrl], routes)));
}
