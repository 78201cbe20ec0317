/** Code frames of the findings of a run, for the report for people. */
import { toUtf8 } from '../../analysis/platforms/text.ts';
import { type CodeFrame, codeFrame, linesOf } from '../../analysis/report/code-frame.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import type { Frames } from '../../analysis/report/text-report.ts';
import type { FoundFile } from './found-file.ts';
import type { Input } from './inputs.ts';

/** Reads the files with findings once more, and returns the frames of each file in the order of all files. */
export async function readFrames(runs: readonly InputRun<Input>[]): Promise<Frames> {
  const frames: (readonly (CodeFrame | null)[])[] = [];
  for (const { input, outcomes } of runs)
    for (const [index, file] of input.files.entries()) {
      const outcome = outcomes[index]!;
      const findings = outcome.status === 'completed' ? outcome.report.findings : [];
      const lines = findings.length === 0 ? null : await readLines(file);
      frames.push(lines === null ? [] : findings.map(({ location }) => codeFrame(lines, location)));
    }
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
