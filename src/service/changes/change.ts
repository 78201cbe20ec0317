/** A change as its row stores it, and the verdict that follows from its counts. */
import type { Summary } from '../../analysis/model/report.ts';
import type { ChangeKind, ChangeStatus } from '../../contract/change.ts';
import type { PipelineContext } from '../../contract/ci-context.ts';

/** Change of an organisation. What is not a count is that of its newest run. */
export interface ChangeRecord {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly repository: string | null;
  readonly commit: string | null;
  readonly runId: string;
  readonly runKind: 'file' | 'project';
  readonly filename: string;
  readonly branch: string | null;
  readonly pipeline: PipelineContext | null;
  readonly source: string | null;
  readonly label: string | null;
  readonly environment: string | null;
  readonly ownerName: string | null;
  readonly begunAt: Date;
  readonly activeAt: Date;
  readonly endedAt: Date | null;
  readonly runCount: number;
  /** Files and archives of which a run counts. */
  readonly countedRuns: number;
  readonly fileCount: number;
  /** Files and archives that wait or are under way. */
  readonly openCount: number;
  readonly failedCount: number;
  readonly blockedCount: number;
  /** Findings that block, or would in another mode. */
  readonly wouldBlockCount: number;
  readonly newCount: number;
  readonly resolvedCount: number;
  readonly summary: Summary;
}

/** Counts that decide about a change. */
type Decisive = Pick<ChangeRecord, 'countedRuns' | 'openCount' | 'failedCount' | 'blockedCount'>;

/** Returns the state of a change. */
export function changeStatus({ countedRuns, openCount }: Decisive): ChangeStatus {
  if (openCount > 0) return 'running';
  return countedRuns === 0 ? 'canceled' : 'completed';
}

/** Returns whether a change passed; undefined: that is not decided. A file without a result never lets it pass. */
export function changePassed(change: Decisive): boolean | undefined {
  if (change.blockedCount + change.failedCount > 0) return false;
  return changeStatus(change) === 'completed' ? true : undefined;
}
