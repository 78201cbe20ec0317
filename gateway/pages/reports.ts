/**
 * GET /validations/{id} and /projects/{id}: targets of `reportUrl`. The visitor is not authenticated, so these pages
 * reveal neither the result nor its existence; they explain how to read it.
 */
import { AppError } from '../../src/errors.ts';
import { basePath, htmlPage, type Page, pageBody, sendPage } from './page.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function reportPage(folder: string, title: string, apiPath: string, operation: string): Page {
  return {
    path: `${folder}/:id`,
    prepare({ baseUrl }) {
      const base = basePath(baseUrl);
      const html = (id: string) =>
        htmlPage(base, title, [
          `<p>Only members of its organisation may read it, so it is not on this page. With a key or token of the scope
<code>analysis:read</code>, or with the key that made it:</p>`,
          `<pre tabindex="0"><code>curl -sS '${baseUrl}${apiPath}/${id}' \\
  -H "Authorization: ApiKey $FLOWARDEN_API_KEY" -H "X-Org-Id: $FLOWARDEN_ORG_ID"</code></pre>`,
          `<p>The <a href="${base}/docs/api#/${operation}">API reference</a> explains the answer.</p>`,
        ]);
      return async ({ params }, response) => {
        const id = String(params.id);
        if (!UUID.test(id)) throw new AppError('route_not_found', 'The id in the address must be a UUID.');
        response.set('X-Robots-Tag', 'noindex');
        sendPage(response, pageBody(html(id)));
      };
    },
  };
}

export const validationReport = reportPage(
  '/validations',
  'Result of a validation',
  '/api/v1/results',
  'Validations/getResult',
);
export const projectReport = reportPage(
  '/projects',
  'Result of a project',
  '/api/v1/validate/project',
  'Validations/getProject',
);
