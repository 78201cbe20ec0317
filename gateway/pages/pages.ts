/** Pages besides the REST endpoints. The first one whose path matches is served. */

import { apiReference } from './api-reference.ts';
import { docsAssets } from './docs-assets.ts';
import { documents, documentsIndex } from './document-pages.ts';
import { errors } from './errors.ts';
import { openapi } from './openapi.ts';
import type { Page } from './page.ts';
import { projectReport, validationReport } from './reports.ts';

export const PAGES: readonly Page[] = [
  openapi,
  apiReference,
  docsAssets,
  errors,
  documentsIndex,
  documents,
  validationReport,
  projectReport,
];
