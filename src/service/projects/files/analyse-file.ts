/** Analyses one file of a project: what comes out is a value, also when it is an error of the file's own. */

import type { FileFacts } from '../../../analysis/model/project.ts';
import type { Report } from '../../../analysis/model/report.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { ProjectDeps } from '../project-deps.ts';
import type { ProjectRecord, StoredError } from '../store/project-record.ts';

/** What the analysis of a file said. Kept as JSON for the next time that the file comes. */
export type FileOutcome =
  | { readonly status: 'completed'; readonly report: Report }
  | { readonly status: 'failed' | 'skipped'; readonly error: StoredError };

/** A file that has been looked at. */
export interface AnalysedFile {
  readonly outcome: FileOutcome;
  readonly facts: FileFacts | null;
  readonly validationMs: number;
}

/** Errors that say nothing about the file: another attempt may go better. */
const PASSING: readonly ErrorCode[] = ['queue_full', 'database_unavailable', 'shutting_down'];
/** Errors that come out every time. */
const LASTING: readonly ErrorCode[] = [
  'unsupported_file_type',
  'unparsable_file',
  'archive_unsafe',
  'archive_too_large',
];

/** Whether another analysis of the same content must end the same way. */
export function isLasting(outcome: FileOutcome): boolean {
  if (outcome.status !== 'completed') return LASTING.includes(outcome.error.code);
  // A rule that has failed may have been out of time only.
  return outcome.report.ruleErrors.length === 0;
}

/** The outcome of a file that was refused. Throws on what says nothing about it. */
export function outcomeOfError(error: unknown): FileOutcome {
  if (!(error instanceof AppError) || PASSING.includes(error.code)) throw error;
  const { code, message } = error;
  return { status: code === 'unsupported_file_type' ? 'skipped' : 'failed', error: { code, message } };
}

/**
 * Analyses the file, watched meanwhile, as it may end this process.
 * @param content has its memory alone; empty afterwards
 */
export async function analyseFile(
  { pool, poison }: ProjectDeps,
  path: string,
  content: Buffer,
  contentSha256: string,
  { orgId, ruleset, includeVendor }: Pick<ProjectRecord, 'orgId' | 'ruleset' | 'includeVendor'>,
  signal: AbortSignal,
): Promise<AnalysedFile> {
  const begunMs = performance.now();
  let facts: FileFacts | null = null;
  const ended = (outcome: FileOutcome): AnalysedFile => {
    const validationMs = Math.round(performance.now() - begunMs);
    return { outcome, facts, validationMs };
  };
  try {
    await poison.check(contentSha256);
  } catch (error) {
    return ended(outcomeOfError(error));
  }
  const watch = poison.watch(contentSha256, content.byteLength);
  let hasReport = false;
  try {
    const task = {
      bytes: content,
      filename: path.slice(path.lastIndexOf('/') + 1),
      platform: undefined,
      ruleset,
      findingsMax: LIMITS.findingsStoredMax,
      includeVendor,
      factsPath: path,
    };
    const { facts: found = null, ...report } = await pool.analyse(task, {
      tenant: orgId,
      timeoutMs: LIMITS.projectFileRunMsMax,
      isPatient: true,
      signal: AbortSignal.any([signal, watch.rejected]),
      onStart: watch.started,
      onRejectedFacts: (rejected) => {
        facts = rejected;
      },
    });
    facts = found;
    hasReport = true;
    return ended({ status: 'completed', report });
  } catch (error) {
    return ended(outcomeOfError(watch.rejected.aborted ? watch.rejected.reason : error));
  } finally {
    // Nobody waits for the note to go.
    void watch.ended(hasReport);
  }
}
