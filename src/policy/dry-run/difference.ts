/** Difference that another policy makes to one file. */
import type { Finding } from '../../analysis/model/finding.ts';
import type { Severity } from '../../analysis/model/rule.ts';

/** Reasons why a difference is unknown. */
export const UNKNOWN_REASONS = [
  'older_run',
  'list_cut',
  'notes',
  'rule_failed',
  'archive_paths',
  'rule_on',
  'options',
  'groups',
  'exceptions',
  'new_findings',
  'unreadable_policy',
] as const;

/**
 * Reason why a difference is unknown: the run was made by another version or before dry runs; its list is cut; notes in
 * the file waive findings; a rule failed; overrides by path of an archive's members; a rule is on that was off; other
 * options; findings that stand for several places; exceptions for new findings; the gate counts new findings; the
 * policy of the run cannot be opened.
 */
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** `exact`: it follows from what the run has stored. `reanalysis`: the file was analysed again. */
export type DifferenceClass = 'exact' | 'reanalysis' | 'unknown';

/** Findings of one rule that change alike; null: there is none on that side. */
export interface FindingChange {
  readonly ruleId: string;
  readonly before: Severity | null;
  readonly after: Severity | null;
  readonly findings: number;
}

/** Outcome on one side; null: unknown. */
export interface SideOutcome {
  readonly passed: boolean | null;
  readonly score: number | null;
}

/** Difference of a file. */
export interface Difference {
  readonly class: DifferenceClass;
  readonly reasons: readonly UnknownReason[];
  /** Rules whose findings are unknown; all of them if the run as a whole is. */
  readonly unknownRules: readonly string[];
  readonly before: SideOutcome;
  readonly after: SideOutcome;
  /** Rules that block on the side that fails, when only one does. */
  readonly decidingRules: readonly string[];
  readonly changes: readonly FindingChange[];
  /** Approved exceptions that cover a finding before, and those that may after. */
  readonly exceptionsBefore: readonly string[];
  readonly exceptionsAfter: readonly string[];
}

/** Counts the findings that come, go or change their severity, of rules that are known. */
export function changesOf(
  before: readonly Finding[],
  after: readonly Finding[],
  isKnown: (ruleId: string) => boolean,
): readonly FindingChange[] {
  const counts = new Map<string, { -readonly [Key in keyof FindingChange]: FindingChange[Key] }>();
  const add = (ruleId: string, was: Severity | null, is: Severity | null): void => {
    if (was === is || !isKnown(ruleId)) return;
    const key = `${ruleId} ${was} ${is}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { ruleId, before: was, after: is, findings: 1 });
    else known.findings += 1;
  };
  const keyOf = ({ ruleId, fingerprints }: Finding): string => `${ruleId} ${fingerprints.strong}`;
  const later = new Map(after.map((finding) => [keyOf(finding), finding]));
  for (const finding of before) {
    const key = keyOf(finding);
    add(finding.ruleId, finding.severity, later.get(key)?.severity ?? null);
    later.delete(key);
  }
  for (const { ruleId, severity } of later.values()) add(ruleId, null, severity);
  return [...counts.values()];
}

/** Returns the approved exceptions that findings show. */
export function exceptionsOf(findings: readonly Finding[]): readonly string[] {
  const approved = findings.filter(({ exceptionStatus }) => exceptionStatus === 'approved');
  return [...new Set(approved.flatMap(({ exceptionId }) => exceptionId ?? []))];
}
