/**
 * Fails when a package of the lock file has a licence that is not on the list, and names it.
 *
 * Usage: npm run licences
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that require only their text and the names beside a copy. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Licences that cover their own files alone: allowed for packages that only development installs. */
const ALLOWED_IN_DEVELOPMENT = new Set(['MPL-2.0']);

/** Licences of packages that name theirs in the readme alone. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'humanize-number': 'MIT', only: 'MIT' };

/** Entry of a package in a lock file. */
export interface LockedPackage {
  readonly license?: string;
  /** Whether only development dependencies need the package. */
  readonly dev?: boolean;
}

/** Returns whether allowed licences alone satisfy an SPDX expression. */
function isAllowed(expression: string, isDevelopment: boolean): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every((licence) => ALLOWED.has(licence) || (isDevelopment && ALLOWED_IN_DEVELOPMENT.has(licence))),
    );
}

/**
 * Returns `path: licence` of each package that may not be used. `licenceOf` reads a package whose lock entry has none.
 */
export function rejectedLicences(
  packages: Readonly<Record<string, LockedPackage>>,
  licenceOf: (path: string) => string | undefined,
): readonly string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { license, dev }]) => ({ path, licence: license ?? licenceOf(path) ?? 'none', dev }))
    .filter(({ licence, dev }) => !isAllowed(licence, dev === true))
    .map(({ path, licence }) => `${path}: ${licence}`);
}

/** Returns the licence in an installed package's legacy field, or the one read by hand. */
function installedLicence(path: string): string | undefined {
  const manifest = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly licenses?: readonly { readonly type: string }[];
  };
  return manifest.licenses?.map(({ type }) => type).join(' OR ') ?? READ_BY_HAND[manifest.name];
}

const ROOT = join(import.meta.dirname, '..');

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const rejected = rejectedLicences(lock.packages, installedLicence);
  for (const line of rejected) console.log(`Not allowed: ${line}`);
  if (rejected.length > 0) process.exitCode = 1;
}
