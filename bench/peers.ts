/** Peer programs: packages of this folder alone, installed on first use and never part of the product. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = import.meta.dirname;

/** Installs the missing peers. Returns the reason if that fails, or null. */
export function installPeers(): string | null {
  if (existsSync(join(FOLDER, 'node_modules'))) return null;
  process.stderr.write('Installing the peer programs …\n');
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', FOLDER],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return status === 0
    ? null
    : `run \`npm ci --prefix bench\` first (${error?.message ?? `npm ended with ${status}`})`;
}

/** Imports a module of a peer; its caller knows its shape, because the compiler must work without the peers. */
export async function importPeer<Module>(specifier: string): Promise<Module> {
  const path = createRequire(join(FOLDER, 'package.json')).resolve(specifier);
  return (await import(pathToFileURL(path).href)) as Module;
}
