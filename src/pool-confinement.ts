/**
 * What an analysis thread may do: read the program, and nothing else. It looks at strangers' files, so it gets none of
 * the process's settings, no other file, no process, thread or native code. This is Node's permission model, which a
 * thread has for itself, whether its process has one or not.
 */
import { mkdirSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installRoot } from './install-root.ts';

/** What the pool starts its threads with. */
export interface Confinement {
  readonly execArgv: string[];
  readonly env: Record<string, string>;
}

/** The confinement of threads that run this file. */
export function confine(entry: string): Confinement {
  const root = installRoot();
  const source = dirname(import.meta.filename);
  const [packages = ''] =
    /^.*[\\/]node_modules[\\/]/.exec(fileURLToPath(import.meta.resolve('piscina'))) ?? [];
  const readable = [
    join(dirname(fileURLToPath(entry)), '/'),
    join(source, '/'),
    join(root, 'samples/'),
    join(root, 'package.json'),
    packages,
  ];
  const cache = threadsCache();
  return {
    execArgv: [
      '--permission',
      // Not that a thread could be: Node 24 takes the missing script of a thread for the folder that we were started in,
      // perhaps the one with our secrets, and lets it be read, unless it believes that there is no script.
      '--interactive',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      ...(cache ? [`--allow-fs-read=${cache}/`, `--allow-fs-write=${cache}/`] : []),
    ],
    env: cache ? { NODE_COMPILE_CACHE: cache } : {},
  };
}

/**
 * Where Node keeps what it has compiled for threads, so that they start faster: a folder of their own, as they write
 * what others would then run. Null where nothing can be written.
 */
function threadsCache(): string | null {
  const ours = getCompileCacheDir();
  if (ours === undefined) return null;
  const folder = join(dirname(ours), 'threads');
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    return null;
  }
}
