/** Applies a policy to a report: waived findings, the difference to the previous run, pass or fail. */

import type { ScopedException } from '../../contract/exception.ts';
import type { FileIdentity } from '../../contract/same-file.ts';
import type { PreviousRun } from '../model/diff.ts';
import { gate } from '../model/gate.ts';
import type { EnforcementMode, Report } from '../model/report.ts';
import { applyExceptions } from './apply-exceptions.ts';
import { compare } from './compare.ts';

/** Terms of the evaluation: exceptions, previous run, mode and time. */
export interface Terms {
  readonly file: FileIdentity;
  /** Exceptions that may apply to the file. */
  readonly exceptions: readonly ScopedException[];
  readonly previous: PreviousRun | null;
  readonly enforcementMode: EnforcementMode;
  readonly at: Date;
}

/** Returns the members of a validation's record that follow from its report, and the report without waived findings. */
export function judgeReport(analysed: Report, { file, exceptions, previous, enforcementMode, at }: Terms) {
  const report = applyExceptions(analysed, file, exceptions, at);
  const { findings, diff } = compare(report, previous ?? undefined);
  const { passed, wouldBlock } = gate(findings, enforcementMode);
  const { kind, artifactKey, ruleset, rulesetDigest, summary, score, scoreVersion, ruleErrors } = report;
  const verdict = {
    platform: report.platform,
    kind,
    artifactKey,
    ruleset,
    rulesetDigest,
    findings,
    summary,
    score,
    scoreVersion,
    ruleErrors,
    diff,
    passed,
    wouldBlockCount: wouldBlock,
    validatedAt: at,
  };
  return { verdict, report };
}
