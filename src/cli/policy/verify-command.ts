/** `flowarden policy verify`: checks the signatures and the revision of a built pack. */
import { existsSync } from 'node:fs';
import { print } from '../../infra/logging/output.ts';
import {
  lockText,
  parseLock,
  rollbackProblem,
  type SeenPack,
  seenPack,
} from '../../policy/built/revision-lock.ts';
import { PolicyError } from '../../policy/problems.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { replaceFile } from '../replace-file.ts';
import { type PolicyArguments, requireArgument } from './arguments.ts';
import { readBuilt, readLimited, readTrust } from './read-built.ts';

/** Verifies a built pack; with `--lock` its revision too, which the lock then holds. */
export async function verifyCommand(given: PolicyArguments): Promise<number> {
  const file = requireArgument(given.operands[0], 'Name the built file.');
  const trust = await readTrust(
    requireArgument(given.trust, 'Name the file of trusted keys: --trust trust.json.'),
  );
  const pack = await readBuilt(file, trust);
  const { name, version, revision } = pack.metadata;
  if (given.lock !== undefined) {
    const known = await readLock(given.lock);
    const seen = seenPack(pack);
    const problem = rollbackProblem(seen, known);
    if (problem !== undefined) throw new PolicyError([{ file, line: 0, message: problem }]);
    await replaceFile(given.lock, lockText([...known.filter((one) => one.name !== name), seen]));
  }
  print(`${showControlCharacters(file)}: ${name}@${version}, revision ${revision}, is trusted.\n`);
  return 0;
}

/** Reads a `policy.lock`; nothing was seen without one. @throws PolicyError if it is damaged */
export async function readLock(file: string): Promise<readonly SeenPack[]> {
  return existsSync(file) ? parseLock((await readLimited(file)).toString(), file) : [];
}
