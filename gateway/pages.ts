/** Every page beside the REST endpoints. */
import type { Page } from './page.ts';
import { docs } from './pages/docs.ts';
import { docsAssets } from './pages/docs-assets.ts';
import { errors } from './pages/errors.ts';
import { metrics } from './pages/metrics.ts';
import { openapi } from './pages/openapi.ts';
import { projectReport, validationReport } from './pages/reports.ts';

export const PAGES: readonly Page[] = [
  openapi,
  docs,
  docsAssets,
  errors,
  metrics,
  validationReport,
  projectReport,
];
