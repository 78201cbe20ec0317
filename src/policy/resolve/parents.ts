/** Packs that a pack extends: built files beside it, and folders. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { maxSatisfying, validRange } from 'semver';
import type { BuiltPack } from '../built/built-pack.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { PolicyError } from '../problems.ts';

/** Folder of built packs beside `pack.yaml`, and their ending. */
export const PARENTS_FOLDER = 'packs';
export const BUILT_ENDING = '.flowpack';

/** Reads a built pack's bytes. @throws PolicyError */
export type ReadBuilt = (bytes: Uint8Array, file: string) => BuiltPack;

/** Reference to a pack. */
export type PackReference =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'pack'; readonly name: string; readonly range: string };

/** Parses an entry of `extends` that is no preset; a text is the problem in one sentence. */
export function parseReference(entry: string): PackReference | string {
  if (entry.startsWith('./') || entry.startsWith('../')) return { kind: 'folder', path: entry };
  const at = entry.indexOf('@');
  if (at <= 0)
    return `${JSON.stringify(entry)} has no version. Write a pack as name@1.0.0, a folder as ../name.`;
  const range = entry.slice(at + 1);
  if (validRange(range) === null) return `${JSON.stringify(range)} is no version and no range of versions.`;
  return { kind: 'pack', name: entry.slice(0, at), range };
}

/** Returns the newest version in a range, such as `1.2.0`, `^1.0.0` or `2`; null if there is none. */
export function newestMatching(versions: readonly string[], range: string): string | null {
  return validRange(range) === null ? null : maxSatisfying([...versions], range);
}

/** Finds the newest built pack of a name and range beside `pack.yaml`. @throws PolicyError if there is none */
export async function findBuiltParent(
  folder: string,
  { name, range }: Extract<PackReference, { kind: 'pack' }>,
  read: ReadBuilt,
): Promise<BuiltPack> {
  const place = join(folder, PARENTS_FOLDER);
  const files = (await readdir(place).catch(() => [])).filter((file) => file.endsWith(BUILT_ENDING)).sort();
  const packs: BuiltPack[] = [];
  for (const file of files.slice(0, POLICY_LIMITS.packParentsMax))
    packs.push(read(await readFile(join(place, file)), `${PARENTS_FOLDER}/${file}`));
  const named = packs.filter(({ metadata }) => metadata.name === name);
  const version = newestMatching(
    named.map(({ metadata }) => metadata.version),
    range,
  );
  const found = named.find(({ metadata }) => metadata.version === version);
  if (found !== undefined) return found;
  const known = named.map(({ metadata }) => metadata.version).join(', ');
  const there = known === '' ? 'no version of it is there' : `there are ${known}`;
  const message = `${name}@${range} is not in the folder "${PARENTS_FOLDER}": ${there}. Put its built file (*${BUILT_ENDING}) there.`;
  throw new PolicyError([{ file: 'pack.yaml', line: 0, message }]);
}

/** Returns the folder that a reference leads to, and its name for people. */
export function parentFolder(
  folder: string,
  path: string,
): { readonly folder: string; readonly name: string } {
  const found = resolve(folder, path);
  return { folder: found, name: relative(process.cwd(), found) || '.' };
}
