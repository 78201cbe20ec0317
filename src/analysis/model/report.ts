/** The result of analysing one file, before it belongs to an organisation. */

import type { Finding } from './finding.ts';
import type { FileKind } from './kinds/file-kind.ts';
import type { ChannelEnd } from './measures/channel-end.ts';
import type { Crossing } from './measures/crossing.ts';
import type { Inventory } from './measures/inventory.ts';
import type { Metrics } from './measures/metrics.ts';
import type { WholeForm } from './measures/whole-form.ts';
import type { OutlineReference } from './outline/file-outline.ts';
import type { StepFrame } from './outline/step-frame.ts';
import type { Platform } from './platform.ts';
import type { FileFacts } from './project.ts';
import type { Severity } from './rule.ts';

/** Findings counted by severity. */
export type Summary = Readonly<Record<Severity | 'total', number>>;

/**
 * Findings beyond the end of a cut list, in the compact form that the score needs: places with the same findings are
 * counted, not listed.
 */
export interface UnlistedFindings {
  readonly dedupeGroup: string;
  /** Findings at each of the places. */
  readonly atPlace: readonly {
    readonly ruleId: string;
    readonly severity: Severity;
    readonly count: number;
  }[];
  /** Index of a listed finding at the same place; null where nothing is listed. */
  readonly besideListed: number | null;
  readonly places: number;
}

/** A rule that could not finish; the other rules' results stand. */
export interface RuleError {
  readonly ruleId: string;
  readonly message: string;
}

/** Number of rules that ran to their end, by category; those of an organisation count as `custom`. */
export type CheckedRules = Readonly<Record<string, number>>;

export interface Report {
  readonly platform: Platform;
  readonly kind: FileKind;
  /** Identity of the artifact across versions. */
  readonly artifactKey: string;
  readonly ruleset: string;
  /** Digest of the rules, their versions, severities and options: same digest and same bytes, same findings; see `dependsOnDay`. */
  readonly rulesetDigest: string;
  /** Most severe first, then in document order. If there are more than the limit, the last one is a notice. */
  readonly findings: readonly Finding[];
  /** Scored findings that are not listed; absent when all are. */
  readonly unlisted?: readonly UnlistedFindings[];
  /** Those of them that only notes waive; absent if there are none. */
  readonly unlistedByNotes?: readonly UnlistedFindings[];
  /** True totals, also when the list was cut; the notice about that is not counted. */
  readonly summary: Summary;
  /** 1..100, 100 is clean. */
  readonly score: number;
  readonly scoreVersion: 'score-v1';
  /** Rules that ran to their end: the absence of a finding means something only for these. */
  readonly evaluatedRuleIds: readonly string[];
  readonly ruleErrors: readonly RuleError[];
  /** Members of an archive that could not be read: their contents are unknown. */
  readonly unreadFiles: readonly string[];
  /** Present if notes in the file waive findings until a day: on another day the same file may give another report. */
  readonly dependsOnDay?: true;
  /** Inventory and metrics of the whole file. */
  readonly inventory: Inventory;
  readonly metrics: Metrics;
  /** Ends of its channels to other projects; absent: the task does not store them. */
  readonly channels?: readonly ChannelEnd[];
  /** Findings that count if other projects put such data into its channels; absent as before. */
  readonly crossings?: readonly Crossing[];
  /** Form of the file, if the task requested it; absent too where it has none. */
  readonly form?: WholeForm;
  /** Outline of the file, if the task requested it. */
  readonly outline?: OutlineReference;
  /** Steps around the findings by the ids of these, if the task requested them; a finding about no step has none. */
  readonly frames?: ReadonlyMap<string, StepFrame>;
  /** Input of the rules across files, if the task requested it. */
  readonly facts?: FileFacts;
}

export const ENFORCEMENT_MODES = ['advisory', 'warning', 'blocking'] as const;
export type EnforcementMode = (typeof ENFORCEMENT_MODES)[number];

/** Counts findings; an empty list gives zeros. */
export function summarise(findings: Iterable<Pick<Finding, 'severity'>>): Summary {
  const summary = { critical: 0, high: 0, medium: 0, low: 0, total: 0 };
  for (const finding of findings) {
    summary[finding.severity] += 1;
    summary.total += 1;
  }
  return summary;
}

/** Returns the sum of two counts. */
export function addSummaries(a: Summary, b: Summary): Summary {
  return {
    critical: a.critical + b.critical,
    high: a.high + b.high,
    medium: a.medium + b.medium,
    low: a.low + b.low,
    total: a.total + b.total,
  };
}

/** Returns the first count without the second. */
export function subtractSummary(from: Summary, left: Summary): Summary {
  return {
    critical: from.critical - left.critical,
    high: from.high - left.high,
    medium: from.medium - left.medium,
    low: from.low - left.low,
    total: from.total - left.total,
  };
}

/** Returns the address of a result's page. */
export function reportUrl(baseUrl: string, validationId: string): string {
  return `${baseUrl}/validations/${validationId}`;
}

/** Verdicts; `not-judged`: a file of the run could not be judged, and nothing else stops it. */
export type RunVerdict = 'blocked' | 'would-block' | 'not-judged' | 'passed';

/** Answer of the gate to a run. */
export interface GateAnswer {
  readonly passed: boolean;
  /** Absent: the run is of one file, which the mode `blocking` alone fails. */
  readonly enforcementMode?: string | null;
  /** Findings that block, or would block in the mode `blocking`; null: an earlier version did not count them. */
  readonly wouldBlock: number | null;
}

/** Returns the verdict on a run: never cleaner than what the gate counted. */
export function verdictOf({ passed, enforcementMode = 'blocking', wouldBlock }: GateAnswer): RunVerdict {
  if (!passed && enforcementMode === 'blocking' && wouldBlock !== 0) return 'blocked';
  if (wouldBlock !== null && wouldBlock > 0) return 'would-block';
  return passed ? 'passed' : 'not-judged';
}
