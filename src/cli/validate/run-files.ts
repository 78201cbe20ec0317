/** Analyses files on all cores and preserves their order. */

import { basename } from 'node:path';
import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import { platformOfPart } from '../../analysis/engine/project/parts.ts';
import type { Platform } from '../../analysis/model/platform.ts';
import type { FileFacts } from '../../analysis/model/project.ts';
import { whyNoCandidate } from '../../analysis/platforms/candidate.ts';
import { ZIP_LIMITS } from '../../analysis/platforms/limits.ts';
import type { FileOutcome } from '../../analysis/report/file-outcome.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { AnalysisPool } from '../../pool/pool.ts';
import { formatDay, formatNumber } from '../../text/format.ts';
import type { FoundFile } from './found-file.ts';
import { isLfsPointer, LFS_POINTER } from './lfs-pointer.ts';

export interface FileRunOptions {
  readonly platform: Platform | undefined;
  readonly ruleset: TaskPolicy;
  readonly includeVendor: boolean;
  readonly includeLogicApps: boolean;
  /** Adds what pictures are drawn from. */
  readonly keepsOutline: boolean;
  /** Adds the steps around each finding. */
  readonly keepsFrames: boolean;
  /** Called after each file. */
  readonly onProgress: (done: number, total: number) => void;
}

/** File with its origin. */
export interface FileToRun {
  readonly file: FoundFile;
  /** Path that a policy judges it by. */
  readonly path: string;
  /**
   * True in a folder or an archive, where a file of another platform is skipped; a file named by itself must have the
   * given platform.
   */
  readonly inProject: boolean;
}

/** Keys of contents do not leave the process. */
const UNSEALED = '';

async function analyse(
  pool: AnalysisPool,
  { file, inProject, path }: FileToRun,
  options: FileRunOptions,
): Promise<FileOutcome> {
  const sizeBytesMax = inProject ? ZIP_LIMITS.entryBytesMax : CONTRACT_LIMITS.fileBytesAsyncMax;
  if (file.sizeBytes > sizeBytesMax) {
    const message = `The file is ${formatNumber(file.sizeBytes)} bytes; the limit is ${formatNumber(sizeBytesMax)}.`;
    return { status: 'failed', code: 'file_too_large', message };
  }
  const started = performance.now();
  let facts: FileFacts | undefined;
  try {
    const bytes = await file.read();
    if (bytes === null) return { status: 'skipped', ...whyNoCandidate(file.sizeBytes) };
    if (isLfsPointer(file.path, bytes)) return { status: 'failed', ...LFS_POINTER };
    const { platform, ruleset, includeVendor, includeLogicApps, keepsOutline, keepsFrames } = options;
    const task = {
      bytes,
      filename: basename(file.path),
      path,
      platform,
      ruleset,
      includeVendor,
      includeLogicApps,
      keepsOutline,
      keepsFrames,
      today: formatDay(new Date()),
      findingsMax: CONTRACT_LIMITS.findingsStoredMax,
      ...(inProject ? { factsPath: file.path, contentSeal: UNSEALED } : {}),
    };
    const report = await pool.analyse(task, {
      timeoutMs: CONTRACT_LIMITS.engineRunMsMax,
      onRejectedFacts: (found) => {
        facts = found;
      },
    });
    return { status: 'completed', report, validationMs: Math.round(performance.now() - started) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const skipped =
      error.code === 'unsupported_file_type' || (error.code === 'platform_mismatch' && inProject);
    const rejected = { code: error.code, message: error.message, ...(facts === undefined ? {} : { facts }) };
    if (!skipped) return { status: 'failed', ...rejected };
    return { status: platformOfPart(facts) === undefined ? 'skipped' : 'part', ...rejected };
  }
}

/** Returns the outcome of each file, in the order of `files`. */
export async function runFiles(
  pool: AnalysisPool,
  files: readonly FileToRun[],
  options: FileRunOptions,
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = new Array(files.length);
  let next = 0;
  let done = 0;
  // Two files per thread in flight: one is read from disk while the other is analysed.
  const lane = async (): Promise<void> => {
    for (let i = next++; i < files.length; i = next++) {
      outcomes[i] = await analyse(pool, files[i]!, options);
      done += 1;
      options.onProgress(done, files.length);
    }
  };
  await Promise.all(Array.from({ length: pool.load().threads * 2 }, lane));
  return outcomes;
}
