/** Finds in a list of earlier findings those of a run of several files, across renamed files too. */
import { type Matchable, matchFindings } from './match-findings.ts';

/** Finding with the path of its file. */
export interface LocatedFinding<Some extends Matchable> {
  readonly path: string;
  readonly finding: Some;
}

/** Result of the search. */
export interface KnownFindings<Now extends Matchable, Before extends Matchable> {
  /** Present finding → the earlier one that it continues. */
  readonly matches: ReadonlyMap<Now, Before>;
  /** Earlier findings that no present one continues. */
  readonly left: readonly LocatedFinding<Before>[];
}

/** Files that findings can be matched across. */
export interface PresentFiles {
  /** All files of the run. */
  readonly paths: ReadonlySet<string>;
  /** Returns whether a file outside the run is still there: a copy of it is no renamed file. */
  readonly isThere: (path: string) => boolean;
}

/**
 * Matches findings file by file; those of a file without earlier findings then with those of files that are gone, as
 * after a renaming.
 */
export function knownFindings<Now extends Matchable, Before extends Matchable>(
  current: readonly LocatedFinding<Now>[],
  previous: readonly LocatedFinding<Before>[],
  { paths, isThere }: PresentFiles,
): KnownFindings<Now, Before> {
  const matches = new Map<Now, Before>();
  const left: LocatedFinding<Before>[] = [];
  const pathOf = new Map(previous.map(({ finding, path }) => [finding, path]));
  const match = (now: readonly Now[], before: readonly Before[]): void => {
    const found = matchFindings(now, before);
    for (const [finding, earlier] of [...found.leftGroup, ...found.matches]) matches.set(finding, earlier);
    for (const finding of found.left) left.push({ path: pathOf.get(finding)!, finding });
  };
  const byPath = Map.groupBy(current, ({ path }) => path);
  const earlierByPath = Map.groupBy(previous, ({ path }) => path);
  const moved: Now[] = [];
  const gone: Before[] = [];
  for (const [path, located] of earlierByPath) {
    const before = located.map(({ finding }) => finding);
    if (paths.has(path))
      match(
        (byPath.get(path) ?? []).map(({ finding }) => finding),
        before,
      );
    else if (isThere(path)) left.push(...located);
    else gone.push(...before);
  }
  for (const [path, located] of byPath)
    if (!earlierByPath.has(path)) moved.push(...located.map(({ finding }) => finding));
  match(moved, gone);
  return { matches, left };
}
