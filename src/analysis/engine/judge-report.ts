/** Applies a policy to a report: waived findings, the difference to the previous run, pass or fail. */

import type { ScopedException } from '../../contract/exception.ts';
import { type FileIdentity, isForFile } from '../../contract/runs/same-file.ts';
import type { PreviousRun } from '../model/diff.ts';
import type { Finding } from '../model/finding.ts';
import { gate, isExcepted } from '../model/gate.ts';
import type { PolicyGate } from '../model/policy.ts';
import { addSummaries, type EnforcementMode, type Report, summarise } from '../model/report.ts';
import { SEVERITIES, type Severity } from '../model/rule.ts';
import { applyExceptions, exceptionFinder, markFindings } from './apply-exceptions.ts';
import { countByCategory } from './checked-rules.ts';
import { compare } from './compare.ts';
import {
  conditionFindings,
  type GateFacts,
  limitsNew,
  NOTHING_NEW,
  withConditions,
} from './gate-conditions.ts';
import { withoutNotes } from './notes/without-notes.ts';

/** Terms of the evaluation: exceptions, previous run, mode, gate and time. */
export interface Terms {
  readonly file: FileIdentity;
  /** Exceptions that may apply to the file. */
  readonly exceptions: readonly ScopedException[];
  readonly previous: PreviousRun | undefined;
  /** Run that findings are new since, where the gate limits new ones: the newest that passed. */
  readonly passed: PreviousRun | undefined;
  readonly enforcementMode: EnforcementMode;
  readonly gate: PolicyGate;
  /** Findings about data of other projects that count now; absent: none. */
  readonly crossings?: readonly Finding[];
  readonly at: Date;
}

/** Counts findings by severity that an earlier run lacks; those beyond the end of the list may all be new. */
function countNew(report: Report, before: PreviousRun | undefined): GateFacts['newCounts'] {
  const { findings, added } = compare(report, before);
  const counts: Record<Severity | 'total', number> = summarise(
    added.filter((finding) => !isExcepted(finding)),
  );
  const listed = summarise(findings);
  for (const severity of SEVERITIES)
    counts[severity] += Math.max(0, report.summary[severity] - listed[severity]);
  return counts;
}

/** Marks findings about other projects with the exceptions for them. */
function waived(
  crossings: readonly Finding[],
  exceptions: readonly ScopedException[],
  file: FileIdentity,
  now: Date,
): readonly Finding[] {
  if (crossings.length === 0) return crossings;
  const ofFile = exceptions.filter((exception) => isForFile(exception, file));
  return markFindings(crossings, exceptionFinder(ofFile, { now, isHiding: false }));
}

/** Adds findings about other projects behind all others: the first findings of a list are those that block. */
function withCrossings(report: Report, crossings: readonly Finding[]): Report {
  if (crossings.length === 0) return report;
  return {
    ...report,
    findings: [...report.findings, ...crossings],
    summary: addSummaries(report.summary, summarise(crossings)),
  };
}

/** Returns the members of a validation's record that follow from its report, and the report without waived findings. */
export function judgeReport(
  analysed: Report,
  { file, exceptions, previous, passed: before, enforcementMode, gate: terms, crossings = [], at }: Terms,
) {
  const report = applyExceptions(analysed, file, exceptions, at);
  const listed = withCrossings(report, waived(crossings, exceptions, file, at));
  const { findings: compared, diff } = compare(listed, previous);
  const { kind, artifactKey, ruleset, rulesetDigest, score, scoreVersion, ruleErrors } = report;
  const conditions = conditionFindings(
    terms,
    {
      score,
      scoreWithoutNotes: withoutNotes(report).score,
      newCounts: limitsNew(terms) ? countNew(report, before) : NOTHING_NEW,
      unfinishedRuleIds: ruleErrors.map(({ ruleId }) => ruleId),
    },
    { artifactKey, name: file.path },
  );
  const findings = withConditions(compared, conditions);
  const { passed, wouldBlock } = gate(findings, enforcementMode, terms.failOn);
  const verdict = {
    platform: report.platform,
    kind,
    artifactKey,
    ruleset,
    rulesetDigest,
    findings,
    summary: conditions.length === 0 ? listed.summary : addSummaries(listed.summary, summarise(conditions)),
    score,
    scoreVersion,
    ruleErrors,
    inventory: report.inventory,
    metrics: report.metrics,
    channels: report.channels ?? null,
    form: report.form ?? null,
    checkedRules: countByCategory(report.evaluatedRuleIds),
    outlineId: report.outline?.id ?? null,
    hasNotes: report.dependsOnDay === true,
    diff,
    passed,
    failOn: terms.failOn,
    wouldBlockCount: wouldBlock,
    validatedAt: at,
  };
  return { verdict, report };
}
