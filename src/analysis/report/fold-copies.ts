/** Lists the copies of a finding in the files of a folder or an archive as one finding. */
import { copiesSentence } from '../engine/findings/copies.ts';
import { waiverOf } from '../engine/findings/list-mistakes.ts';
import { type Copied, foldFiles } from '../engine/project/copies-in-files.ts';
import type { Finding } from '../model/finding.ts';
import type { InputRun, ReportedInput } from './file-outcome.ts';
import { isKnown, type RunGate } from './run-gate.ts';

/** Finding of a run that may have copies. */
interface Entry extends Copied {
  readonly finding: Finding;
}

/** Runs with their gate. */
interface Folded<Input extends ReportedInput> {
  readonly runs: readonly InputRun<Input>[];
  readonly gate: RunGate;
}

/** Returns the runs in which one finding stands for its copies. The gate leaves those out of lists and counts. */
export function foldCopiesInFiles<Input extends ReportedInput>(
  runs: readonly InputRun<Input>[],
  gate: RunGate,
): Folded<Input> {
  const sets = runs.flatMap((run) => foldFiles([...entriesOf(run, gate)]));
  if (sets.length === 0) return { runs, gate };
  const elsewhere = new Set(sets.flatMap(({ others }) => others.map(({ finding }) => finding)));
  const standing = new Map(
    sets.map(({ listed: { finding }, others }) => [finding, standFor(finding, others)] as const),
  );
  const { comparison } = gate;
  const states = [...(comparison?.states ?? [])].map(
    ([finding, state]) => [standing.get(finding) ?? finding, state] as const,
  );
  return {
    runs: runs.map((run) => withListed(run, standing)),
    gate: {
      ...gate,
      elsewhere,
      comparison: comparison === null ? null : { ...comparison, states: new Map(states) },
    },
  };
}

/** Lists the findings in files that may have copies. What is waived or known is compared with its like alone. */
function* entriesOf({ input, outcomes }: InputRun, gate: RunGate): Generator<Entry> {
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.status !== 'completed') continue;
    for (const finding of outcome.report.findings) {
      const { contentKey, severity } = finding;
      if (contentKey === undefined) continue;
      const key = `${contentKey} ${waiverOf(finding)} ${isKnown(finding, gate)}`;
      yield { key, file: input.files[i]!.path, severity, finding };
    }
  }
}

function standFor(finding: Finding, others: readonly Entry[]): Finding {
  const sentence = copiesSentence(others.map(({ file }) => file));
  return {
    ...finding,
    description: `${finding.description} ${sentence}`,
    complianceTags: [
      ...new Set([finding, ...others.map((other) => other.finding)].flatMap((one) => one.complianceTags)),
    ],
    inFiles: others.map(({ file, finding: copy }) => ({ file, finding: copy })),
  };
}

function withListed<Input extends ReportedInput>(
  run: InputRun<Input>,
  standing: ReadonlyMap<Finding, Finding>,
): InputRun<Input> {
  const outcomes = run.outcomes.map((outcome) => {
    if (outcome.status !== 'completed') return outcome;
    const { report } = outcome;
    const findings = report.findings.map((finding) => standing.get(finding) ?? finding);
    return { ...outcome, report: { ...report, findings } };
  });
  return { ...run, outcomes };
}
