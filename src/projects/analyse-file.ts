/** Analyses one file of a project: what comes out is a value, also when it is an error of the file's own. */
import { createHash } from 'node:crypto';
import { AppError, type ErrorCode } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { FileFacts } from '../model/project.ts';
import type { Report } from '../model/report.ts';
import type { BuiltinRuleset } from '../model/ruleset.ts';
import type { StoredError } from '../store/project-record.ts';
import type { ProjectTools } from './tools.ts';

/** What the analysis of a file said. Kept as JSON for the next time that the file comes. */
export type FileOutcome =
  | { readonly status: 'completed'; readonly report: Report }
  | { readonly status: 'failed' | 'skipped'; readonly error: StoredError };

/** A file that has been looked at. */
export interface AnalysedFile {
  readonly outcome: FileOutcome;
  readonly facts: FileFacts | null;
  /** Whether the next analysis of the same content must say the same. */
  readonly isReusable: boolean;
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

/** The outcome of a file that was refused. Throws on what says nothing about it. */
export function outcomeOfError(error: unknown): FileOutcome {
  if (!(error instanceof AppError) || PASSING.includes(error.code)) throw error;
  const { code, message } = error;
  return { status: code === 'unsupported_file_type' ? 'skipped' : 'failed', error: { code, message } };
}

/** Hexadecimal SHA-256. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Analyses the file, watched meanwhile, as it may end this process.
 * @param content has its memory alone; empty afterwards
 */
export async function analyseFile(
  { pool, poison }: ProjectTools,
  path: string,
  content: Buffer,
  contentSha256: string,
  ruleset: BuiltinRuleset,
  signal: AbortSignal,
): Promise<AnalysedFile> {
  const begunMs = performance.now();
  let facts: FileFacts | null = null;
  const ended = (outcome: FileOutcome, isReusable: boolean): AnalysedFile => {
    const validationMs = Math.round(performance.now() - begunMs);
    return { outcome, facts, isReusable, validationMs };
  };
  try {
    await poison.check(contentSha256);
  } catch (error) {
    return ended(outcomeOfError(error), false);
  }
  const watch = poison.watch(contentSha256, content.byteLength);
  try {
    const task = {
      bytes: content,
      filename: path.slice(path.lastIndexOf('/') + 1),
      platform: undefined,
      ruleset,
      findingsMax: LIMITS.findingsStoredMax,
      factsPath: path,
    };
    const { facts: found = null, ...report } = await pool.analyse(task, {
      timeoutMs: LIMITS.projectFileRunMsMax,
      isPatient: true,
      signal,
      onStart: watch.started,
      onRefusedFacts: (refused) => {
        facts = refused;
      },
    });
    facts = found;
    // A rule that has failed may have been out of time only.
    return ended({ status: 'completed', report }, report.ruleErrors.length === 0);
  } catch (error) {
    const outcome = outcomeOfError(error);
    return ended(outcome, outcome.status !== 'completed' && LASTING.includes(outcome.error.code));
  } finally {
    // Nobody waits for the note to go.
    void watch.ended();
  }
}
