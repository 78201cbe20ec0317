/** Findings beyond the end of a list that was cut, as few words as the score can be computed from. */
import type { UnlistedFindings } from '../model/report.ts';
import type { Scored } from './score.ts';

/** Counts the findings that the score cannot tell apart; hotspots, which it never counts, are left out. */
export function countUnlisted(findings: readonly Scored[]): UnlistedFindings[] {
  const groups = new Map<string, UnlistedFindings & { count: number }>();
  for (const { ruleId, severity, kind, dedupeGroup, location } of findings) {
    if (kind !== 'issue') continue;
    // Only rules that share a group are compared by place.
    const place = dedupeGroup === ruleId ? null : { name: location.names[0] ?? '', path: location.path };
    const key = place === null ? `${ruleId} ${severity}` : JSON.stringify([ruleId, severity, place]);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { ruleId, severity, dedupeGroup, place, count: 1 });
  }
  return [...groups.values()];
}

/** The same findings one by one, for the score. `isWaived` says which of them an exception covers. */
export function expandUnlisted(
  groups: readonly UnlistedFindings[],
  isWaived: (group: UnlistedFindings) => boolean,
): Scored[] {
  return groups
    .filter((group) => !isWaived(group))
    .flatMap(({ ruleId, severity, dedupeGroup, place, count }) => {
      const location = { names: [place?.name ?? ''], path: place?.path ?? '' };
      return Array<Scored>(count).fill({
        ruleId,
        severity,
        kind: 'issue',
        dedupeGroup,
        exceptionStatus: 'none',
        location,
      });
    });
}
