/** Files that an installation may serve at `/downloads/`: a closed list, of which a build holds a part. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Facts about a file that do not depend on its build. */
interface DownloadFacts {
  /** One sentence about its content. */
  readonly what: string;
  readonly type: string;
}

const PROGRAM = 'application/octet-stream';
const PACKAGE = 'application/gzip';

/** Files by name, in the order of the page. */
export const DOWNLOADS = {
  'flowarden-cli.tgz': { what: 'The command as an npm package, for Node 22.15 or newer.', type: PACKAGE },
  'flowarden-linux-x64': {
    what: 'The command as one program for Linux x64, with its own Node.',
    type: PROGRAM,
  },
  'flowarden-linux-arm64': {
    what: 'The command as one program for Linux arm64, with its own Node.',
    type: PROGRAM,
  },
  'flowarden-win-x64.exe': {
    what: 'The command as one program for Windows x64, with its own Node.',
    type: PROGRAM,
  },
  'flowarden-action.tgz': { what: 'The action for GitHub, to unpack into a repository.', type: PACKAGE },
  'flowarden-client.tgz': { what: 'The TypeScript client of the API as an npm package.', type: PACKAGE },
  'sbom.cdx.json': {
    what: 'The bill of materials, CycloneDX 1.6.',
    type: 'application/vnd.cyclonedx+json; charset=utf-8',
  },
  SHA256SUMS: { what: 'SHA-256 of each file, for `sha256sum --check`.', type: 'text/plain; charset=utf-8' },
} as const satisfies Readonly<Record<string, DownloadFacts>>;

/** Name of a file on the list. */
export type DownloadName = keyof typeof DOWNLOADS;

/** Names in the order of the page. */
export const DOWNLOAD_NAMES = Object.keys(DOWNLOADS) as readonly DownloadName[];

/** Returns whether a name is on the list. */
export function isDownload(name: string): name is DownloadName {
  return Object.hasOwn(DOWNLOADS, name);
}

/** File of a build. */
export interface BuiltFile {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** List that a build writes last, beside its files. */
export interface DownloadsManifest {
  readonly version: string;
  readonly files: Readonly<Partial<Record<DownloadName, BuiltFile>>>;
}

export const MANIFEST_NAME = 'downloads.json';

/** Reads the list of a folder's build; one without files if nothing was built. */
export async function readDownloads(folder: string): Promise<DownloadsManifest> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST_NAME), 'utf8')) as DownloadsManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { version: '', files: {} };
    throw error;
  }
}
