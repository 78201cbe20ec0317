/** GET /downloads/ and the files below it. */
import type { Response } from 'express';
import { AppError } from '../../../src/errors.ts';
import { escapeHtml } from '../../../src/text/escape-html.ts';
import { basePath, htmlOf, pageBody } from '../html.ts';
import { htmlPage, type Page, sendPage } from '../page.ts';
import { SCHEMA_NAMES } from '../schemas.ts';
import {
  type BuiltFile,
  DOWNLOAD_NAMES,
  DOWNLOADS,
  type DownloadName,
  isDownload,
  readDownloads,
} from './downloads.ts';

/** Commands that build a missing file. */
const BUILD_IT = '`npm run build:downloads` builds packages, `npm run release -- --dry-run` programs too';

const BYTES_PER_MIB = 1024 * 1024;

export const downloadsIndex: Page = {
  path: '/downloads',
  prepare:
    ({ baseUrl, downloadsFolder }) =>
    async (_request, response) => {
      const { version, files } = await readDownloads(downloadsFolder);
      const install = `npm i -g ${baseUrl}/downloads/flowarden-cli.tgz`;
      const rows = DOWNLOAD_NAMES.map((name) => rowOf(basePath(baseUrl), name, files[name]));
      const page = htmlPage(basePath(baseUrl), 'Downloads', [
        `<p>The tools of this installation${version === '' ? '' : `, version ${escapeHtml(version)}`}. Install the command:</p>`,
        `<pre><code>${escapeHtml(install)}</code></pre>`,
        `<div class="table"><table><thead><tr><th>File</th><th>Content</th><th>Size</th><th>SHA-256</th></tr></thead>`,
        `<tbody>${rows.join('\n')}</tbody></table></div>`,
        `<p>${htmlOf(`In a checkout, ${BUILD_IT}.`)} The programs are not signed; there is none for macOS, which
runs signed programs alone: use the npm package there.</p>`,
        `<p>JSON Schemas of files and reports: ${schemaLinks(basePath(baseUrl))}.</p>`,
      ]);
      sendPage(response, pageBody(page));
    },
};

function rowOf(base: string, name: DownloadName, file: BuiltFile | undefined): string {
  const what = htmlOf(DOWNLOADS[name].what);
  if (file === undefined)
    return `<tr><td>${name}</td><td>${what}</td><td colspan="2">not in this installation</td></tr>`;
  const mebibytes = (file.bytes / BYTES_PER_MIB).toFixed(1);
  return `<tr><td><a href="${base}/downloads/${name}">${name}</a></td><td>${what}</td><td>${mebibytes} MiB</td>
<td><code>${escapeHtml(file.sha256)}</code></td></tr>`;
}

export const downloads: Page = {
  path: '/downloads/:name',
  prepare:
    ({ baseUrl, downloadsFolder }) =>
    async (request, response) => {
      const name = String(request.params.name);
      const list = `The list is at ${baseUrl}/downloads/.`;
      if (!isDownload(name)) throw new AppError('route_not_found', `No download has this name. ${list}`);
      const file = (await readDownloads(downloadsFolder)).files[name];
      if (file !== undefined && (await sendDownload(response, downloadsFolder, name, file))) return;
      throw new AppError(
        'route_not_found',
        `This installation was built without ${name}. In a checkout, ${BUILD_IT}. ${list}`,
      );
    },
};

/**
 * Sends a file from the disk; conditional requests and ranges are answered by its digest.
 * @returns false when the file is not there, as while a build replaces it
 */
async function sendDownload(
  response: Response,
  folder: string,
  name: DownloadName,
  { sha256 }: BuiltFile,
): Promise<boolean> {
  const headers = {
    'Content-Type': DOWNLOADS[name].type,
    'Content-Disposition': `attachment; filename="${name}"`,
    // The name stays the same from version to version: clients check by the digest whether theirs is current.
    'Cache-Control': 'no-cache',
    ETag: `"${sha256}"`,
  };
  response.set(headers);
  const { promise, resolve } = Promise.withResolvers<HttpError | undefined>();
  response.sendFile(name, { root: folder, cacheControl: false, lastModified: false }, resolve);
  const error = await promise;
  if (error === undefined || response.headersSent) return true;
  // An error is not the file.
  for (const header of [...Object.keys(headers), 'Accept-Ranges']) response.removeHeader(header);
  response.set('Cache-Control', 'no-store');
  if (error.status === 404) return false;
  if (error.status !== 412 && error.status !== 416) throw error;
  // The conditions of the caller do not hold, or its range is beyond the end: `Content-Range` says how long the file is.
  response.status(error.status).end();
  return true;
}

/** Error of Express, with the status that answers it. */
type HttpError = Error & { readonly status?: number };

function schemaLinks(base: string): string {
  return SCHEMA_NAMES.map((name) => `<a href="${base}/schemas/${name}">${name}</a>`).join(', ');
}
