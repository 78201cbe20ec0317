/** Node's permission model: what a process or thread is started with so that it reaches only what it is given. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installRoot } from './install-root.ts';

/** The folder `src`, or what it is compiled to. */
export const SOURCE_ROOT = join(import.meta.dirname, '../..');

/**
 * Folders and files that any part of the program needs to run: its sources, its packages, its manifest. Node looks for
 * packages and manifests in each folder above a source, and may not be refused where there are none.
 */
export function programPaths(): readonly string[] {
  // Where packages really are, and where links to them stand beside this one: package managers differ.
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

/** Where one of the packages is that this program needs; nowhere when all of them are bundled with it. */
function dependencyPath(): string {
  try {
    return fileURLToPath(import.meta.resolve('pino'));
  } catch {
    return '';
  }
}

/** The flags: nothing but these may be read or written, and no process, thread or native code be started. */
export function confiningFlags(readable: readonly string[], writable: readonly string[] = []): string[] {
  return [
    '--permission',
    ...[...readable, ...writable].map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
  ];
}

/** The flag that lets a confined process use the network. Node before 25 has none: there the network is always open. */
export function networkFlags(): readonly string[] {
  return process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [];
}

/**
 * Where Node keeps what it has compiled for somebody confined, so that they start faster: a folder of their own, as they
 * write what others would then run. Null where nothing is kept, or can be written.
 * @param folder where everybody's is
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
