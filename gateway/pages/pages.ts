/** Pages besides the REST endpoints. The first one whose path matches is served. */

import { apiReference } from './api-reference.ts';
import { appPages } from './app/app-page.ts';
import { assetPage } from './app/asset-page.ts';
import { docsAssets } from './docs-assets.ts';
import { documents, documentsIndex } from './document-pages.ts';
import { downloads, downloadsIndex } from './downloads/downloads-page.ts';
import { errors } from './errors.ts';
import { openapi } from './openapi.ts';
import type { Page } from './page.ts';
import { providerCallback } from './provider-callback.ts';
import { schemas } from './schemas.ts';
import { docsSearch } from './search-page.ts';

export const PAGES: readonly Page[] = [
  providerCallback,
  openapi,
  apiReference,
  docsAssets,
  errors,
  docsSearch,
  documentsIndex,
  documents,
  downloadsIndex,
  downloads,
  schemas,
  assetPage,
  ...appPages,
];
