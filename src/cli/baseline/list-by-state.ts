/** Lists mistakes so that what is known of one hides nothing that is new. */
import { summaryAfter } from '../../analysis/engine/findings/fold-found.ts';
import { listMistakes } from '../../analysis/engine/findings/list-mistakes.ts';
import { everyFinding } from '../../analysis/engine/findings/mistakes.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import type { FileOutcome, InputRun, ReportedInput } from '../../analysis/report/file-outcome.ts';
import type { BaselineState, RunComparison } from '../../analysis/report/run-gate.ts';

/** Returns the runs with known and new findings of a mistake listed apart, and the state of every listed finding. */
export function listedByState<Input extends ReportedInput>(
  runs: readonly InputRun<Input>[],
  comparison: RunComparison,
): { readonly runs: readonly InputRun<Input>[]; readonly comparison: RunComparison } {
  const states = new Map(comparison.states);
  const listed = runs.map((run) => ({
    ...run,
    outcomes: run.outcomes.map((outcome) => outcomeByState(outcome, states)),
  }));
  return { runs: listed, comparison: { ...comparison, states } };
}

function outcomeByState(outcome: FileOutcome, states: Map<Finding, BaselineState>): FileOutcome {
  if (outcome.status !== 'completed') return outcome;
  const { report } = outcome;
  if (report.findings.every(({ sameMistake, copies }) => sameMistake === undefined && copies === undefined))
    return outcome;
  const findings = listMistakes(everyFinding(report.findings), (own) =>
    states.get(own) === 'unchanged' ? 'known' : 'new',
  );
  for (const finding of findings) states.set(finding, states.get(everyFinding([finding])[0]!)!);
  return { ...outcome, report: { ...report, findings, summary: summaryAfter(report, findings) } };
}
