/** Analyses one file of a project: what comes out is a value, also when it is an error of the file's own. */

import { platformOfPart } from '../../../analysis/engine/project/parts.ts';
import type { PackedOutline } from '../../../analysis/model/outline/file-outline.ts';
import type { Platform } from '../../../analysis/model/platform.ts';
import type { FileFacts } from '../../../analysis/model/project.ts';
import type { Report } from '../../../analysis/model/report.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { formatDay } from '../../../text/format.ts';
import { MINUTE_MS } from '../../../units.ts';
import { keepsOutline } from '../../validations/validations.ts';
import type { ProjectDeps } from '../project-deps.ts';
import type { ProjectRecord, StoredError } from '../store/project-record.ts';

/** Time that the engine has for one file of a project. */
const PROJECT_FILE_RUN_MS_MAX = MINUTE_MS;

/** Outcome of the analysis of a file, stored as JSON for later runs of the file. */
export type StoredOutcome =
  | { readonly status: 'completed'; readonly report: Report }
  | {
      readonly status: 'failed' | 'skipped';
      readonly error: StoredError;
      /** Present for a file that was read as a part of its project. */
      readonly partOf?: Platform;
    };

/** A file that has been looked at. */
export interface AnalysedFile {
  readonly outcome: StoredOutcome;
  readonly facts: FileFacts | null;
  /** Not part of the outcome, which only names it. */
  readonly outline: PackedOutline | null;
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

/** Returns whether another analysis of the same content must end the same way. */
export function isLasting(outcome: StoredOutcome): boolean {
  if (outcome.status !== 'completed') return LASTING.includes(outcome.error.code);
  const { ruleErrors, dependsOnDay } = outcome.report;
  // A rule that has failed may have been out of time only, and notes in the file end on a day.
  return ruleErrors.length === 0 && dependsOnDay !== true;
}

/** Converts the rejection of a file to an outcome. @throws the error if the file did not cause it */
export function outcomeOfError(error: unknown): StoredOutcome {
  if (!(error instanceof AppError) || PASSING.includes(error.code)) throw error;
  const { code, message } = error;
  return { status: code === 'unsupported_file_type' ? 'skipped' : 'failed', error: { code, message } };
}

/**
 * Analyses the file, watched meanwhile, as it may end this process.
 * @param content has its memory alone; empty afterwards
 */
export async function analyseFile(
  deps: ProjectDeps,
  path: string,
  content: Buffer,
  contentSha256: string,
  project: ProjectRecord,
  signal: AbortSignal,
): Promise<AnalysedFile> {
  const { pool, poison, policies, contentSeal } = deps;
  const { orgId, includeVendor, includeLogicApps, blockUnanalysed } = project;
  const { rules } = await policies.rulesOf(orgId, project);
  const { settings } = await policies.sourcesOf(orgId);
  const begunMs = performance.now();
  let facts: FileFacts | null = null;
  let packed: PackedOutline | null = null;
  const ended = (outcome: StoredOutcome): AnalysedFile => {
    const validationMs = Math.round(performance.now() - begunMs);
    return { outcome, facts, outline: packed, validationMs };
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
      ruleset: rules,
      findingsMax: CONTRACT_LIMITS.findingsStoredMax,
      includeVendor,
      includeLogicApps,
      blockUnanalysed,
      keepsOutline: keepsOutline(deps, settings),
      keepsChannels: settings.keepChannels,
      keepsForm: true,
      today: formatDay(new Date()),
      factsPath: path,
      contentSeal: contentSeal(orgId),
    };
    const {
      facts: found = null,
      outline,
      ...report
    } = await pool.analyse(task, {
      tenant: orgId,
      timeoutMs: PROJECT_FILE_RUN_MS_MAX,
      isPatient: true,
      signal: AbortSignal.any([signal, watch.rejected]),
      onStart: watch.started,
      onRejectedFacts: (rejected) => {
        facts = rejected;
      },
    });
    facts = found;
    hasReport = true;
    if (!outline?.bytes) return ended({ status: 'completed', report });
    packed = outline;
    const named = { ...report, outline: { id: outline.id, bytes: null } };
    return ended({ status: 'completed', report: named });
  } catch (error) {
    const outcome = outcomeOfError(watch.rejected.aborted ? watch.rejected.reason : error);
    if (outcome.status !== 'skipped') return ended(outcome);
    const partOf = platformOfPart(facts);
    return ended(partOf === undefined ? outcome : { ...outcome, partOf });
  } finally {
    // Nothing waits for the removal of the note.
    void watch.ended(hasReport);
  }
}
