/** Writes the reports of a run in the requested formats. */
import { writeFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import { readPolicy, type TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import { buildView } from '../../analysis/report/build-view.ts';
import type { OfflineDocument } from '../../analysis/report/document.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../analysis/report/formats/formats.ts';
import type { ReportView, RunOrigin } from '../../analysis/report/report-view.ts';
import type { RunGate } from '../../analysis/report/run-gate.ts';
import type { Paint } from '../../analysis/report/text/paint.ts';
import { type Frames, type TextDetail, textReport } from '../../analysis/report/text/text-report.ts';
import { print, printable, printColoured, printCommands } from '../../infra/logging/output.ts';
import { programVersion } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import type { ChangedVersions } from '../baseline/changed-versions.ts';
import { repositoryFolder } from '../git/repository-folder.ts';
import { runGitLine } from '../git/run-git.ts';
import { loadReasons } from '../rules/reasons.ts';
import { slashed } from '../system-path.ts';
import type { Arguments, FormatName, FormatRequest } from './arguments.ts';

/** Waits until the text is written, or cannot be: a pipe's buffer is lost when the process exits earlier. */
export function printWhole(output: typeof print, text: string): Promise<void> {
  return new Promise((resolve) => output(text, resolve));
}

const TABLE: Readonly<Record<string, ReportFormat>> = REPORT_FORMATS;
/** Returns the format if it is written from a view; `text` and `json` are written from the document. */
const viewFormat = (name: FormatName): ReportFormat | undefined => TABLE[name];

/** Facts for the view besides the runs and the arguments. */
interface ViewFacts {
  readonly gate: RunGate;
  readonly verdict: OfflineDocument;
  readonly problems: readonly string[];
  readonly baseUrl: string | null;
  readonly versions?: ChangedVersions | undefined;
}

/** Builds the view of the run; null if no requested format is written from one. */
export async function viewOf(
  runs: readonly InputRun[],
  { formats, ruleset }: Arguments,
  { gate, verdict, problems, baseUrl, versions }: ViewFacts,
): Promise<ReportView | null> {
  const wanted = formats.flatMap(({ format }) => viewFormat(format) ?? []);
  if (wanted.length === 0) return null;
  const { passed, score, summary, wouldBlock } = verdict;
  return buildView(programVersion(), runs, {
    gate,
    ruleset,
    verdict: { passed, score, summary, wouldBlock },
    problems,
    baseUrl,
    ...(versions === undefined ? {} : { versions }),
    ...(wanted.some(({ showsOrigin }) => showsOrigin === true) ? { origin: await originOf(ruleset) } : {}),
    catalogue: wanted.some(({ needsRules }) => needsRules === true) ? await loadCatalogue() : [],
    workingFolder: slashed(process.cwd()),
    root: slashed(repositoryFolder(process.cwd())),
  });
}

/** Returns when, where and by what the run judges. */
async function originOf(policy: TaskPolicy): Promise<RunOrigin> {
  const commit = await runGitLine(process.cwd(), ['rev-parse', '--verify', 'HEAD']);
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { at, commit, policy: policyText(policy) };
}

function policyText(policy: TaskPolicy): string {
  if (typeof policy === 'string') return `the ruleset ${policy}`;
  return 'digest' in policy ? `the policy ${readPolicy(policy).name}` : `the ruleset ${policy.ruleset}`;
}

/** Loads the rules, which only the threads need otherwise. */
async function loadCatalogue() {
  return (await import('../../analysis/rules/index.ts')).RULES;
}

/** Both forms of a finished run, and the address of a service for links. */
export interface Reports {
  readonly document: OfflineDocument;
  readonly view: ReportView | null;
  readonly frames: Frames;
  readonly detail: TextDetail;
  readonly showSuppressed: boolean;
  readonly isWhole: boolean;
  readonly baseUrl: string | null;
}

/**
 * Writes one report to its file or to standard output.
 * @throws StartError (exit 2) when the file cannot be written
 */
export async function writeReport({ format, file }: FormatRequest, reports: Reports): Promise<void> {
  if (format === 'text' && file === null) {
    const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });
    return printWhole(
      printColoured,
      textReport(reports.document, { paint, whyOf: await loadReasons(), ...reports }),
    );
  }
  const text = format === 'text' ? await plainText(reports) : reportText(format, reports);
  const hasCommands = viewFormat(format)?.hasCommands === true;
  if (file === null) return printWhole(hasCommands ? printCommands : print, text);
  // Jobs print such files: they are as harmless as standard output.
  await writeFile(file, hasCommands ? text : printable(text)).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The report ${JSON.stringify(file)} could not be written: ${reason}`, 2, { cause });
  });
}

async function plainText({ document, ...style }: Reports): Promise<string> {
  return textReport(document, { paint: (_, plain) => plain, whyOf: await loadReasons(), ...style });
}

function reportText(format: Exclude<FormatName, 'text'>, { document, view }: Reports): string {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  return REPORT_FORMATS[format].write(view!);
}
