/** `flowarden policy dry-run`: says what a pack would change, in the service or in a folder. */
import { hash } from 'node:crypto';
import { StartError } from '../../infra/process/start-error.ts';
import { type PolicyArguments, requireArgument } from './arguments.ts';
import { dryRunFolder } from './dry-run-folder.ts';
import { dryRunService } from './dry-run-service.ts';
import { readBuilt, readLimited, readTrust } from './read-built.ts';
import { requireEnvironment } from './require-environment.ts';

/** Runs a pack dry. Differences are no failure. */
export async function dryRunCommand(given: PolicyArguments): Promise<number> {
  const file = requireArgument(given.operands[0], 'Name the built file.');
  if (given.operands.length > 1) throw new StartError('Name one built file.', 2);
  const pack = await readBuilt(file, await readTrust(given.trust));
  requireEnvironment(pack, given.environment);
  if (given.on !== undefined) return dryRunFolder(pack, given.on, given);
  if (given.against !== undefined)
    throw new StartError('--against needs --on DIR: the service compares with what has judged each run.', 2);
  return dryRunService({ ...pack.metadata, sha256: hash('sha256', await readLimited(file)) }, given);
}
