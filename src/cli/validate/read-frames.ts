/** Frames of the findings of a run, for the report for people. */
import { toUtf8 } from '../../analysis/platforms/text.ts';
import { type CodeFrame, codeFrame, linesOf } from '../../analysis/report/code-frame.ts';
import type { FileOutcome, InputRun } from '../../analysis/report/file-outcome.ts';
import { type RunGate, shownFindings } from '../../analysis/report/run-gate.ts';
import type { Frames } from '../../analysis/report/text/text-report.ts';
import type { Arguments } from './arguments.ts';
import type { FoundFile } from './found-file.ts';
import type { Input } from './inputs.ts';

/** Files that are read at once. */
const READS_AT_ONCE = 8;

/** Returns the frames of each file in the order of all files, as the arguments choose them. */
export async function framesOf(
  runs: readonly InputRun<Input>[],
  gate: RunGate,
  { frames }: Pick<Arguments, 'frames'>,
): Promise<Frames> {
  if (frames === 'none') return [];
  if (frames === 'source') return readFrames(runs, gate);
  return runs.flatMap(({ outcomes }) => outcomes.map((outcome) => stepFrames(outcome, gate)));
}

function stepFrames(outcome: FileOutcome, gate: RunGate): Frames[number] {
  if (outcome.status !== 'completed') return [];
  const { findings, frames } = outcome.report;
  return shownFindings(findings, gate).map(({ id }) => frames?.get(id) ?? null);
}

/** Reads the files with findings once more, and returns the frames of each file in the order of all files. */
async function readFrames(
  runs: readonly InputRun<Input>[],
  gate: RunGate,
): Promise<readonly (readonly (CodeFrame | null)[])[]> {
  const judged = runs.flatMap(({ input, outcomes }) =>
    input.files.map((file, index) => {
      const outcome = outcomes[index]!;
      const findings = outcome.status === 'completed' ? outcome.report.findings : [];
      return { file, findings: shownFindings(findings, gate) };
    }),
  );
  const frames: (readonly (CodeFrame | null)[])[] = judged.map(() => []);
  const waiting = judged.entries();
  const lane = async (): Promise<void> => {
    for (const [index, { file, findings }] of waiting) {
      const lines = findings.length === 0 ? null : await readLines(file);
      if (lines !== null) frames[index] = findings.map(({ location }) => codeFrame(lines, location));
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, lane));
  return frames;
}

/** Returns the lines; null for a file that has changed so that it cannot be read any more. */
async function readLines(file: FoundFile) {
  const bytes = await file.read().catch(() => null);
  if (bytes === null) return null;
  try {
    return linesOf(toUtf8(bytes).toString());
  } catch {
    return null;
  }
}
