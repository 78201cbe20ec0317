/** Writes the folder that a gateway serves at `/downloads/`: files, checksums, and last of all the list of both. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BuiltFile,
  DOWNLOAD_NAMES,
  type DownloadName,
  type DownloadsManifest,
  MANIFEST_NAME,
} from '../../gateway/pages/downloads/downloads.ts';
import { programVersion } from '../../src/infra/process/install-root.ts';

/** Content of files by name, or the paths of files that have it. */
export type DownloadContents = Readonly<Partial<Record<DownloadName, Buffer | string>>>;

/** Writes files in place of all that an earlier build left. */
export function writeDownloads(folder: string, contents: DownloadContents): void {
  mkdirSync(folder, { recursive: true });
  add(folder, {}, contents);
}

/** Adds files to those of the same build. */
export function addDownloads(folder: string, contents: DownloadContents): void {
  const { files } = JSON.parse(readFileSync(join(folder, MANIFEST_NAME), 'utf8')) as DownloadsManifest;
  add(folder, files, contents);
}

function add(folder: string, before: DownloadsManifest['files'], contents: DownloadContents): void {
  const files: Partial<Record<DownloadName, BuiltFile>> = { ...before };
  for (const name of DOWNLOAD_NAMES) {
    const content = contents[name];
    if (content !== undefined) files[name] = replace(join(folder, name), content);
    else if (files[name] === undefined) rmSync(join(folder, name), { force: true });
  }
  const sums = DOWNLOAD_NAMES.flatMap((name) =>
    name === 'SHA256SUMS' || files[name] === undefined ? [] : [`${files[name].sha256}  ${name}\n`],
  );
  files.SHA256SUMS = replace(join(folder, 'SHA256SUMS'), Buffer.from(sums.join('')));
  const manifest: DownloadsManifest = { version: programVersion(), files };
  replace(join(folder, MANIFEST_NAME), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
}

/** Writes a file under another name first, as a gateway may be sending the one before. */
function replace(path: string, content: Buffer | string): BuiltFile {
  const draft = `${path}.${process.pid}`;
  if (typeof content === 'string') copyFileSync(content, draft);
  else writeFileSync(draft, content);
  const bytes = readFileSync(draft);
  renameSync(draft, path);
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
