/** The offline command for tests that call it often: built once a run, it starts in half the time of its sources. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RUN_FOLDER } from '../run-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Keeps compiled code beside the program, as `bin/flowarden.mjs` does. */
const LAUNCHER = `import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
enableCompileCache(join(import.meta.dirname, 'compiled'));
await import('./dist/src/cli/flowarden.js');
`;

/** Returns the script to start; that of the sources if a test file runs without the setup of a run. */
export function builtCommand(): string {
  const shared = process.env[RUN_FOLDER];
  if (shared === undefined) return join(ROOT, 'bin/flowarden.mjs');
  const folder = join(shared, 'command');
  if (!existsSync(folder)) build(shared, folder);
  return join(folder, 'launcher.mjs');
}

/** Returns the script of `command-host.ts`; null if a test file runs without the setup of a run. */
export function builtHost(): string | null {
  return process.env[RUN_FOLDER] === undefined ? null : join(dirname(builtCommand()), 'dist/src/cli/host.js');
}

/** Puts the folder in its place in one step; another test file may be doing the same. */
function build(shared: string, folder: string): void {
  const fresh = mkdtempSync(join(shared, 'new-'));
  const built = join(fresh, 'command');
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-cli.ts'), built]);
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-host.ts'), built]);
  writeFileSync(join(built, 'launcher.mjs'), LAUNCHER);
  try {
    renameSync(built, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
