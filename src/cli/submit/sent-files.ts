/** Files of a submission: their paths in the service, in reports and on disk. */
import { createHash } from 'node:crypto';
import { dirname, join, posix } from 'node:path';
import { pathOnDisk } from '../../analysis/report/build-view.ts';
import { shownPath } from '../../analysis/report/document.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { isFromRoot, joinPaths } from '../../text/slash-path.ts';
import { repositoryFolder } from '../git/repository-folder.ts';
import { pathBetween, slashed } from '../system-path.ts';
import type { FoundFile } from '../validate/found-file.ts';
import type { Input } from '../validate/inputs.ts';

/** File of a submission. */
export interface SentFile {
  readonly file: FoundFile;
  /** Path that the service knows it by: runs with one path are compared, and exceptions name it. */
  readonly sentPath: string;
  /** Path as the JSON and text reports show it. */
  readonly shownPath: string;
  /** Path on disk, relative to the repository around the working folder; that of the archive if it is in one. */
  readonly diskPath: string;
  /** Path inside the archive; null if it is on disk. */
  readonly member: string | null;
}

/**
 * Returns the files of all inputs. @throws StartError if two of them would have the same path in the service
 */
export function sentFiles(inputs: readonly Input[]): readonly SentFile[] {
  const isOnly = inputs.length === 1;
  const folders = {
    workingFolder: slashed(process.cwd()),
    root: slashed(repositoryFolder(process.cwd())),
  };
  const files = inputs.flatMap((input) =>
    input.files.map((file): SentFile => {
      const diskPath = pathOnDisk(input, file.path, folders);
      const member = input.kind === 'archive' ? file.path : null;
      const inRepository = isFromRoot(diskPath) ? pathInOwnRepository(input, file.path) : diskPath;
      const inArchive = isOnly ? file.path : joinPaths(inRepository, file.path);
      return {
        file,
        sentPath: member === null ? inRepository : inArchive,
        shownPath: shownPath({ input }, file, isOnly),
        diskPath,
        member,
      };
    }),
  );
  requireDistinct(files);
  return files;
}

/** Returns the path relative to the repository around the input; without one, to the folder around the input's files. */
function pathInOwnRepository({ kind, realPath }: Input, path: string): string {
  const folder = kind === 'folder' ? realPath : dirname(realPath);
  const full = kind === 'folder' ? join(realPath, path) : realPath;
  return pathBetween(repositoryFolder(folder), full);
}

function requireDistinct(files: readonly SentFile[]): void {
  const seen = new Set<string>();
  for (const { sentPath } of files) {
    if (seen.has(sentPath)) {
      const problem = `Two files would have the path ${JSON.stringify(sentPath)} in the service.`;
      throw new StartError(`${problem} Run the command in a folder that contains both.`, 2);
    }
    seen.add(sentPath);
  }
}

/** Longest name of a project without its ending; a longer one ends with a hash instead. */
const NAME_CHARACTERS_MAX = 100;
const HASH_CHARACTERS = 8;

/**
 * Returns the name of the archive of a project, the same from run to run: the service compares runs of one name.
 * @param repository path of the repository at its forge, which names a submission of the whole repository
 */
export function archiveName(inputs: readonly Input[], repository: string | undefined): string {
  const [first] = inputs;
  if (inputs.length === 1 && first!.kind === 'archive') return posix.basename(first!.name);
  const root = repositoryFolder(process.cwd());
  const names = inputs.map(({ realPath }) => {
    const path = pathBetween(root, realPath);
    if (path === '') return posix.basename(repository ?? slashed(root));
    return path.startsWith('..') || isFromRoot(path) ? posix.basename(path) : path.replaceAll('/', '-');
  });
  const name = names.join('+') || 'project';
  if (name.length <= NAME_CHARACTERS_MAX) return `${name}.zip`;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARACTERS);
  return `${name.slice(0, NAME_CHARACTERS_MAX - HASH_CHARACTERS - 1).toWellFormed()}-${hash}.zip`;
}
