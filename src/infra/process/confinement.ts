/** Confinement of a process or thread by Node's permission model. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installRoot } from './install-root.ts';

/** Folder `src`, or its compiled output. */
export const SOURCE_ROOT = join(import.meta.dirname, '../..');

/**
 * Returns the folders and files that any part of the program needs to run: its sources, packages and manifest. Node
 * looks for packages and manifests in each folder above a source, and those must be readable even if they do not
 * exist.
 */
export function programPaths(): readonly string[] {
  // Package managers differ in whether packages are folders or links, so both locations count.
  const packages = [dependencyPath(), installRoot()].flatMap(
    (path) => /^.*[\\/]node_modules[\\/]/.exec(path) ?? [],
  );
  const above = new Set([dirname(SOURCE_ROOT), installRoot()]);
  const searched = [...above].flatMap((folder) => [
    join(folder, 'node_modules/'),
    join(folder, 'package.json'),
  ]);
  return [join(SOURCE_ROOT, '/'), ...packages, ...searched];
}

/** Returns the path of one dependency; empty when all of them are bundled. */
function dependencyPath(): string {
  try {
    return fileURLToPath(import.meta.resolve('pino'));
  } catch {
    return '';
  }
}

/** Returns the flags that confine a process to these paths; it may start no process, thread or native code. */
export function confiningFlags(readable: readonly string[], writable: readonly string[] = []): string[] {
  return [
    '--permission',
    ...[...readable, ...writable].map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
  ];
}

/**
 * Returns the flags that allow a confined process to use the network. Node before 25 has none: there the network is
 * always open.
 */
export function networkFlags(): readonly string[] {
  return process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [];
}

/**
 * Returns a compile cache folder for a confined process, so that it starts faster. It is separate because other
 * processes would run what it writes. Null if there is no cache, or it cannot be written.
 * @param folder shared compile cache
 */
export function ownCompileCache(folder: string | undefined, name: string): string | null {
  if (!folder) return null;
  const own = join(folder, name, '/');
  try {
    mkdirSync(own, { recursive: true });
    return own;
  } catch {
    return null;
  }
}
