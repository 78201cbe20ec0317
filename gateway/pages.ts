/** Every page beside the REST endpoints. The first one whose path fits is served. */
import type { Page } from './page.ts';
import { apiReference } from './pages/api-reference.ts';
import { docsAssets } from './pages/docs-assets.ts';
import { documents, documentsIndex } from './pages/documents.ts';
import { errors } from './pages/errors.ts';
import { openapi } from './pages/openapi.ts';
import { projectReport, validationReport } from './pages/reports.ts';

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
