/** Compact aggregate of the findings beyond the end of a cut list, enough to compute the score. */
import type { Report, UnlistedFindings } from '../../model/report.ts';
import type { Severity } from '../../model/rule.ts';
import { type Scored, scoredPlaceOf } from '../score.ts';
import { countedFindings } from './mistakes.ts';

type Counts = Map<string, { readonly ruleId: string; readonly severity: Severity; count: number }>;

/**
 * Returns the key of a finding's place. Only rules that share a group are compared by place: all places of any other
 * rule are one.
 */
const keyOf = (finding: Scored): string =>
  finding.dedupeGroup === finding.ruleId ? finding.ruleId : scoredPlaceOf(finding);

/** Counts the findings that are equal for the score; hotspots and waived ones, which it never counts, are left out. */
export function countUnlisted(
  listed: readonly Scored[],
  unlisted: readonly Scored[],
): readonly UnlistedFindings[] {
  const places = new Map<string, { readonly dedupeGroup: string; readonly counts: Counts }>();
  for (const finding of unlisted) {
    if (finding.kind !== 'issue' || finding.exceptionStatus === 'approved') continue;
    const { dedupeGroup, ruleId, severity } = finding;
    const key = keyOf(finding);
    const { counts } = places.get(key) ?? entry(places, key, { dedupeGroup, counts: new Map() });
    const same = `${ruleId} ${severity}`;
    (counts.get(same) ?? entry(counts, same, { ruleId, severity, count: 0 })).count += 1;
  }
  const listedAt = new Map(listed.map((finding, index) => [scoredPlaceOf(finding), index]));
  const groups = new Map<string, UnlistedFindings & { places: number }>();
  for (const [key, { dedupeGroup, counts }] of places) {
    const atPlace = [...counts.values()];
    const besideListed = listedAt.get(key) ?? null;
    const same = JSON.stringify([dedupeGroup, besideListed, atPlace]);
    (groups.get(same) ?? entry(groups, same, { dedupeGroup, atPlace, besideListed, places: 0 })).places += 1;
  }
  return [...groups.values()];
}

/** Counts the findings beyond the end of a list that notes waive, as if they did not. */
export function waivedByNotes(unlisted: readonly Scored[]): readonly UnlistedFindings[] {
  const waived = unlisted.filter(({ exceptionStatus }) => exceptionStatus === 'approved');
  return countUnlisted(
    [],
    waived.map((finding) => ({ ...finding, exceptionStatus: 'none' })),
  );
}

function entry<Value>(map: Map<string, Value>, key: string, value: Value): Value {
  map.set(key, value);
  return value;
}

/**
 * Lists the findings that the score of a report is computed from, each rule's by itself: those of its list and, one by
 * one, those cut off it.
 * A tally of the list alone would differ from the score.
 */
export function scoredFindings({
  findings,
  unlisted = [],
}: Pick<Report, 'findings' | 'unlisted'>): readonly Scored[] {
  const listed = countedFindings(findings);
  return unlisted.length === 0 ? listed : [...listed, ...expandUnlisted(findings, unlisted)];
}

function expandUnlisted(listed: readonly Scored[], groups: readonly UnlistedFindings[]): Scored[] {
  return groups.flatMap(({ dedupeGroup, atPlace, besideListed, places }, group) =>
    Array.from({ length: places }, (_, place) => {
      // No path of a file looks like this artificial one.
      const location =
        besideListed === null
          ? { names: [''], path: `unlisted ${group} ${place}` }
          : listed[besideListed]!.location;
      return atPlace.flatMap(({ ruleId, severity, count }) =>
        Array<Scored>(count).fill({
          ruleId,
          severity,
          kind: 'issue',
          dedupeGroup,
          exceptionStatus: 'none',
          location,
        }),
      );
    }).flat(),
  );
}
