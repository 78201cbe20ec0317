/**
 * Builds the packages that an installation serves at `/downloads/`, with their bill of materials and checksums.
 *
 * Usage: node scripts/release/build-downloads.ts [folder]       by default the cache that `npm start` serves
 *        node scripts/release/build-downloads.ts --if-changed   unless the cache is newer than every source
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MANIFEST_NAME } from '../../gateway/pages/downloads/downloads.ts';
import { downloadsFolder } from '../../src/infra/process/downloads-folder.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { billOfMaterials } from '../sbom.ts';
import { tarball } from './tarball.ts';
import { writeDownloads } from './write-downloads.ts';

const ROOT = installRoot();

/** Builds all packages into a folder, in place of those of an earlier build. */
export function buildDownloads(folder: string): void {
  const work = join(ROOT, 'build', `downloads.${process.pid}`);
  try {
    run('scripts/build-cli.ts', join(work, 'cli'));
    run('scripts/build-action.ts', join(work, 'action'));
    buildClient(join(work, 'client'));
    writeDownloads(folder, {
      'flowarden-cli.tgz': tarball(join(work, 'cli')),
      'flowarden-action.tgz': tarball(join(work, 'action')),
      'flowarden-client.tgz': tarball(join(work, 'client')),
      'sbom.cdx.json': Buffer.from(`${JSON.stringify(billOfMaterials(), null, 2)}\n`),
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Compiles the TypeScript client. */
function buildClient(out: string): void {
  const sources = join(ROOT, 'clients/typescript');
  mkdirSync(out, { recursive: true });
  run(
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    sources,
    '--outDir',
    join(out, 'dist'),
    '--incremental',
    'false',
  );
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'));
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(sources, 'README.md'), join(out, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
}

/** Runs a program on this Node. @throws Error with its output when it fails */
function run(script: string, ...argv: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${script} failed: ${stdout}${stderr}`);
}

/** Files and folders that the packages are made of. */
const SOURCES = ['package.json', 'action', 'clients', 'docs', 'scripts', 'src', 'workers'];

/** Returns whether a source is newer than the last build. */
function isOutdated(folder: string): boolean {
  const builtMs = statSync(join(folder, MANIFEST_NAME), { throwIfNoEntry: false })?.mtimeMs;
  if (builtMs === undefined) return true;
  return globSync(
    SOURCES.map((source) => `${source}{,/**}`),
    { cwd: ROOT },
  ).some((path) => statSync(join(ROOT, path)).mtimeMs > builtMs);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { 'if-changed': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const folder = resolve(positionals[0] ?? downloadsFolder());
  if (!values['if-changed'] || isOutdated(folder)) buildDownloads(folder);
}
