/** The CODEOWNERS file of the repository, which `flowarden submit` sends along in a CI job. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, normalize, relative } from 'node:path';
import type { FlowardenClient } from '../../../clients/typescript/src/client.ts';
import { FlowardenError, FlowardenUnreachable } from '../../../clients/typescript/src/errors.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { CodeOwnersGrammar } from '../../contract/team.ts';
import type { CiJob } from './config.ts';
import type { PrintNote } from './connection.ts';

/** A file that was found. */
export interface FoundCodeOwners {
  /** Path in the repository. */
  readonly path: string;
  readonly grammar: CodeOwnersGrammar;
  readonly content: Buffer;
}

type Place = readonly [path: string, grammar: CodeOwnersGrammar];

/** Places in the order in which GitHub and GitLab look. */
const GITHUB: readonly Place[] = [
  ['.github/CODEOWNERS', 'github'],
  ['CODEOWNERS', 'github'],
  ['docs/CODEOWNERS', 'github'],
];
const GITLAB: readonly Place[] = [
  ['CODEOWNERS', 'gitlab'],
  ['docs/CODEOWNERS', 'gitlab'],
  ['.gitlab/CODEOWNERS', 'gitlab'],
];

/** Returns the first file in the places of the forge, then in those of the other; null: there is none. */
export async function locateCodeOwners(root: string, provider: string): Promise<FoundCodeOwners | null> {
  const places = provider === 'gitlab' ? [...GITLAB, ...GITHUB] : [...GITHUB, ...GITLAB];
  for (const [path, grammar] of places) {
    const content = await readOwn(root, path);
    if (content !== null) return { path, grammar, content };
  }
  return null;
}

/** Sends the file of the job's repository. What goes wrong is noted: it decides nothing about the files of the run. */
export async function sendCodeOwners(
  client: FlowardenClient,
  root: string,
  { provider, repository, branch }: Pick<CiJob, 'provider' | 'repository' | 'branch'>,
  note: PrintNote,
): Promise<void> {
  if (repository === undefined) return;
  const found = await locateCodeOwners(root, provider);
  if (found === null) return;
  const { path, grammar, content } = found;
  if (content.byteLength > CONTRACT_LIMITS.codeOwnersBytesMax) {
    note(`${path} was not sent: it is larger than 3 MiB.`);
    return;
  }
  try {
    const { state } = await client.call('sendCodeOwners', {
      form: {
        repository,
        path,
        grammar,
        ...(branch === undefined ? {} : { branch }),
        file: new Blob([new Uint8Array(content)]),
      },
      filename: 'CODEOWNERS',
    });
    if (state === 'proposed')
      note(`${path} is a proposal: an admin of the organisation can confirm it on the service.`);
  } catch (error) {
    if (!(error instanceof FlowardenError || error instanceof FlowardenUnreachable)) throw error;
    note(`The service did not take ${path}: ${error.message}`);
  }
}

/** Reads a file of the repository; null when there is none. A link may lead to a file that is none of the repository. */
async function readOwn(root: string, path: string): Promise<Buffer | null> {
  try {
    const [folder, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    const { size } = await stat(file);
    if (relative(folder, file) !== normalize(path)) return null;
    // One byte more than the limit is enough to know that it is too large.
    if (size > CONTRACT_LIMITS.codeOwnersBytesMax)
      return Buffer.alloc(CONTRACT_LIMITS.codeOwnersBytesMax + 1);
    return await readFile(file);
  } catch {
    return null;
  }
}
