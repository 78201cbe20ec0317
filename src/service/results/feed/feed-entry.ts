/** Entry of the feed: the run of a file, or of a project as a whole. */
import type { Platform } from '../../../analysis/model/platform.ts';
import type { EnforcementMode, Summary } from '../../../analysis/model/report.ts';
import type { PipelineContext } from '../../../contract/ci-context.ts';
import type { ValidationStatus } from '../../../contract/lists/validation-status.ts';

/** Kinds of entries. */
export const FEED_KINDS = ['file', 'project'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** Run in any state. Values that its state does not have are null. */
export interface FeedEntry {
  readonly kind: FeedKind;
  /** A UUIDv7 of the moment of submission. */
  readonly id: string;
  readonly status: ValidationStatus;
  readonly filename: string;
  /** Null for a project. */
  readonly platform: Platform | null;
  readonly source: string | null;
  readonly label: string | null;
  readonly branch: string | null;
  readonly environment: string | null;
  readonly enforcementMode: EnforcementMode;
  readonly ruleset: string | null;
  /** False also for a project that failed. */
  readonly passed: boolean | null;
  readonly wouldBlockCount: number | null;
  readonly score: number | null;
  readonly scoreDelta: number | null;
  readonly isRegression: boolean | null;
  readonly newFindingsCount: number | null;
  readonly summary: Summary | null;
  readonly pipeline: PipelineContext | null;
  readonly ownerName: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly durationMs: number | null;
  /** Files of a project: all, finished ones, and failed ones. */
  readonly fileCount: number | null;
  readonly processedCount: number | null;
  readonly failedCount: number | null;
}

/** Filters of the feed; an absent member does not filter. */
export interface EntryFilters {
  /** A part of the file's name, case ignored. */
  readonly q?: string;
  readonly filename?: string;
  readonly repository?: string;
  readonly branch?: string;
  readonly environment?: string;
  readonly source?: string;
  readonly label?: string;
  /** Excludes projects, which have none. */
  readonly platform?: Platform;
  readonly kind?: FeedKind;
  readonly status?: ValidationStatus;
  readonly passed?: boolean;
  /** True: only runs that the blocking mode would stop. */
  readonly wouldBlock?: boolean;
  readonly regression?: boolean;
  /** Inclusive, as the next one. */
  readonly minScore?: number;
  readonly maxScore?: number;
  /** True: only the newest run of each file or archive. */
  readonly latest?: boolean;
  /** Inclusive. */
  readonly queuedAfter?: Date;
  /** Exclusive. */
  readonly queuedBefore?: Date;
}

export interface EntryPage {
  readonly entries: readonly FeedEntry[];
  /** Cursor of the next page; null at the end. Even an empty page may have one. */
  readonly nextCursor: string | null;
}
