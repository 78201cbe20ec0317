/** `flowarden validate`: the engine of the service, without a server and a database. */
import type { PlatformNaming } from '../../analysis/model/platform.ts';
import { buildDocument, isBlocked, namePlatforms } from '../../analysis/report/document.ts';
import { print, printError } from '../../infra/logging/output.ts';
import { programVersion } from '../../infra/process/install-root.ts';
import { type Arguments, readValidateArguments, USAGE } from './arguments.ts';
import { findInputs } from './inputs.ts';
import { readFrames } from './read-frames.ts';
import { runInputs } from './run-inputs.ts';
import { emptyInputs, failedFiles } from './unjudged.ts';
import { printWhole, viewOf, writeReport } from './write-report.ts';

/** Prints a sentence for each path without a workflow: errors, or notes if the user allows such paths. */
function reportEmpty(sentences: readonly string[], { allowEmpty, isQuiet }: Arguments): void {
  if (sentences.length === 0 || (allowEmpty && isQuiet)) return;
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
  const runs = await runInputs(await findInputs(options.paths, options.leaveOut, options.stdinName), options);
  const empty = emptyInputs(runs, options.platform);
  const isIncomplete = empty.length > 0 && !options.allowEmpty;
  const document = namePlatforms(
    buildDocument(programVersion(), runs, options.gate, isIncomplete),
    platformNames,
  );
  const view = await viewOf(runs, options, {
    verdict: document,
    problems: isIncomplete ? empty : [],
    baseUrl,
  });
  const isForPeople = options.detail !== 'summary' && options.formats.some(({ format }) => format === 'text');
  const frames = isForPeople ? await readFrames(runs) : [];
  for (const request of options.formats)
    await writeReport(request, { document, view, frames, baseUrl, detail: options.detail });
  const failed = failedFiles(document.files);
  if (failed !== null) printError(`flowarden: ${failed}\n`);
  reportEmpty(empty, options);
  if (isBlocked(runs, options.gate)) return 1;
  return document.passed ? 0 : 2;
}
