/** Lists one mistake as one finding, whichever rules report it. */
import type { Finding } from '../../model/finding.ts';
import { SEVERITIES, type Severity } from '../../model/rule.ts';
import { type Scored, scoredPlaceOf } from '../score.ts';
import { precisionOf } from './precision.ts';

/** Attribution of a finding to a mistake. */
export interface Mistaken {
  /** Equal for findings of one weakness at one place that nothing sets apart. */
  readonly place: string;
  readonly ruleId: string;
  /** Precision of the rule, 0 being the best. */
  readonly rank: number;
}

/**
 * Returns what decides which mistake a finding is about; undefined where no other rule says the same.
 * @param state what sets findings of one place apart, such as their exception
 */
export function mistakenOf(finding: Scored, state: string): Mistaken | undefined {
  const rank = precisionOf(finding);
  if (rank === undefined) return undefined;
  return { place: `${state} ${scoredPlaceOf(finding)}`, ruleId: finding.ruleId, rank };
}

/**
 * Combines entries of several rules about one mistake, the most precise rule first. Several findings of one rule at a
 * place are several mistakes: the first of each rule are one, and so are the second.
 * @param entries most severe first
 * @param describe returns undefined for an entry that is a mistake of its own
 */
export function foldMistakes<Entry>(
  entries: readonly Entry[],
  describe: (entry: Entry) => Mistaken | undefined,
): (readonly Entry[])[] {
  const counts = new Map<string, number>();
  const open = new Map<string, { readonly entry: Entry; readonly rank: number }[]>();
  const folded: { readonly entry: Entry; readonly rank: number }[][] = [];
  for (const entry of entries) {
    const mistaken = describe(entry);
    if (mistaken === undefined) {
      folded.push([{ entry, rank: 0 }]);
      continue;
    }
    const { ruleId, rank, place } = mistaken;
    const ofRule = `${ruleId} ${place}`;
    const count = counts.get(ofRule) ?? 0;
    counts.set(ofRule, count + 1);
    const key = `${count} ${place}`;
    const known = open.get(key);
    if (known !== undefined) {
      known.push({ entry, rank });
      continue;
    }
    const started = [{ entry, rank }];
    open.set(key, started);
    folded.push(started);
  }
  return folded.map((mistake) => mistake.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry));
}

/** Makes the one finding of a mistake: that of the most precise rule, with the worst severity of all. */
export function standFor(findings: readonly Finding[]): Finding {
  const [first, ...others] = findings as readonly [Finding, ...Finding[]];
  if (others.length === 0) return first;
  const names = others.map(({ ruleId, severity }) => `${ruleId} (${severity})`).join(', ');
  return {
    ...first,
    severity: worstOf(findings),
    description: `${first.description} Also reported by ${names}.`,
    complianceTags: [...new Set(findings.flatMap(({ complianceTags }) => complianceTags))],
    sameMistake: findings,
  };
}

/** Returns the worst severity of findings, at least one. */
export function worstOf(findings: readonly Pick<Finding, 'severity'>[]): Severity {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity))!;
}

/** Returns the findings of all rules, each by itself. */
export function everyFinding<
  Some extends { readonly sameMistake?: readonly Some[]; readonly copies?: readonly Some[] },
>(findings: readonly Some[]): readonly Some[] {
  if (findings.every(({ sameMistake, copies }) => sameMistake === undefined && copies === undefined))
    return findings;
  return findings.flatMap((finding) => finding.copies ?? finding.sameMistake ?? [finding]);
}

/** Returns the findings of all rules that the score counts: of several copies the first. */
export function countedFindings(findings: readonly Finding[]): readonly Finding[] {
  if (findings.every(({ copies }) => copies === undefined)) return everyFinding(findings);
  return findings.flatMap((finding) => {
    const { copies, sameMistake, severity } = finding;
    if (sameMistake !== undefined) return sameMistake;
    return copies === undefined ? finding : { ...copies[0]!, severity };
  });
}
