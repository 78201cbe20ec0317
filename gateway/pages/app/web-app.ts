/** Files of the web app in memory, as the build wrote them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../../src/text/escape-html.ts';
import { basePath, type PageBody, pageBody } from '../html.ts';

/** Compressed forms of a file, in the order of preference, and the endings that the build gives them. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof ENCODINGS;

/** File of the web app in all its forms. */
export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly encoded: Readonly<Record<Encoding, Buffer>>;
}

/** One build of the web app. */
export interface WebBuild {
  /** Page that starts the app. Every path of the app gets the same one. */
  readonly shell: PageBody;
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Web app of an installation. */
export interface WebApp {
  /** Returns the build to serve; null if there is none. */
  current(): WebBuild | null;
}

/** Manifest that a build writes last, beside its files. */
export interface WebManifest {
  /** Digest of the sources that the files were built from. */
  readonly sources: string;
  /** Shell, with `{{base}}` in place of the path prefix. */
  readonly shell: string;
  readonly assets: readonly string[];
}

export const MANIFEST_FILE = 'manifest.json';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Opens the web app of a folder. With `follows` each request looks for a newer build, which `npm run web` writes;
 * otherwise the files are read once.
 */
export function openWebApp(folder: string, baseUrl: string, follows: boolean): WebApp {
  const manifest = join(folder, MANIFEST_FILE);
  const changedMs = () => statSync(manifest, { throwIfNoEntry: false })?.mtimeMs ?? null;
  let readMs = changedMs();
  let build = readMs === null ? null : readBuild(folder, basePath(baseUrl));
  return {
    current() {
      if (!follows) return build;
      const nowMs = changedMs();
      if (nowMs !== null && nowMs !== readMs) {
        build = readBuild(folder, basePath(baseUrl));
        readMs = nowMs;
      }
      return build;
    },
  };
}

/** Reads a complete build. */
function readBuild(folder: string, base: string): WebBuild {
  const { shell, assets } = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')) as WebManifest;
  return {
    shell: pageBody(shell.replaceAll('{{base}}', escapeHtml(base))),
    assets: new Map(assets.map((name) => [name, readAsset(join(folder, name))])),
  };
}

function readAsset(path: string): Asset {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`A file of the web app has an unknown type: ${path}`);
  return {
    type,
    plain: readFileSync(path),
    encoded: {
      br: readFileSync(path + ENCODINGS.br),
      gzip: readFileSync(path + ENCODINGS.gzip),
    },
  };
}
