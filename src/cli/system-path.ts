/** Paths of this system, and those with `/` that reports, policies and the service know. */
import nodePath from 'node:path';
import { isFromRoot } from '../text/slash-path.ts';

/** Rules of paths, those of Windows or of other systems. */
type System = Pick<typeof nodePath, 'relative' | 'sep' | 'isAbsolute' | 'normalize' | 'resolve'>;

/** Returns a path of this system with `/`. */
export function slashed(path: string, { sep }: Pick<System, 'sep'> = nodePath): string {
  return path.split(sep).join('/');
}

/** Returns the path from a folder to a file, with `/`; that of a file on another drive or share is absolute. */
export function pathBetween(
  folder: string,
  file: string,
  system: Pick<System, 'relative' | 'sep'> = nodePath,
): string {
  return slashed(system.relative(folder, file), system);
}

/** Beginning of a path of Windows that may be longer than others: it says nothing about the place. */
const LONG = /^\\\\\?\\(UNC\\)?/i;

/** Returns a given path in its shortest form, with `/`; on Windows, one from a root or on a drive is absolute. */
export function inputName(path: string, system: System = nodePath): string {
  const isWindows = system.sep === '\\';
  const plain = isWindows ? path.replace(LONG, (_, unc) => (unc === undefined ? '' : '\\\\')) : path;
  // `\robots` is on the drive of the working folder, `D:robots` in the working folder of the drive.
  const isPartial = isWindows && /^(?:[\\/](?![\\/])|[A-Za-z]:(?![\\/]))/.test(plain);
  const name = slashed(isPartial ? system.resolve(plain) : system.normalize(plain), system);
  return name.length > 1 && name.endsWith('/') && !/^[A-Za-z]:\/$/.test(name) ? name.slice(0, -1) : name;
}

/** Returns the name as the disk spells it: Windows and macOS find a file in upper and lower case, forges do not. */
export function spelledName(name: string, real: string, system: System = nodePath): string {
  const full = system.resolve(name);
  if (full === real || full.toLowerCase() !== real.toLowerCase()) return name;
  return isFromRoot(name) ? slashed(real, system) : pathBetween(system.resolve('.'), real, system) || '.';
}

/** Returns whether a real path is a folder itself or below it. */
export function isInside(path: string, folder: string, system: System = nodePath): boolean {
  const way = system.relative(folder, path);
  return way !== '..' && !way.startsWith(`..${system.sep}`) && !system.isAbsolute(way);
}
