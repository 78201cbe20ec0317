/** Inputs of a run: the given paths, each file in them once. */
import { StartError } from '../../infra/process/start-error.ts';
import { inputName, isInside, spelledName } from '../system-path.ts';
import { type Found, findFiles } from './find-files.ts';
import type { FoundFile } from './found-file.ts';
import { LEAVE_OUT_NOTHING, type LeaveOut } from './left-out.ts';
import { readStandardInput, STANDARD_INPUT } from './standard-input.ts';

/** Given path. */
export interface Input extends Found {
  /** Path as it was given, normalised, with `/` on every system. */
  readonly name: string;
  /** Ids of its files that are judged as a part of another input. */
  readonly elsewhere: readonly string[];
}

/**
 * Finds the files of all paths, in the order of the paths; `-` is the file on standard input.
 * @throws StartError that names every path that cannot be read
 */
export async function findInputs(
  paths: readonly string[],
  leaveOut: LeaveOut = LEAVE_OUT_NOTHING,
  stdinName = STANDARD_INPUT,
): Promise<readonly Input[]> {
  const found: Input[] = [];
  const problems: StartError[] = [];
  for (const path of paths) {
    try {
      const isPiped = path === STANDARD_INPUT;
      const files = await (isPiped ? readStandardInput(process.stdin, stdinName) : findFiles(path, leaveOut));
      const name = spelledName(inputName(isPiped ? stdinName : path), files.realPath);
      const input = { ...files, name, elsewhere: [] };
      if (!found.some(({ realPath }) => realPath === input.realPath)) found.push(input);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      problems.push(error);
    }
  }
  if (problems.length > 0) throw new StartError(problems.map(({ message }) => message).join('\n'), 2);
  return found.map((input) => withoutOverlap(input, found));
}

/**
 * Removes the files of paths inside another given folder, which are judged there; a named archive is judged as an
 * archive.
 */
function withoutOverlap(input: Input, all: readonly Input[]): Input {
  if (input.kind === 'archive') return input;
  const taken = new Set(all.filter(({ kind }) => kind === 'archive').map(({ realPath }) => realPath));
  for (const other of all) {
    if (other === input || other.kind !== 'folder') continue;
    // Folders may hold links to each other's files: only the outer one includes them.
    if (input.kind === 'folder' && !isInside(input.realPath, other.realPath)) continue;
    for (const { id } of other.files) taken.add(id);
  }
  const isElsewhere = ({ id }: FoundFile): boolean => taken.has(id);
  return {
    ...input,
    files: input.files.filter((file) => !isElsewhere(file)),
    elsewhere: input.files.filter(isElsewhere).map(({ id }) => id),
  };
}
