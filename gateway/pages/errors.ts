/** GET /docs/errors: every error code with its meaning. `docsUrl` of an error links to this page. */
import { ERRORS } from '../../src/errors.ts';
import { basePath, htmlOf, pageBody } from './html.ts';
import { htmlPage, type Page, sendPage } from './page.ts';

export const errors: Page = {
  path: '/docs/errors',
  prepare({ baseUrl }) {
    const base = basePath(baseUrl);
    const entries = Object.entries(ERRORS).map(
      ([code, { http, grpc, help }]) =>
        `<h2 id="${code}"><a href="#${code}"><code>${code}</code></a></h2>
<p class="status">HTTP ${http}, gRPC ${grpc}</p>
<p>${htmlOf(help)}</p>`,
    );
    const html = htmlPage(base, 'Error codes', [
      `<p>Every answer that is not a success has the body <code>{"error": {"code", "message", "docsUrl"}}</code>. The code is
stable; the message is for people and may change. gRPC carries the same code, in capitals, as the reason of
<code>google.rpc.ErrorInfo</code>. When you report an error, quote the header <code>X-Request-Id</code>.</p>`,
      `<p>See also the <a href="${base}/docs/api">API reference</a>.</p>`,
      ...entries,
    ]);
    const page = pageBody(html);
    return async (_request, response) => sendPage(response, page);
  },
};
