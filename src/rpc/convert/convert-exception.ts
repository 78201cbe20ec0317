/** Converts exceptions to protobuf messages. */

import { locationText } from '../../analysis/model/finding.ts';
import { type Complete, withoutNulls } from '../../contract/complete.ts';
import { exceptionState, isWildcard } from '../../contract/exception.ts';
import type { AppError } from '../../errors.ts';
import type {
  Exception,
  ExceptionDecision,
  PreviewExceptionResponse,
} from '../../gen/flowarden/v1/exception.ts';
import { type Rejection, rejectionOfOwn } from '../../service/exceptions/decidable.ts';
import type { DecisionResult } from '../../service/exceptions/decide-many.ts';
import type { ExceptionRecord } from '../../service/exceptions/exceptions-store.ts';
import type { ExceptionPreview } from '../../service/exceptions/preview-exception.ts';

/** Findings that a preview lists. */
const PREVIEW_FINDINGS_MAX = 50;

/** Converts an exception. @param rejection reason why the caller cannot decide on it; absent: it can */
export function toException(
  record: ExceptionRecord,
  now: Date,
  rejection: Rejection | undefined,
): Complete<Exception> {
  const shown = withoutNulls(record);
  return {
    id: record.id,
    status: exceptionState(record, now),
    ruleId: record.ruleId,
    fileName: record.fileName,
    location: record.location,
    repository: shown.repository,
    severity: record.severity,
    reason: record.reason,
    expiresAt: record.expiresAt,
    validationId: shown.validationId,
    findingId: shown.findingId,
    requestedAt: record.requestedAt,
    requestedById: record.requestedById,
    requestedBy: record.requestedByName,
    requestedByEmail: shown.requestedByEmail,
    decidedAt: shown.decidedAt,
    decidedById: shown.decidedById,
    decidedBy: shown.decidedByName,
    decisionNote: shown.decisionNote,
    revokedAt: shown.revokedAt,
    revokedById: shown.revokedById,
    revokedBy: shown.revokedByName,
    revocationNote: shown.revocationNote,
    announcedAt: shown.announcedAt,
    placeCount: shown.placeCount,
    decidableByCaller: rejection === undefined,
    whyNot: rejection,
  };
}

/** Converts the result of one of many decisions. */
export function toDecision({ id, record, error }: DecisionResult, now: Date): Complete<ExceptionDecision> {
  return {
    id,
    exception: record === null ? undefined : toException(record, now, rejectionOfOwn(record, now)),
    error: toProblem(error ?? undefined),
  };
}

/** Converts a preview. */
export function toPreview(preview: ExceptionPreview): Complete<PreviewExceptionResponse> {
  const { scope, covered } = preview;
  return {
    ruleId: scope.ruleId,
    fileName: scope.fileName,
    location: scope.location,
    repository: scope.repository ?? undefined,
    severity: scope.severity,
    isPattern: isWildcard(scope),
    placeCount: scope.places?.length,
    daysMax: preview.daysMax,
    sameRequestId: preview.sameRequestId,
    problem: toProblem(preview.problem),
    findingsCount: covered.length,
    filesCount: new Set(covered.map(({ validationId }) => validationId)).size,
    runsExamined: preview.runsExamined,
    isComplete: preview.isComplete,
    findings: covered.slice(0, PREVIEW_FINDINGS_MAX).map(({ validationId, filename, finding }) => ({
      validationId,
      filename,
      findingId: finding.id,
      rule: finding.rule,
      location: locationText(finding.location),
      severity: finding.severity,
    })),
  };
}

function toProblem(error: AppError | undefined) {
  return error === undefined ? undefined : { code: error.code, message: error.message };
}
