/** The gate of a project: which findings block it, and what stands in the way of an answer. */

import { NOTHING_RULE } from '../../analysis/engine/project/unanalysed-files.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { gate } from '../../analysis/model/gate.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { countBlockingInFiles, listBlockingInFiles } from './store/blocking-findings.ts';
import { findFailedItem } from './store/project-items.ts';
import type { ItemCounts, ProjectRecord } from './store/project-record.ts';

/** Blocking findings that one answer about a project lists; their number is exact. */
export const PROJECT_BLOCKING_MAX = 1_000;

/** A finding that blocks, and the file that it is in. */
export interface BlockingInProject {
  readonly path: string;
  /** Null: it was found across files. */
  readonly validationId: string | null;
  readonly finding: Finding;
}

/** The findings that block a project. */
export interface ProjectBlocking {
  /** Those across files first, then those in files in the order of the archive; at most `projectBlockingMax`. */
  readonly findings: readonly BlockingInProject[];
  /** Number of all of them, also when not all are listed. */
  readonly count: number;
}

/** Of a project that nothing blocks, or whose result is not there yet. */
export const NOTHING_BLOCKS: ProjectBlocking = { findings: [], count: 0 };

/** Lists what blocks a project. Only the blocking mode ever blocks. */
export async function blockingOf(
  sql: TenantTransaction,
  { id, enforcementMode, failOn, result }: ProjectRecord,
): Promise<ProjectBlocking> {
  if (result === null || result.passed || enforcementMode !== 'blocking') return NOTHING_BLOCKS;
  const across = gate(result.findings, enforcementMode, failOn).blocking.map((finding) => ({
    path: finding.location.names[0] ?? '',
    validationId: null,
    finding,
  }));
  const max = PROJECT_BLOCKING_MAX;
  // Written one after the other, answered together.
  const [count, inFiles] = await Promise.all([
    countBlockingInFiles(sql, id),
    listBlockingInFiles(sql, id, max),
  ]);
  return { findings: [...across, ...inFiles].slice(0, max), count: across.length + count };
}

/**
 * Throws unless the project was judged, or is still to be. Blocking findings are an answer, even if other files could not
 * be judged; without them a file that failed could hide some.
 * @throws AppError of the project, or in the blocking mode of its first file that failed
 */
export async function requireJudged(
  { sql }: { readonly sql: Sql },
  { project, counts, blocking }: Judged,
): Promise<void> {
  const { orgId, id, status, error, enforcementMode } = project;
  const details = { validationStatus: status };
  if (error !== null) throw new AppError(error.code, error.message, details);
  requireAnalysed(project, blocking);
  const isUnjudged = status === 'completed' && counts.failed > 0 && blocking.count === 0;
  if (!isUnjudged || enforcementMode !== 'blocking') return;
  const failed = await withOrganisation(sql, orgId, (inner) => findFailedItem(inner, id));
  if (failed === undefined) return;
  const message = `The file ${JSON.stringify(failed.path)} could not be validated: ${failed.error.message}`;
  throw new AppError(failed.error.code, message, details);
}

/**
 * Throws if nothing in a completed project was analysed, as for a file that could not be judged.
 * @throws AppError `unsupported_file_type`
 */
function requireAnalysed({ result, enforcementMode }: ProjectRecord, { count }: ProjectBlocking): void {
  if (result === null || result.passed || result.score !== null) return;
  if (enforcementMode !== 'blocking' || count > 0) return;
  const finding = result.findings.find(({ ruleId }) => ruleId === NOTHING_RULE);
  const message = finding?.description ?? 'Nothing in the project was analysed.';
  throw new AppError('unsupported_file_type', message, { validationStatus: 'completed' });
}

/** A project as far as the gate needs it. */
interface Judged {
  readonly project: ProjectRecord;
  readonly counts: ItemCounts;
  readonly blocking: ProjectBlocking;
}

/**
 * Returns whether the project blocks its caller. One that has not passed although no file failed does so even if its
 * findings can no longer be read: a gate never fails open.
 */
export function isProjectBlocked({ project, counts, blocking }: Judged): boolean {
  if (project.enforcementMode !== 'blocking' || project.result?.passed !== false) return false;
  return blocking.count > 0 || counts.failed === 0;
}
