/** Findings of a run, each with the path of its file from a folder. */
import { resolve } from 'node:path';
import { everyFinding } from '../../analysis/engine/findings/mistakes.ts';
import type { LocatedFinding } from '../../analysis/engine/known-findings.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import type { InputRun, ReportedInput } from '../../analysis/report/file-outcome.ts';
import { joinPaths } from '../../text/slash-path.ts';
import { pathBetween } from '../system-path.ts';

/** Names the file of an input: its path below a folder or in an archive, or the name of a single file. */
export type PathOf = (input: ReportedInput, path: string) => string;

/** Creates paths from a folder; those of files in an archive continue the archive's. */
export function pathsFrom(folder: string): PathOf {
  return ({ kind, name }, path) => {
    const full = pathBetween(folder, resolve(name));
    return kind === 'file' ? full : joinPaths(full, path);
  };
}

/** Returns the findings of a run, in files and between them, those of each rule by itself. */
export function locatedFindings(
  runs: readonly InputRun[],
  pathOf: PathOf,
): readonly LocatedFinding<Finding>[] {
  return runs.flatMap(({ input, outcomes, across }) => [
    ...outcomes.flatMap((outcome, index) =>
      outcome.status === 'completed'
        ? everyFinding(outcome.report.findings).map((finding) => ({
            path: pathOf(input, input.files[index]!.path),
            finding,
          }))
        : [],
    ),
    // The first name of a finding between files is the path of its file.
    ...across.map((finding) => {
      const pathAt = ({ names }: Finding['location']): string => pathOf(input, names[0] ?? '');
      const placePaths = finding.group?.places.map(({ location }) => pathAt(location));
      return { path: pathAt(finding.location), finding, ...(placePaths && { placePaths }) };
    }),
  ]);
}

/** Returns the paths of a run's files that were judged: what is silent about the others says nothing. */
export function judgedPaths(runs: readonly InputRun[], pathOf: PathOf): ReadonlySet<string> {
  return new Set(
    runs.flatMap(({ input, outcomes }) =>
      input.files.flatMap((file, index) =>
        outcomes[index]!.status === 'completed' ? [pathOf(input, file.path)] : [],
      ),
    ),
  );
}
