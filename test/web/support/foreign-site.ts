/** Page of another site, for what such a page may and may not do. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { FOREIGN_HOST } from './launch-browser.ts';

/** Serves a page under the name of another site until the tests have ended. Returns its address. */
export async function serveForeignPage(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://${FOREIGN_HOST}:${(server.address() as AddressInfo).port}/`;
}
