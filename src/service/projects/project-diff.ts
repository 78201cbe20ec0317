/** Difference of a project from its previous run: in its files, by files that are new or gone, and across files. */
import { compare } from '../../analysis/engine/compare.ts';
import { PROJECT_SCORE_VERSION } from '../../analysis/engine/project-score.ts';
import { CHANGES_MAX, type Diff, NO_DIFF } from '../../analysis/model/diff.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { summarise } from '../../analysis/model/report.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { listUncountedCopies } from './store/copies-in-diff.ts';
import type { ProjectRecord } from './store/project-record.ts';
import { listFileChanges, sumDiffs } from './store/project-sums.ts';
import { findProject } from './store/projects.ts';
import {
  countAddedFindings,
  countLeftFindings,
  listAddedFindings,
  listGoneFindings,
} from './store/unmatched-findings.ts';

export interface ProjectComparison {
  /** The findings across files, with the ids that earlier runs gave them. */
  readonly findings: readonly Finding[];
  readonly diff: Diff;
}

/** Compares with the run that was noted when the project was listed, if it is still stored. */
export async function compareProject(
  sql: TenantTransaction,
  project: ProjectRecord,
  evaluatedRuleIds: readonly string[],
  findings: readonly Finding[],
  score: number | null,
): Promise<ProjectComparison> {
  const { id, previousId } = project;
  const previous = previousId === null ? undefined : await findProject(sql, previousId);
  const before = previous?.result;
  if (previous === undefined || before == null) return { findings, diff: NO_DIFF };
  const compared = { findings, summary: summarise(findings), score: 0, evaluatedRuleIds, unreadFiles: [] };
  const { ownerId, completedAt: validatedAt } = previous;
  const across = compare(compared, {
    score: 0,
    validatedAt: validatedAt!,
    ownerId,
    findings: before.findings,
  });
  const inFiles = await sumDiffs(sql, id);
  const left = await countLeftFindings(sql, id, previous.id);
  const added = await countAddedFindings(sql, id, previous.id);
  const copies = await listUncountedCopies(sql, id, previous.id);
  const changes = [
    ...across.diff.changes,
    ...(await listFileChanges(sql, id, copies.now, CHANGES_MAX)),
    ...(await listAddedFindings(sql, id, previous.id, { uncounted: copies.now, rows: CHANGES_MAX })),
    ...(await listGoneFindings(sql, id, previous.id, { uncounted: copies.before, rows: CHANGES_MAX })),
  ].slice(0, CHANGES_MAX);
  const [a, b, c] = [across.diff.counts, inFiles.counts, copies.counts];
  // Scores of two formulas cannot be compared: a difference would be the formula's.
  const previousScore = before.scoreVersion === PROJECT_SCORE_VERSION ? before.score : null;
  const scoreDelta = score === null || previousScore === null ? null : score - previousScore;
  return {
    findings: across.findings,
    diff: {
      isRegression:
        (scoreDelta ?? 0) < 0 || across.diff.isRegression || inFiles.hasNewBlocking || added.hasBlocking,
      counts: {
        new: a.new + b.new + added.count - c.new,
        resolved: a.resolved + b.resolved + left.gone - c.resolved,
        // The findings of a file that cannot be read may still be there.
        unchanged: a.unchanged + b.unchanged + left.unread - c.unchanged,
        severity_changed: a.severity_changed + b.severity_changed - c.severity_changed,
        waiver_changed: a.waiver_changed + b.waiver_changed - c.waiver_changed,
      },
      scoreDelta,
      previousScore,
      previousValidatedAt: validatedAt,
      previousOwnerId: ownerId,
      changes,
    },
  };
}
