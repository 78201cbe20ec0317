/** Bundles the web app with esbuild: hashed files, their compressed forms, the shell, and a manifest. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { minify } from 'terser';
import { MANIFEST_FILE, type WebManifest } from '../../gateway/pages/app/web-app.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { webSourcesDigest } from '../../src/processes/supervisor/web-sources.ts';
import { HOUR_MS } from '../../src/units.ts';
import { sharedCode } from './shared-code.ts';
import { shellOf } from './shell.ts';

/** Oldest browsers that the app supports: those with `light-dark()` and nested rules of style. */
const TARGET = ['chrome123', 'firefox120', 'safari17.5'];

/** Effort of the two compressions: little at each start of a checkout, all for a release. */
const EFFORT = {
  watched: { brotli: 1, gzip: 1 },
  cached: { brotli: 5, gzip: 6 },
  released: { brotli: 11, gzip: 9 },
} as const;

export interface WebBuildOptions {
  readonly folder: string;
  /** `watched`: readable and quick; `cached`: minified; `released`: minified and compressed as well as possible. */
  readonly form: keyof typeof EFFORT;
}

/** File of the app. */
export interface WebFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** Result of bundling, before anything is written. */
export interface Bundle {
  readonly files: readonly WebFile[];
  readonly metafile: Metafile;
  readonly shell: string;
}

/** Bundles the app without writing it. */
export async function bundleWeb(form: WebBuildOptions['form']): Promise<Bundle> {
  const root = installRoot();
  const common: BuildOptions = {
    absWorkingDir: root,
    outdir: 'build/web',
    bundle: true,
    minify: form !== 'watched',
    metafile: true,
    write: false,
    target: TARGET,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    legalComments: 'none',
    logLevel: 'silent',
    tsconfig: join(root, 'tsconfig.web.json'),
  };
  const [app, theme] = await Promise.all([
    build({
      ...common,
      entryPoints: ['web/main.tsx', 'web/styles/main.css', 'web/favicon.svg'],
      format: 'esm',
      splitting: true,
      loader: { '.svg': 'copy' },
      plugins: [sharedCode(root)],
    }),
    // It blocks the first paint, so that the page never shows the wrong theme: a script of its own without imports.
    build({ ...common, entryPoints: ['web/theme-start.ts'], format: 'iife' }),
  ]);
  const metafile = {
    inputs: { ...app.metafile!.inputs, ...theme.metafile!.inputs },
    outputs: { ...app.metafile!.outputs, ...theme.metafile!.outputs },
  };
  const template = readFileSync(join(root, 'web/index.html'), 'utf8');
  const files = [...app.outputFiles!, ...theme.outputFiles!];
  return {
    files: form === 'released' ? await Promise.all(files.map(renamed)) : files,
    metafile,
    shell: shellOf(template, metafile),
  };
}

/** Renames the names of a script by how often they occur, which compresses better. Other files stay as they are. */
async function renamed(file: WebFile): Promise<WebFile> {
  const { path, contents } = file;
  if (!path.endsWith('.js')) return file;
  const { code } = await minify(Buffer.from(contents).toString('utf8'), { module: true, compress: false });
  return { path, contents: Buffer.from(code!) };
}

/** Builds the app into a folder. The manifest is replaced last, so that a reader always finds a complete build. */
export async function buildWeb({ folder, form }: WebBuildOptions): Promise<void> {
  const { files, shell } = await bundleWeb(form);
  const { brotli, gzip } = EFFORT[form];
  mkdirSync(folder, { recursive: true });
  const assets = files.map(({ path, contents }) => {
    const name = basename(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotli };
    replace(join(folder, name), contents);
    replace(join(folder, `${name}.br`), brotliCompressSync(contents, { params }));
    replace(join(folder, `${name}.gz`), gzipSync(contents, { level: gzip }));
    return name;
  });
  const manifest: WebManifest = { sources: webSourcesDigest(installRoot()), shell, assets };
  replace(join(folder, MANIFEST_FILE), JSON.stringify(manifest));
  removeOldFiles(folder);
}

/** Removes what builds of other sources have left. Each build writes its own files anew, so theirs are young. */
function removeOldFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const ageMs =
      Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY);
    if (ageMs > HOUR_MS) rmSync(path, { force: true });
  }
}

/** Writes a file under another name first: several builds may run at once. */
function replace(path: string, content: Uint8Array | string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
