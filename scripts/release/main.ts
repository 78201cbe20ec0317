/**
 * Builds everything that a release holds into `build/release`, and publishes nothing.
 *
 * Usage: npm run release -- --dry-run   from any state of the checkout
 *        npm run release                from the commit of the tag `v<version>`, without changes
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DOWNLOAD_NAMES, readDownloads } from '../../gateway/pages/downloads/downloads.ts';
import { downloadsFolder } from '../../src/infra/process/downloads-folder.ts';
import { installRoot, programVersion } from '../../src/infra/process/install-root.ts';
import { buildDownloads } from './build-downloads.ts';
import { buildImages } from './images.ts';
import { npm } from './npm.ts';
import { buildPrograms, PROGRAMS, type ProgramName } from './programs.ts';
import { releaseNotes } from './release-notes.ts';
import { addDownloads } from './write-downloads.ts';

const ROOT = installRoot();
const OUT = join(ROOT, 'build/release');
const WORK = join(ROOT, 'build/release-work');
const version = programVersion();

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const isDryRun = values['dry-run'];
if (!isDryRun) requireTag();
const notes = releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version, isDryRun);

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
writeFileSync(join(OUT, 'NOTES.md'), notes);

const served = downloadsFolder();
buildDownloads(served);
// The programs hold what the package holds.
const cli = join(WORK, 'package');
rmSync(cli, { recursive: true, force: true });
mkdirSync(WORK, { recursive: true });
execFileSync('tar', ['-xzf', join(served, 'flowarden-cli.tgz'), '-C', WORK]);
addDownloads(served, buildPrograms(cli, WORK, Object.keys(PROGRAMS) as ProgramName[]));
const { files } = await readDownloads(served);
for (const name of DOWNLOAD_NAMES)
  if (files[name] !== undefined && name !== 'SHA256SUMS') copyFileSync(join(served, name), join(OUT, name));

npm(ROOT, 'pack', '--pack-destination', OUT);
const withoutImages = buildImages(OUT);
writeFileSync(join(OUT, 'SHA256SUMS'), checksums());

for (const name of readdirSync(OUT).sort()) console.log(`build/release/${name}`);
if (withoutImages !== undefined) console.log(`Not built: the images; ${withoutImages}.`);
console.log('Not built: programs for macOS, which runs signed programs alone. The programs are not signed.');
// A release without its images is none; a dry run shows what this machine can build.
if (withoutImages !== undefined && !isDryRun) process.exitCode = 1;

/** Returns the lines of `sha256sum` for everything that is built. */
function checksums(): string {
  return readdirSync(OUT)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(OUT, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}

/** Checks that the checkout is the commit of the tag. @throws Error */
function requireTag(): void {
  const git = (...argv: readonly string[]) => execFileSync('git', argv, { cwd: ROOT, encoding: 'utf8' });
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`))
    throw new Error(
      `The commit has no tag v${version}. To build without a tag: npm run release -- --dry-run`,
    );
  if (git('status', '--porcelain') !== '')
    throw new Error('The checkout has changes that are not committed.');
}
