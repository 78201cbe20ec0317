/** `flowarden validate`: the engine of the service, without a server and a database. */
import type { PlatformNaming } from '../../analysis/model/platform.ts';
import { print, printError } from '../../infra/logging/output.ts';
import { readConfig } from '../config/config-file.ts';
import { mendPaths } from '../fix/fix-command.ts';
import { stagedInputs } from '../git/staged-inputs.ts';
import { withPolicy } from '../policy/run-policy.ts';
import { type Arguments, configChoice, readValidateArguments } from './arguments.ts';
import { failedFiles } from './failed-files.ts';
import { findInputs, type Input } from './inputs.ts';
import { judgeInputs } from './judge-inputs.ts';
import { framesOf } from './read-frames.ts';
import { USAGE } from './usage.ts';
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
export async function validateOffline(argv: readonly string[], settings: OfflineSettings): Promise<number> {
  const config = await readConfig(configChoice(argv), process.cwd());
  const read = readValidateArguments(argv, config);
  if (read === 'help') {
    await printWhole(print, USAGE);
    return 0;
  }
  const options = await withPolicy(read);
  if (options.fix !== undefined) await mendFirst(options, options.fix);
  if (!options.isStaged)
    return judge(await findInputs(options.paths, options.leaveOut, options.stdinName), options, settings);
  const { inputs, close } = await stagedInputs(options.paths, options.leaveOut);
  // A commit without a workflow is the usual one.
  return judge(inputs, { ...options, allowEmpty: true, isQuiet: true }, settings).finally(close);
}

/** Mends what can be mended safely; what it does is printed beside the report. */
async function mendFirst(
  { paths, platform, ruleset, leaveOut }: Arguments,
  { isYes }: NonNullable<Arguments['fix']>,
): Promise<void> {
  const choice = { paths, platform, ruleset, policy: null, leaveOut, rules: undefined } as const;
  await mendPaths({ ...choice, unsafe: false, isDiff: false, isYes, format: 'text' }, printError);
}

async function judge(
  inputs: readonly Input[],
  options: Arguments,
  { platformNames, baseUrl }: OfflineSettings,
): Promise<number> {
  const judgement = await judgeInputs(inputs, options, platformNames);
  const { document, runs, gate, empty, stale, versions } = judgement;
  const problems = options.allowEmpty ? [] : empty;
  const view = await viewOf(runs, options, { gate, verdict: document, problems, baseUrl, versions });
  const { detail, showSuppressed, isWhole } = options;
  const isForPeople = detail !== 'summary' && options.formats.some(({ format }) => format === 'text');
  const frames = isForPeople ? await framesOf(runs, gate, options) : [];
  for (const request of options.formats)
    await writeReport(request, { document, view, frames, baseUrl, detail, showSuppressed, isWhole });
  const failed = failedFiles(document.files);
  if (failed !== null) printError(`flowarden: ${failed}\n`);
  reportEmpty(empty, options);
  if (stale !== null && !options.isQuiet) printError(`flowarden: note: ${stale}\n`);
  return judgement.exitCode;
}
