/** Splits a group into the places that an exception covers and those without one. */
import type { ExceptionState, ScopedException } from '../../contract/exception.ts';
import type { Finding } from '../model/finding.ts';
import { isWaivedByNote } from '../model/gate.ts';
import { findingAt, type GroupFinding, withoutKeys, withPlaces } from './findings/group.ts';

/** An exception in its state at a moment. */
export type KnownException = Pick<ScopedException, 'id' | 'fingerprint' | 'severity'> & {
  readonly state: ExceptionState;
};

/** Finds the exception that a finding shows; not for groups, whose places are looked up one by one. */
export type FindException = (finding: Finding) => KnownException | undefined;

/**
 * Returns the finding with the exception that it shows, the same object where there is none. What a note in the file
 * waives stays waived, also if a request for it is rejected.
 */
export function withException(finding: Finding, found: KnownException | undefined): Finding {
  if (isWaivedByNote(finding) && found?.state !== 'approved') return finding;
  return found === undefined ? finding : { ...finding, exceptionId: found.id, exceptionStatus: found.state };
}

/** Key of places without an approved exception. */
const UNCOVERED = '';

/**
 * Marks a group. While one approved exception covers all of its places, or none any, it stays one finding. Else one
 * part stays the group, and each other place is a finding of its own: a place that joins a waived group is new.
 */
export function markGroup(whole: GroupFinding, find: FindException): Finding[] {
  const { places } = whole.group;
  const found = places.map((place) => find(findingAt(whole, place)));
  const covers = found.map((exception) => (exception?.state === 'approved' ? exception.id : UNCOVERED));
  const parts = Map.groupBy(places, (_, i) => covers[i]!);
  if (parts.size === 1)
    return [
      withException(
        whole,
        found.find((exception) => exception !== undefined),
      ),
    ];
  // Its copies have all places.
  const group = withoutKeys(whole);
  const staying = stayingPart([...parts.keys()], found, group);
  const rest = withPlaces(group, parts.get(staying)!);
  const others = places.flatMap((place, i) =>
    covers[i] === staying ? [] : [withException(findingAt(group, place), found[i])],
  );
  return [withException(rest, found[covers.indexOf(staying)]), ...others];
}

/** Chooses the part that stays the group: the approved places, else the uncovered ones. */
function stayingPart(
  parts: readonly string[],
  found: readonly (KnownException | undefined)[],
  { fingerprints }: GroupFinding,
): string {
  const own = new Set(
    found.flatMap((exception) => (exception?.fingerprint === fingerprints.strong ? [exception.id] : [])),
  );
  const fallback = parts.includes(UNCOVERED) ? UNCOVERED : parts[0]!;
  return parts.find((part) => own.has(part)) ?? fallback;
}
