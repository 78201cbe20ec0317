/** GET /docs/api: the API reference. All its files are served by us, so it works offline. */
import { basePath, pageBody } from './html.ts';
import { type Page, sendPage } from './page.ts';

export const apiReference: Page = {
  path: '/docs/api',
  prepare({ baseUrl }) {
    const base = basePath(baseUrl);
    const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flowarden API reference</title>
<link rel="icon" href="${base}/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="${base}/docs/assets/swagger-ui.css">
</head>
<body>
<noscript>The reference needs JavaScript. The description itself is at <a href="${base}/openapi.json">openapi.json</a>,
the error codes are at <a href="${base}/docs/errors">docs/errors</a>.</noscript>
<main id="reference" data-description="${base}/openapi.json"></main>
<script src="${base}/docs/assets/swagger-ui-bundle.js"></script>
<script src="${base}/docs/assets/start.js"></script>
</body>
</html>
`;
    const page = pageBody(html);
    return async (_request, response) => sendPage(response, page);
  },
};
