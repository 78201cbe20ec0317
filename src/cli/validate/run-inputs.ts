/** Analyses all inputs of a run, on a pool of its own. */
import { availableParallelism } from 'node:os';
import type { FileOutcome, InputRun } from '../../analysis/report/file-outcome.ts';
import { AppError } from '../../errors.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { POOL_LIMITS } from '../../pool/limits.ts';
import { type AnalysisPool, createPool } from '../../pool/pool.ts';
import { pathBetween } from '../system-path.ts';
import type { Arguments } from './arguments.ts';
import type { FoundFile } from './found-file.ts';
import type { Input } from './inputs.ts';
import { judgeFolder } from './judge-folder.ts';
import { progressBar } from './progress-bar.ts';
import { runFiles } from './run-files.ts';

/** Arguments that decide what is found. */
export type JudgeOptions = Pick<
  Arguments,
  'platform' | 'ruleset' | 'includeVendor' | 'includeLogicApps' | 'isQuiet'
> &
  Partial<Pick<Arguments, 'formats' | 'frames'>>;

/** Starts as many threads as there are processors or files, at most. */
function startPool(files: number): Promise<AnalysisPool> {
  return createPool({
    threads: Math.max(1, Math.min(availableParallelism(), files)),
    queueMax: POOL_LIMITS.engineQueueMax,
    heapMiBMax: POOL_LIMITS.threadHeapMiBMax,
    // The threads have only the files of this run, and the first of them is awaited.
    hasSpare: false,
    warmsUp: false,
    onThreadError: (error) => {
      throw error;
    },
  });
}

/** Outcomes that are known without an analysis. */
export type KnownOutcomes = ReadonlyMap<FoundFile, FileOutcome>;

/**
 * Analyses the files of all inputs on one pool, then judges each folder and archive.
 * @throws StartError when they cannot be judged together: an undecided gate has not passed
 */
export async function runInputs(
  inputs: readonly Input[],
  { platform, ruleset, includeVendor, includeLogicApps, isQuiet, formats = [], frames }: JudgeOptions,
  known: KnownOutcomes = new Map(),
): Promise<readonly InputRun<Input>[]> {
  const files = inputs.flatMap((input) =>
    input.files
      .filter((file) => !known.has(file))
      .map((file) => ({ file, inProject: input.kind !== 'file', path: pathOf(input, file) })),
  );
  const pool = await startPool(files.length);
  const progress = progressBar(process.stderr, isQuiet);
  const { show: onProgress } = progress;
  const keepsOutline = formats.some(({ format }) => format === 'html');
  const keepsFrames = frames === 'designer' && formats.some(({ format }) => format === 'text');
  const how = { platform, ruleset, includeVendor, includeLogicApps, keepsOutline, keepsFrames, onProgress };
  const found = await runFiles(pool, files, how).finally(progress.clear);
  const outcomes = new Map([...known, ...files.map(({ file }, index) => [file, found[index]!] as const)]);
  const runs: InputRun<Input>[] = [];
  for (const input of inputs) {
    const own = input.files.map((file) => outcomes.get(file)!);
    const across = await judgeFolder(pool, input.files, own, ruleset).catch((cause: unknown) => {
      throw cannotJudge(input, cause);
    });
    const { findings, summary: acrossSummary, isNothingAnalysed } = across;
    runs.push({ input, outcomes: own, across: findings, acrossSummary, isNothingAnalysed });
  }
  await pool.close();
  return runs;
}

/** Returns the path that a policy judges a file by: below its folder or archive, or below the working folder. */
function pathOf({ kind, realPath }: Input, { path }: FoundFile): string {
  return kind === 'file' ? pathBetween(process.cwd(), realPath) : path;
}

function cannotJudge({ name }: Input, cause: unknown): unknown {
  if (!(cause instanceof AppError)) return cause;
  const problem = `The files of ${JSON.stringify(name)} could not be judged together: ${cause.message}`;
  return new StartError(problem, 2, { cause });
}
