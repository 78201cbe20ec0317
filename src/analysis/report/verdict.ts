/** Verdict on an offline run: pass or fail, score and counts. */
import { scoredFindings } from '../engine/findings/unlisted.ts';
import { scoreOfProject } from '../engine/project-score.ts';
import { tallyOf } from '../engine/score.ts';
import type { Finding } from '../model/finding.ts';
import { addSummaries, summarise } from '../model/report.ts';
import type { InputRun, ReportedInput } from './file-outcome.ts';
import { countBlocking, type RunGate, reportPasses, shownSummary } from './run-gate.ts';

/** Returns the reports of a run, each with a path that is unique among all inputs. */
export function reportsOf({ input, outcomes }: InputRun) {
  return outcomes.flatMap((outcome, i) =>
    outcome.status === 'completed'
      ? [{ path: pathIn(input, input.files[i]!.path), report: outcome.report }]
      : [],
  );
}

const pathIn = ({ realPath }: ReportedInput, path: string): string => `${realPath}#${path}`;

/** Returns the findings across the files of a run, with the file's path from `reportsOf` before each place. */
function acrossOf({ input, across }: InputRun): readonly Finding[] {
  return across.map((finding) => {
    const [path = '', ...names] = finding.location.names;
    return { ...finding, location: { ...finding.location, names: [pathIn(input, path), ...names] } };
  });
}

/**
 * Returns the project score of all files together; of a single file its own; null when nothing was analysed. Files that
 * were only read as parts of a project count as far as there are findings in them.
 */
export function scoreOfRuns(all: readonly InputRun[]): number | null {
  const runs = all.filter(({ isNothingAnalysed }) => isNothingAnalysed !== true);
  const reports = runs.flatMap(reportsOf);
  const across = runs.flatMap(acrossOf);
  const [first] = reports;
  if (first === undefined) {
    const fileCount = new Set(across.map(({ location }) => location.names[0])).size;
    return fileCount === 0 ? null : scoreOfProject({ fileCount, files: [], across });
  }
  if (runs.every(({ input }) => input.kind === 'file') && reports.length === 1) return first.report.score;
  const files = reports.map(({ path, report }) => ({ path, tally: tallyOf(scoredFindings(report)) }));
  return scoreOfProject({ fileCount: reports.length, files, across });
}

/** Returns pass or fail, score, counts and the gate's own count of one input or of several together. */
export function verdictOn(runs: readonly InputRun[], runGate: RunGate) {
  const outcomes = runs.flatMap((run) => run.outcomes);
  const lists = runs.flatMap((run) => [
    { findings: run.across, summary: run.acrossSummary },
    ...reportsOf(run).map(({ report }) => report),
  ]);
  const summaries = lists.map(({ findings, summary }) => shownSummary(findings, summary, runGate));
  return {
    passed:
      !isBlocked(runs, runGate) &&
      outcomes.every(({ status }) => status !== 'failed') &&
      runs.every(({ isNothingAnalysed }) => isNothingAnalysed !== true),
    score: scoreOfRuns(runs),
    summary: summaries.reduce(addSummaries, summarise([])),
    wouldBlock: lists.reduce((count, list) => count + countBlocking(list, runGate), 0),
  };
}

/** Returns whether a finding blocks, in a file or between files. */
export function isBlocked(runs: readonly InputRun[], runGate: RunGate): boolean {
  return runs.some(
    (run) =>
      !reportPasses({ findings: run.across, summary: run.acrossSummary }, runGate) ||
      reportsOf(run).some(({ report }) => !reportPasses(report, runGate)),
  );
}
