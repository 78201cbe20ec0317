/**
 * Permissions of an analysis thread: read the program, and nothing else. It reads untrusted files, so it gets none of
 * the process's settings, no other file, no process, thread or native code. A thread has Node's permission model for
 * itself, whether its process has one or not.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confiningFlags, ownCompileCache, programPaths } from '../infra/process/confinement.ts';
import { installRoot } from '../infra/process/install-root.ts';

/** Options that the pool starts its threads with. */
export interface Confinement {
  readonly execArgv: string[];
  readonly env: Record<string, string>;
}

/** The confinement of threads that run this file. */
export function confineThread(entry: string): Confinement {
  const readable = [
    ...programPaths(),
    join(dirname(fileURLToPath(entry)), '/'),
    join(installRoot(), 'samples/'),
  ];
  const ours = getCompileCacheDir();
  const cache = ownCompileCache(ours && dirname(ours), 'threads');
  return {
    // Not that a thread could be interactive: Node 24 takes the missing script of a thread for the folder that we were
    // started in, perhaps the one with our secrets, and lets it be read, unless it believes that there is no script.
    execArgv: ['--interactive', ...confiningFlags(readable, cache === null ? [] : [cache])],
    env: cache === null ? {} : { NODE_COMPILE_CACHE: cache },
  };
}
