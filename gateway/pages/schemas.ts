/** GET /schemas/…: JSON Schemas of our files and reports, for editors and validators. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../src/errors.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { pageBody } from './html.ts';
import { type Page, sendBody } from './page.ts';

/** Names of the schemas, a closed list of files in `docs`. */
export const SCHEMA_NAMES = [
  'flowarden.schema.json',
  'policy-pack.schema.json',
  'policy-rule.schema.json',
  'report.schema.json',
  'drift.schema.json',
  'evidence.schema.json',
] as const;

export const schemas: Page = {
  path: '/schemas/:name',
  prepare:
    ({ baseUrl }) =>
    async (request, response) => {
      const name = SCHEMA_NAMES.find((known) => known === request.params.name);
      if (name === undefined) {
        throw new AppError(
          'route_not_found',
          `No schema has this name. The list is at ${baseUrl}/downloads/.`,
        );
      }
      const body = pageBody(await readFile(join(installRoot(), 'docs', name), 'utf8'));
      response.set({
        'Content-Type': 'application/schema+json; charset=utf-8',
        'Cache-Control': 'no-cache',
        // Editors in a browser read it from any site.
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
      sendBody(response, body);
    },
};
