/** Inputs of a run as they were at a revision. */

import { dirname, resolve } from 'node:path';
import { IGNORED_FOLDERS } from '../../analysis/model/kinds/ignored-folders.ts';
import { isCandidate } from '../../analysis/platforms/candidate.ts';
import { type FileOutcome, type InputRun, isWorkflow } from '../../analysis/report/file-outcome.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { pathBetween } from '../system-path.ts';
import { membersOf } from '../validate/find-members.ts';
import type { FoundFile } from '../validate/found-file.ts';
import type { Input } from '../validate/inputs.ts';
import { excluded, type LeaveOut } from '../validate/left-out.ts';
import { STANDARD_INPUT } from '../validate/standard-input.ts';
import { type BlobReader, blobReader } from './blob-reader.ts';
import { type GitBlob, type GitRevision, readRevision, repositoryRoot } from './revision.ts';
import { isSameContent } from './same-content.ts';

/** Earlier versions of inputs. Close the readers after the analysis. */
export interface EarlierInputs {
  readonly inputs: readonly Input[];
  /** Outcomes of files that have not changed. */
  readonly known: ReadonlyMap<FoundFile, FileOutcome>;
  /** The revision for people. */
  readonly shown: string;
  /** Paths whose earlier version is no workflow file, as Git LFS or a filter stores it elsewhere. Complete after the run. */
  readonly unreadable: readonly string[];
  close(): void;
}

/** Repository with the reader of its contents. */
interface Repository {
  readonly revision: GitRevision;
  readonly reader: BlobReader;
}

/**
 * Returns the inputs of a run as they were at a revision, under their present names; files that are gone are part of
 * their folder.
 * @throws StartError (exit 2) when a path is in no repository, or the revision is unknown
 */
export async function earlierInputs(
  runs: readonly InputRun<Input>[],
  name: string,
  leaveOut: LeaveOut,
): Promise<EarlierInputs> {
  const repositories = new Map<string, Repository>();
  const roots = new Map<string, string>();
  const repositoryOf = async (folder: string): Promise<Repository> => {
    const root = roots.get(folder) ?? (await repositoryRoot(folder));
    roots.set(folder, root);
    const repository = repositories.get(root) ?? {
      revision: await readRevision(root, name),
      reader: blobReader(root),
    };
    repositories.set(root, repository);
    return repository;
  };
  const close = (): void => {
    for (const { reader } of repositories.values()) reader.close();
  };
  const known = new Map<FoundFile, FileOutcome>();
  const unreadable: string[] = [];
  const inputs: Input[] = [];
  try {
    for (const run of runs) {
      const repository = await repositoryOf(folderOf(run.input));
      inputs.push(await earlierInput(run, repository, { known, unreadable, leaveOut }));
    }
  } catch (error) {
    close();
    throw error;
  }
  const [first] = repositories.values();
  return { inputs, known, shown: first?.revision.shown ?? name, unreadable, close };
}

/** Returns the real path of an input; standard input stands for the file of its name. */
const pathOf = ({ realPath, name }: Input): string =>
  realPath === STANDARD_INPUT ? resolve(name) : realPath;

const folderOf = (input: Input): string =>
  input.kind === 'folder' ? input.realPath : dirname(pathOf(input));

/** Facts that the earlier version of an input is built with. */
interface Building {
  readonly known: Map<FoundFile, FileOutcome>;
  readonly unreadable: string[];
  readonly leaveOut: LeaveOut;
}

async function earlierInput(
  run: InputRun<Input>,
  repository: Repository,
  building: Building,
): Promise<Input> {
  if (run.input.kind === 'archive') return earlierArchive(run, repository, building);
  const { input, outcomes } = run;
  const { revision, reader } = repository;
  const used = new Set<string>();
  const files: FoundFile[] = [];
  for (const [index, file] of input.files.entries()) {
    const isPiped = file.id === STANDARD_INPUT;
    const present = pathBetween(revision.root, isPiped ? pathOf(input) : file.id);
    const earlier = revision.renames.get(present) ?? present;
    const blob = revision.blobs.get(earlier);
    if (blob === undefined) continue;
    used.add(earlier);
    const isUnchanged = !isPiped && (await isSameContent(file.id, blob, reader));
    if (isUnchanged) building.known.set(file, outcomes[index]!);
    const unreadable = isWorkflow(outcomes[index]!) ? building.unreadable : [];
    files.push(isUnchanged ? file : earlierFile(file.path, blob, reader, unreadable));
  }
  const gone = input.kind === 'folder' ? goneFiles(input, repository, used, building.leaveOut) : [];
  return { ...input, files: [...files, ...gone] };
}

/** Returns the files of a folder at the revision that no present file continues. */
function goneFiles(
  { realPath, name }: Input,
  { revision, reader }: Repository,
  used: ReadonlySet<string>,
  leaveOut: LeaveOut,
): readonly FoundFile[] {
  const folder = pathBetween(revision.root, realPath);
  const prefix = folder === '' ? '' : `${folder}/`;
  const isExcluded = excluded(leaveOut, name);
  return [...revision.blobs].flatMap(([path, blob]) => {
    // A sparse checkout lacks files without a change.
    if (used.has(path) || !path.startsWith(prefix) || !revision.gone.has(path)) return [];
    const below = path.slice(prefix.length);
    const isSkipped = below.split('/').some((part) => IGNORED_FOLDERS.has(part)) || isExcluded(below);
    return isSkipped ? [] : [earlierFile(below, blob, reader, [])];
  });
}

async function earlierArchive(
  { input, outcomes }: InputRun<Input>,
  { revision, reader }: Repository,
  { known, leaveOut }: Building,
): Promise<Input> {
  const present = pathBetween(revision.root, input.realPath);
  const blob = revision.blobs.get(revision.renames.get(present) ?? present);
  if (blob === undefined || blob.sizeBytes > CONTRACT_LIMITS.projectBytesMax) return { ...input, files: [] };
  if (await isSameContent(input.realPath, blob, reader)) {
    for (const [index, file] of input.files.entries()) known.set(file, outcomes[index]!);
    return input;
  }
  const isExcluded = excluded(leaveOut, input.name);
  const members = membersOf(await reader.read(blob.id), blob.id) ?? [];
  return { ...input, files: members.filter(({ path }) => !isExcluded(path)) };
}

function earlierFile(
  path: string,
  { id, sizeBytes }: GitBlob,
  reader: BlobReader,
  unreadable: string[],
): FoundFile {
  return {
    path,
    id,
    sizeBytes,
    async read() {
      const content = await reader.read(id);
      if (isCandidate(content, path)) return content;
      unreadable.push(path);
      return null;
    },
  };
}
