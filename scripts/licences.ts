/**
 * Fails when a package of the lock file has a licence that is not on the list, and names it.
 *
 * Usage: npm run licences
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that ask for nothing but their text and the names beside a copy. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Packages that name their licence in their readme alone → what that says. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'humanize-number': 'MIT', only: 'MIT' };

/** What a lock file says of a package. */
export interface LockedPackage {
  readonly license?: string;
}

/** Whether an SPDX expression can be met by allowed licences alone. */
function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence)));
}

/** `path: licence` of each package that may not be used. `licenceOf` looks into a package whose lock entry is silent. */
export function refusedLicences(
  packages: Readonly<Record<string, LockedPackage>>,
  licenceOf: (path: string) => string | undefined,
): readonly string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { license }]) => [path, license ?? licenceOf(path) ?? 'none'] as const)
    .filter(([, licence]) => !isAllowed(licence))
    .map(([path, licence]) => `${path}: ${licence}`);
}

/** What an installed package says in the words of earlier days, or what was read in it. */
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
  const rejected = refusedLicences(lock.packages, installedLicence);
  for (const line of rejected) console.log(`Not allowed: ${line}`);
  if (rejected.length > 0) process.exitCode = 1;
}
