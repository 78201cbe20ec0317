/** GET /openapi.json: the description of the API, with this server's own address. */
import { buildOpenApi } from '../openapi.ts';
import { basePath, type Page } from '../page.ts';

export const openapi: Page = {
  path: '/openapi.json',
  prepare({ baseUrl }) {
    // Relative first: the reference may call only the host that it came from, whatever name that was reached by.
    const document = Buffer.from(JSON.stringify(buildOpenApi([basePath(baseUrl) || '/', baseUrl])));
    return async (_request, response) => {
      response.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' });
      // The description is public, and tools on other sites read it.
      response.set('Access-Control-Allow-Origin', '*');
      response.send(document);
    };
  },
};
