/** GET /docs/assets/…: files of the pages, from a closed list. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../src/errors.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import type { Page } from './page.ts';

/** Seconds that browsers cache the files of the API reference. */
const DOCS_AGE_SECONDS_MAX = 3_600;

/** Starts the reference; our only script, and none is inline. */
const START_SCRIPT = `const element = document.getElementById('reference');
SwaggerUIBundle({
  domNode: element,
  url: element.dataset.description,
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
});
`;

const STYLE = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto 4rem; padding: 0 1rem; overflow-wrap: break-word; }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 1rem 0; border-bottom: 1px solid #8886; }
nav a { padding: 0.25rem 0; }
h1 { line-height: 1.2; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; }
:target { background: #fc06; scroll-margin-top: 1rem; }
:is(h2, h3) a { color: inherit; text-decoration: none; }
:is(h2, h3) a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid; outline-offset: 2px; }
p { margin: 0.5rem 0; }
code { font-size: 0.9em; }
:not(pre) > code { padding: 0.1em 0.25em; background: #8882; border-radius: 3px; }
pre { overflow-x: auto; padding: 0.75rem; background: #8882; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
td { overflow-wrap: normal; }
.status { opacity: 0.75; }
`;

const OURS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  'start.js': ['text/javascript; charset=utf-8', START_SCRIPT],
  'page.css': ['text/css; charset=utf-8', STYLE],
};

/** Instructions for coding agents, as `flowarden init --agent` writes them. */
const SKILL = 'SKILL.md';

const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

export const docsAssets: Page = {
  path: '/docs/assets/:name',
  prepare: () => async (request, response) => {
    const name = String(request.params.name);
    const ours = await oursOf(name);
    if (ours === undefined && !SWAGGER_FILES.includes(name)) {
      throw new AppError('route_not_found', 'No file of the reference has this name.');
    }
    response.set('Cache-Control', `public, max-age=${DOCS_AGE_SECONDS_MAX}`);
    if (ours) {
      response.set('Content-Type', ours[0]).send(Buffer.from(ours[1]));
      return;
    }
    const folder = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    response.sendFile(join(folder, name), { cacheControl: false }, (error) =>
      error && !response.headersSent ? reject(error) : resolve(),
    );
    await promise;
  },
};

async function oursOf(name: string): Promise<(typeof OURS)[string] | undefined> {
  if (name === SKILL)
    return ['text/markdown; charset=utf-8', await readFile(join(installRoot(), 'docs/skill', SKILL), 'utf8')];
  return Object.hasOwn(OURS, name) ? OURS[name] : undefined;
}
