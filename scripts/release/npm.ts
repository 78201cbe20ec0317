/** Runs npm inside of a script that npm may have started. */
import { spawnSync } from 'node:child_process';

/** Runs npm in a folder, without the options of an npm around it. @throws Error with its output when it fails */
export function npm(folder: string, ...argv: readonly string[]): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { status, stdout, stderr, error } = spawnSync('npm', argv, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // On Windows it is a script, which needs a shell.
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${argv[0]} failed: ${stdout}${stderr}`, { cause: error });
}
