/** Conditions of a policy pack in an offline run: each that fails becomes a finding of its input. */
import { conditionFindings, type GateFacts, withConditions } from '../engine/gate-conditions.ts';
import { withoutNotes } from '../engine/notes/without-notes.ts';
import type { Finding } from '../model/finding.ts';
import { isExcepted } from '../model/gate.ts';
import type { PolicyGate } from '../model/policy.ts';
import { addSummaries, type Summary, summarise } from '../model/report.ts';
import { SEVERITIES, type Severity } from '../model/rule.ts';
import type { FileOutcome, InputRun, ReportedInput } from './file-outcome.ts';
import { isKnown, listedHere, type RunGate } from './run-gate.ts';
import { reportsOf, scoreOfRuns } from './verdict.ts';

/** Rule of the notice about a rule that did not run to its end; its subject is the rule. */
const UNFINISHED_RULE = 'XPL-ENG-002';

/** Returns the runs with a finding for each condition that an input fails: a file, or a folder as a whole. */
export function withRunConditions<Input extends ReportedInput>(
  runs: readonly InputRun<Input>[],
  gate: RunGate,
): readonly InputRun<Input>[] {
  const { conditions } = gate;
  if (conditions === undefined) return runs;
  return runs.map((run) => {
    const failed = failedIn(run, gate, conditions);
    if (failed.length === 0) return run;
    if (run.input.kind === 'file')
      return { ...run, outcomes: run.outcomes.map((one) => withFindings(one, failed)) };
    return {
      ...run,
      across: withConditions(run.across, failed),
      acrossSummary: addSummaries(run.acrossSummary, summarise(failed)),
    };
  });
}

function failedIn(run: InputRun, gate: RunGate, conditions: PolicyGate): readonly Finding[] {
  const score = scoreOfRuns([run]);
  // Nothing was judged: that is an error of its own.
  if (score === null) return [];
  const place = { artifactKey: run.input.name, name: run.input.name };
  const outcomes = run.outcomes.map((outcome) =>
    outcome.status === 'completed' ? { ...outcome, report: withoutNotes(outcome.report) } : outcome,
  );
  const scoreWithoutNotes = scoreOfRuns([{ ...run, outcomes }]) ?? score;
  return conditionFindings(conditions, { score, scoreWithoutNotes, ...factsOf(run, gate) }, place);
}

function factsOf(run: InputRun, gate: RunGate): Pick<GateFacts, 'newCounts' | 'unfinishedRuleIds'> {
  const lists: { readonly findings: readonly Finding[]; readonly summary: Summary }[] = [
    { findings: run.across, summary: run.acrossSummary },
    ...reportsOf(run).map(({ report }) => report),
  ];
  const newCounts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { findings, summary } of lists) {
    const listed = summarise(findings);
    for (const severity of SEVERITIES)
      newCounts[severity] += Math.max(0, summary[severity] - listed[severity]);
    for (const finding of listedHere(findings, gate))
      if (!isExcepted(finding) && !isKnown(finding, gate)) newCounts[finding.severity] += 1;
  }
  const unfinished = lists.flatMap(({ findings }) =>
    findings.filter(({ ruleId }) => ruleId === UNFINISHED_RULE).map(({ subject }) => subject),
  );
  return { newCounts, unfinishedRuleIds: unfinished };
}

function withFindings(outcome: FileOutcome, failed: readonly Finding[]): FileOutcome {
  if (outcome.status !== 'completed') return outcome;
  const { report } = outcome;
  const findings = withConditions(report.findings, failed);
  return {
    ...outcome,
    report: { ...report, findings, summary: addSummaries(report.summary, summarise(failed)) },
  };
}
