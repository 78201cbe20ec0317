/** Findings and results as the service answers them, made complete and judged by `--fail-on`. */
import type { ValidateFinding, ValidateResponse } from '../../../clients/typescript/src/api.ts';
import type { ExceptionStatus } from '../../analysis/model/finding.ts';
import { blockingFindings } from '../../analysis/model/gate.ts';
import { CROSSING_RULE } from '../../analysis/model/measures/crossing.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import type { StoredFinding } from '../../analysis/report/view-stored.ts';

/** Finding without nulls, and whether it blocks. */
export interface JudgedFinding extends StoredFinding {
  readonly severity: Severity;
  readonly category: string;
  readonly detectorId: string;
  readonly exceptionId: string | null;
  readonly exceptionStatus: ExceptionStatus;
  readonly blocks: boolean;
  /** Findings at copies in other files, which are listed as this one; absent: there are none. */
  readonly inFiles?: readonly SubmittedCopy[];
}

/** Finding in another file. */
export interface SubmittedCopy {
  /** Path of the file in its folder or archive. */
  readonly file: string;
  readonly diskPath: string;
  /** Path inside the archive; null if the file is on disk. */
  readonly member: string | null;
  readonly finding: Omit<JudgedFinding, 'blocks'>;
}

/** Line of a finding that stands for a whole file. */
const FIRST_LINE = 1;

/**
 * Completes the findings of an answer.
 * @param blockingIds findings that block in the service
 * @param failOn the mildest severity that blocks besides; undefined: none does
 */
export function judgeFindings(
  findings: readonly ValidateFinding[],
  blockingIds: ReadonlySet<string | null>,
  failOn: Severity | undefined,
): readonly JudgedFinding[] {
  const complete = completeFindings(findings);
  const blocking = new Set(
    failOn === undefined
      ? []
      : blockingFindings(
          complete.filter(({ catalogRuleId }) => catalogRuleId !== CROSSING_RULE),
          failOn,
        ),
  );
  return complete.map((finding) => ({
    ...finding,
    blocks: blockingIds.has(finding.id) || blocking.has(finding),
  }));
}

/** Completes findings of an answer, without a judgement. */
export const completeFindings = (
  findings: readonly ValidateFinding[],
): readonly Omit<JudgedFinding, 'blocks'>[] => findings.map(completed);

function completed(finding: ValidateFinding): Omit<JudgedFinding, 'blocks'> {
  return {
    id: finding.id ?? '',
    catalogRuleId: finding.catalogRuleId ?? '',
    // A value outside the list must not pass a gate.
    severity: SEVERITIES.find((severity) => severity === finding.severity) ?? 'critical',
    category: finding.category ?? '',
    rule: finding.rule ?? '',
    location: finding.location ?? '',
    sourceXPath: finding.sourceXPath ?? '',
    sourceLineNumber: finding.sourceLineNumber ?? FIRST_LINE,
    description: finding.description ?? '',
    remediation: finding.remediation ?? '',
    complianceTags: finding.complianceTags ?? [],
    detectorId: finding.detectorId ?? '',
    exceptionId: finding.exceptionId,
    exceptionStatus: (finding.exceptionStatus ?? 'none') as ExceptionStatus,
  };
}

/** Result of a file with its findings judged. */
export interface JudgedResult extends Omit<ValidateResponse, 'findings'> {
  readonly findings: readonly JudgedFinding[];
}

/** Judges the result of a file: `--fail-on` only adds to what the service blocks. */
export function judgeResult(result: ValidateResponse, failOn: Severity | undefined): JudgedResult {
  const ids = new Set((result.blockingFindings ?? []).map(({ id }) => id));
  const findings = judgeFindings(result.findings ?? [], ids, failOn);
  return { ...result, findings, passed: result.passed && !findings.some(({ blocks }) => blocks) };
}
