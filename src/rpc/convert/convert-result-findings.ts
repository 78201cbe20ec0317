/** Converts findings of one result to protobuf messages. */
import type { GroupPlace, TraceStep } from '../../analysis/model/finding.ts';
import { blockingFindings } from '../../analysis/model/gate.ts';
import type { Complete } from '../../contract/complete.ts';
import type {
  FindingPlace,
  GetChecksResponse,
  GetFindingResponse,
  ListResultFindingsResponse,
  ResultFinding,
  TraceStep as TraceStepMessage,
} from '../../gen/flowarden/v1/finding.ts';
import type { Checks } from '../../service/results/findings/checks-store.ts';
import type { FindingDetail, ResultFindings } from '../../service/results/findings/findings.ts';
import type { ListedFinding } from '../../service/results/findings/findings-store.ts';
import type { ResultHead } from '../../service/results/findings/result-head-store.ts';
import { toException } from './convert-exception.ts';
import { toFinding } from './convert-result.ts';

/** Places of a group that the detail of a finding lists. */
const PLACES_LISTED_MAX = 200;

/** Converts a page of findings. */
export function toFindingsPage({ result, ...page }: ResultFindings): Complete<ListResultFindingsResponse> {
  return {
    findings: page.findings.map((listed) => toResultFinding(listed, result)),
    nextCursor: page.nextCursor ?? '',
    total: page.total,
    listed: page.listed,
    facets: page.facets.map(({ name, values, othersCount }) => ({
      name,
      othersCount,
      values: values.map(({ value, count, label }) => ({ value, count, label: label ?? undefined })),
    })),
  };
}

/** Converts a finding with all that is known of it. */
export function toFindingDetail(detail: FindingDetail, now: Date): Complete<GetFindingResponse> {
  const { finding, result, history, exceptions } = detail;
  const places = finding.group?.places ?? [finding];
  return {
    finding: toResultFinding(detail, result),
    way: [...finding.location.names],
    places: places.slice(0, PLACES_LISTED_MAX).map(toPlace),
    firstSeenAt: history.firstSeenAt ?? undefined,
    seenInRuns: history.seenInRuns,
    runsExamined: history.runsExamined,
    isHistoryComplete: history.isHistoryComplete,
    exceptions: (exceptions ?? []).map(({ record, rejection }) => toException(record, now, rejection)),
    missingScope: exceptions === null ? 'exceptions:read' : undefined,
    trace: (finding.trace ?? []).map(toTraceStep),
  };
}

/** Converts what a run has checked. */
export function toChecks(checks: Checks): Complete<GetChecksResponse> {
  const rules = Object.entries(checks.checkedRules ?? {})
    .map(([category, count]) => ({ category, count }))
    .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1));
  return {
    kind: checks.kind ?? undefined,
    rulesEvaluated:
      checks.checkedRules === null ? undefined : rules.reduce((sum, { count }) => sum + count, 0),
    rules,
    rulesFailed: checks.ruleErrors.map(({ ruleId }) => ruleId),
    metrics: { ...checks.metrics },
    contentBytes: checks.contentBytes,
    contentSha256: checks.contentSha256,
    engineVersion: checks.engineVersion ?? undefined,
    ruleset: checks.ruleset,
    rulesetDigest: checks.rulesetDigest,
    validationMs: checks.validationMs,
  };
}

function toResultFinding(
  { finding, change }: ListedFinding,
  { enforcementMode, failOn }: ResultHead,
): Complete<ResultFinding> {
  const wouldBlock = blockingFindings([finding], failOn).length > 0;
  return {
    finding: toFinding(finding),
    confidence: finding.confidence,
    subject: finding.subject,
    column: finding.location.column,
    editorLine: finding.location.editorLine,
    change: change ?? undefined,
    placeCount: finding.group?.places.length ?? 1,
    blocks: wouldBlock && enforcementMode === 'blocking',
    wouldBlock,
  };
}

function toPlace({ location, description, subject }: GroupPlace): Complete<FindingPlace> {
  return {
    way: [...location.names],
    sourceXPath: location.path,
    sourceLineNumber: location.line,
    column: location.column,
    editorLine: location.editorLine,
    description,
    subject,
  };
}

function toTraceStep({
  how,
  file,
  location,
  property,
  sentence,
  omitted = 0,
}: TraceStep): Complete<TraceStepMessage> {
  return {
    how,
    way: [...location.names],
    sourceXPath: location.path,
    sourceLineNumber: location.line,
    column: location.column,
    property,
    sentence,
    omittedSteps: omitted,
    file,
  };
}
