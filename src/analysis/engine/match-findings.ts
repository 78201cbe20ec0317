/** Continues findings from an earlier version of a file: which finding is which. */
import type { Finding } from '../model/finding.ts';

/** Part of a finding that identifies it across versions. */
export type Matchable = Pick<Finding, 'fingerprints'> & {
  readonly group?: { readonly places: readonly Pick<Finding, 'fingerprints'>[] };
};

type Key = (finding: Matchable) => string;

function groupBy<Some extends Matchable>(findings: Iterable<Some>, key: Key): Map<string, Some[]> {
  const groups = new Map<string, Some[]>();
  for (const finding of findings) {
    const group = groups.get(key(finding));
    if (group) group.push(finding);
    else groups.set(key(finding), [finding]);
  }
  return groups;
}

/** Matches between two lists of findings. */
export interface Matching<Now extends Matchable, Before extends Matchable> {
  /** Current finding → the previous one that it continues. */
  readonly matches: Map<Now, Before>;
  /**
   * Current finding → the previous group of its place: the place is not new, but another finding continues the group.
   */
  readonly leftGroup: Map<Now, Before>;
  /** Previous findings without a match. */
  readonly left: Set<Before>;
  /** Previous findings whose place is now one of a group. */
  readonly joined: Set<Before>;
}

/** Indexes groups by the strong fingerprints of their places. */
function groupsByPlace<Some extends Matchable>(findings: Iterable<Some>): Map<string, Some> {
  const groups = new Map<string, Some>();
  for (const finding of findings)
    for (const { fingerprints } of finding.group?.places ?? []) groups.set(fingerprints.strong, finding);
  return groups;
}

/** Matches findings whose place was, or is, in a group: a new group continues the first of its places. */
function matchPlaces<Now extends Matchable, Before extends Matchable>(
  current: readonly Now[],
  previous: readonly Before[],
  { matches, leftGroup, left, joined }: Matching<Now, Before>,
): void {
  const now = groupsByPlace(current);
  for (const before of left) {
    const places = [before, ...(before.group?.places ?? [])];
    const place = places.find(({ fingerprints }) => now.has(fingerprints.strong));
    if (place === undefined) continue;
    const group = now.get(place.fingerprints.strong)!;
    left.delete(before);
    if (matches.has(group)) joined.add(before);
    else matches.set(group, before);
  }
  const earlier = groupsByPlace(previous);
  for (const finding of current) {
    const group = matches.has(finding) ? undefined : earlier.get(finding.fingerprints.strong);
    if (group === undefined) continue;
    if (left.delete(group)) matches.set(finding, group);
    else leftGroup.set(finding, group);
  }
}

/**
 * Matches findings with those of an earlier version of the same file.
 *
 * Stages, each one to one: equal strong, then medium fingerprints; then a group and a finding at one of its places;
 * then the same rule at the same element with another subject; then equal weak fingerprints where both sides have
 * exactly one candidate left.
 */
export function matchFindings<Now extends Matchable, Before extends Matchable>(
  current: readonly Now[],
  previous: readonly Before[],
): Matching<Now, Before> {
  const matches = new Map<Now, Before>();
  const left = new Set<Before>(previous);
  const matching = { matches, leftGroup: new Map<Now, Before>(), left, joined: new Set<Before>() };
  function stage(key: Key, onlySingle: boolean): void {
    const candidates = groupBy(left, key);
    const unmatched = current.filter((finding) => !matches.has(finding) && !matching.leftGroup.has(finding));
    const rivals = groupBy(unmatched, key);
    for (const finding of unmatched) {
      const group = candidates.get(key(finding));
      if (group === undefined || group.length === 0) continue;
      if (onlySingle && (group.length > 1 || rivals.get(key(finding))!.length > 1)) continue;
      const match = group.shift()!;
      matches.set(finding, match);
      left.delete(match);
    }
  }
  stage((finding) => finding.fingerprints.strong, false);
  stage((finding) => finding.fingerprints.medium, false);
  matchPlaces(current, previous, matching);
  stage((finding) => finding.fingerprints.element, false);
  stage((finding) => finding.fingerprints.weak, true);
  return matching;
}
