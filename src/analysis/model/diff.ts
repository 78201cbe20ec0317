/** Difference between a run and the previous run of the same file. */
import type { ExceptionStatus, Finding } from './finding.ts';
import type { Severity } from './rule.ts';

export const DIFF_STATUSES = ['new', 'resolved', 'unchanged', 'severity_changed', 'waiver_changed'] as const;
export type DiffStatus = (typeof DIFF_STATUSES)[number];

export interface DiffChange {
  readonly ruleId: string;
  readonly status: Exclude<DiffStatus, 'unchanged'>;
  /** Human path to the element. */
  readonly location: string;
  /** The present finding, or the earlier one that is gone; absent in results of earlier versions. */
  readonly findingId?: string;
  /** The file, where several are compared. */
  readonly fileName?: string;
  readonly currentSeverity: Severity | null;
  readonly previousSeverity: Severity | null;
}

export interface Diff {
  /** The score fell, or a critical or high finding is new. */
  readonly isRegression: boolean;
  readonly counts: Readonly<Record<DiffStatus, number>>;
  readonly scoreDelta: number | null;
  readonly previousScore: number | null;
  readonly previousValidatedAt: Date | null;
  /** The key or user that submitted the previous run; absent or null: unknown. */
  readonly previousOwnerId?: string | null;
  /** All but the unchanged, at most `CHANGES_MAX`. */
  readonly changes: readonly DiffChange[];
}

/** Most changes that a difference lists. */
export const CHANGES_MAX = 1_000;

/** Part of an earlier run that the comparison needs. */
export interface PreviousRun {
  readonly score: number;
  readonly validatedAt: Date;
  readonly ownerId: string | null;
  readonly findings: readonly PreviousFinding[];
}

export type PreviousFinding = Pick<
  Finding,
  'id' | 'ruleId' | 'severity' | 'fingerprints' | 'location' | 'group'
> & {
  readonly exceptionStatus: ExceptionStatus;
  readonly sameMistake?: readonly PreviousFinding[];
  readonly copies?: readonly PreviousFinding[];
};

/** The diff of a first run. */
export const NO_DIFF: Diff = {
  isRegression: false,
  counts: { new: 0, resolved: 0, unchanged: 0, severity_changed: 0, waiver_changed: 0 },
  scoreDelta: null,
  previousScore: null,
  previousValidatedAt: null,
  changes: [],
};
