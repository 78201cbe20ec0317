/** Files of the command: built packs, trust and keys. */
import { readFile, stat } from 'node:fs/promises';
import { programVersion } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import type { BuiltPack } from '../../policy/built/built-pack.ts';
import { openPack } from '../../policy/built/open-pack.ts';
import { parseTrust, type Trust } from '../../policy/built/trust.ts';
import { POLICY_LIMITS } from '../../policy/limits.ts';
import type { BuildDeps } from '../../policy/resolve/build-pack.ts';
import { formatNumber } from '../../text/format.ts';
import { loadRules } from '../rules/find-rule.ts';

/** Reads a file of limited size. @throws StartError (exit 2) */
export async function readLimited(file: string): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new Error('it is not a file');
    if (found.size > POLICY_LIMITS.builtBytesMax)
      throw new Error(`it has more than ${formatNumber(POLICY_LIMITS.builtBytesMax)} bytes`);
    return await readFile(file);
  } catch (cause) {
    const reason =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is not there' : (cause as Error).message;
    throw new StartError(`The file ${JSON.stringify(file)} cannot be read: ${reason}.`, 2, { cause });
  }
}

/** Reads the trusted keys; undefined without a file. @throws StartError, PolicyError */
export async function readTrust(file: string | undefined): Promise<Trust | undefined> {
  return file === undefined ? undefined : parseTrust((await readLimited(file)).toString(), file);
}

/** Reads and verifies a built pack. @throws StartError, PolicyError */
export async function readBuilt(file: string, trust: Trust | undefined): Promise<BuiltPack> {
  const terms = { file, trust, engineVersion: programVersion(), rules: await loadRules(), now: new Date() };
  return openPack(await readLimited(file), terms);
}

/** Loads what a build needs. */
export async function buildDeps(): Promise<BuildDeps> {
  const engineVersion = programVersion();
  const rules = await loadRules();
  return {
    rules,
    readBuilt: (bytes, file) =>
      openPack(bytes, { file, trust: undefined, engineVersion, rules, now: new Date() }),
  };
}
