/** `flowarden validate`: the engine of the service, without a server and a database. */
import { availableParallelism } from 'node:os';
import type { PlatformNaming } from '../../analysis/model/platform.ts';
import { buildDocument, isBlocked, namePlatforms } from '../../analysis/report/document.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { AppError } from '../../errors.ts';
import { print, printError } from '../../infra/logging/output.ts';
import { programVersion } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { POOL_LIMITS } from '../../pool/limits.ts';
import { type AnalysisPool, createPool } from '../../pool/pool.ts';
import { type Arguments, readValidateArguments, USAGE } from './arguments.ts';
import { findInputs, type Input } from './inputs.ts';
import { judgeFolder } from './judge-folder.ts';
import { progressBar } from './progress-bar.ts';
import { readFrames } from './read-frames.ts';
import { runFiles } from './run-files.ts';
import { emptyInputs, failedFiles } from './unjudged.ts';
import { printWhole, viewOf, writeReport } from './write-report.ts';

/** Starts as many threads as there are processors or files, at most. */
function startPool(files: number): Promise<AnalysisPool> {
  return createPool({
    threads: Math.max(1, Math.min(availableParallelism(), files)),
    queueMax: POOL_LIMITS.engineQueueMax,
    heapMiBMax: POOL_LIMITS.threadHeapMiBMax,
    onThreadError: (error) => {
      throw error;
    },
  });
}

/**
 * Analyses the files of all inputs on one pool, then judges each folder and archive.
 * @throws StartError when they cannot be judged together: an undecided gate has not passed
 */
async function runInputs(inputs: readonly Input[], options: Arguments): Promise<readonly InputRun<Input>[]> {
  const files = inputs.flatMap((input) =>
    input.files.map((file) => ({ file, inProject: input.kind !== 'file' })),
  );
  const pool = await startPool(files.length);
  const { platform, ruleset, includeVendor } = options;
  const progress = progressBar(process.stderr);
  const { show: onProgress } = progress;
  const outcomes = await runFiles(pool, files, { platform, ruleset, includeVendor, onProgress }).finally(
    progress.clear,
  );
  const runs: InputRun<Input>[] = [];
  let start = 0;
  for (const input of inputs) {
    const own = outcomes.slice(start, start + input.files.length);
    start += input.files.length;
    const across = await judgeFolder(pool, input.files, own, ruleset).catch((cause: unknown) => {
      throw cannotJudge(input, cause);
    });
    runs.push({ input, outcomes: own, across });
  }
  await pool.close();
  return runs;
}

function cannotJudge({ name }: Input, cause: unknown): unknown {
  if (!(cause instanceof AppError)) return cause;
  const problem = `The files of ${JSON.stringify(name)} could not be judged together: ${cause.message}`;
  return new StartError(problem, 2, { cause });
}

/** Prints a sentence for each path without a workflow: errors, or notes if the user allows such paths. */
function reportEmpty(sentences: readonly string[], allowEmpty: boolean): void {
  if (sentences.length === 0) return;
  const label = allowEmpty ? 'flowarden: note: ' : 'flowarden: ';
  const hint = allowEmpty ? '' : 'Check the path, or add --allow-empty if it may be without a workflow.\n';
  printError(`${sentences.map((sentence) => `${label}${sentence}\n`).join('')}${hint}`);
}

/** Settings of the command. */
export interface OfflineSettings {
  readonly platformNames: PlatformNaming;
  /** Address of the service whose pages are linked; null: unknown. */
  readonly baseUrl: string | null;
}

/**
 * Runs the command; resolves with the exit code. @throws StartError (exit 2) for invalid arguments or unreadable
 * files
 */
export async function validateOffline(
  argv: readonly string[],
  { platformNames, baseUrl }: OfflineSettings,
): Promise<number> {
  const options = readValidateArguments(argv);
  if (options === 'help') {
    await printWhole(print, USAGE);
    return 0;
  }
  const runs = await runInputs(await findInputs(options.paths), options);
  const empty = emptyInputs(runs, options.platform);
  const isIncomplete = empty.length > 0 && !options.allowEmpty;
  const document = namePlatforms(
    buildDocument(programVersion(), runs, options.mode, isIncomplete),
    platformNames,
  );
  const view = await viewOf(runs, options, {
    verdict: document,
    problems: isIncomplete ? empty : [],
    baseUrl,
  });
  const isForPeople = options.formats.some(({ format }) => format === 'text');
  const frames = isForPeople ? await readFrames(runs) : [];
  for (const request of options.formats) await writeReport(request, { document, view, frames, baseUrl });
  const failed = failedFiles(document.files);
  if (failed !== null) printError(`flowarden: ${failed}\n`);
  reportEmpty(empty, options.allowEmpty);
  if (isBlocked(runs, options.mode)) return 1;
  return document.passed ? 0 : 2;
}
