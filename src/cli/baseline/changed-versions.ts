/** Both versions of the files that have changed since a revision, for their pictures. */
import { openFile } from '../../analysis/platforms/input-file.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { pairVersions, type VersionPair } from '../../analysis/report/version-pairs.ts';
import { readableWorkflows } from '../drift/readable-workflows.ts';
import type { FoundFile } from '../validate/found-file.ts';
import type { Input } from '../validate/inputs.ts';

/** Files that are read twice: more pictures would make a page that no browser shows well. */
const FILES_MAX = 25;

/** Workflows in both versions, by the file as it is now. */
export type ChangedVersions = ReadonlyMap<FoundFile, readonly VersionPair[]>;

/** Reads the files of a run that were other at the revision. @param earlier the inputs there, in the order of the runs */
export async function changedVersions(
  runs: readonly InputRun<Input>[],
  earlier: readonly Input[],
): Promise<ChangedVersions> {
  const versions = new Map<FoundFile, readonly VersionPair[]>();
  for (const [place, { input, outcomes }] of runs.entries()) {
    const byPath = new Map((earlier[place]?.files ?? []).map((file) => [file.path, file]));
    for (const [index, file] of input.files.entries()) {
      const other = byPath.get(file.path);
      // A file that has not changed stands for its earlier version too.
      if (other === undefined || other === file || outcomes[index]?.status !== 'completed') continue;
      if (versions.size >= FILES_MAX) return versions;
      const pairs = pairVersions(await workflowsOf(other), await workflowsOf(file));
      if (pairs.length > 0) versions.set(file, pairs);
    }
  }
  return versions;
}

async function workflowsOf(file: FoundFile) {
  const bytes = await file.read();
  return bytes === null ? [] : readableWorkflows(() => openFile(file.path, bytes));
}
