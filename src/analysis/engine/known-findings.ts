/** Finds in a list of earlier findings those of a run of several files, across renamed files too. */
import { type Matchable, matchFindings } from './match-findings.ts';

/** Finding with the path of its file. */
export interface LocatedFinding<Some extends Matchable> {
  readonly path: string;
  readonly finding: Some;
  /** Paths of the places of a group across files, in their order; undefined where all is in one file. */
  readonly placePaths?: readonly string[];
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

/** Matches groups across files, which stand at another place once an earlier one joins or the first one leaves. */
function matchMovedGroups<Now extends Matchable, Before extends Matchable>(
  current: readonly LocatedFinding<Now>[],
  left: ReadonlySet<LocatedFinding<Before>>,
  take: (now: Now, before: LocatedFinding<Before>) => void,
): void {
  const earlier = new Map<string, LocatedFinding<Before>>();
  for (const before of left)
    for (const { fingerprints } of [before.finding, ...(before.finding.group?.places ?? [])])
      earlier.set(fingerprints.strong, before);
  for (const { finding, placePaths = [] } of current) {
    for (const [index, path] of placePaths.entries()) {
      const before = earlier.get(finding.group!.places[index]!.fingerprints.strong);
      if (before === undefined || !left.has(before)) continue;
      const isSameGroup = before.finding.fingerprints.strong === finding.fingerprints.strong;
      if (isSameGroup || before.path === path) take(finding, before);
    }
  }
}

/**
 * Matches findings file by file; those of a file without earlier findings then with those of files that are gone, as
 * after a renaming; at last groups across files by their places.
 */
export function knownFindings<Now extends Matchable, Before extends Matchable>(
  current: readonly LocatedFinding<Now>[],
  previous: readonly LocatedFinding<Before>[],
  { paths, isThere }: PresentFiles,
): KnownFindings<Now, Before> {
  const matches = new Map<Now, Before>();
  const left = new Set<LocatedFinding<Before>>();
  const pathOf = new Map(previous.map(({ finding, path }) => [finding, path]));
  const match = (now: readonly Now[], before: readonly Before[]): void => {
    const found = matchFindings(now, before);
    for (const [finding, earlier] of [...found.leftGroup, ...found.matches]) matches.set(finding, earlier);
    for (const finding of found.left) left.add({ path: pathOf.get(finding)!, finding });
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
    else if (isThere(path)) for (const each of located) left.add(each);
    else gone.push(...before);
  }
  for (const [path, located] of byPath)
    if (!earlierByPath.has(path)) moved.push(...located.map(({ finding }) => finding));
  match(moved, gone);
  matchMovedGroups(current, left, (now, before) => {
    left.delete(before);
    if (!matches.has(now)) matches.set(now, before.finding);
  });
  return { matches, left: [...left] };
}
