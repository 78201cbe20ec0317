/** Converts domain records to protobuf messages. */

import type { Diff } from '../../analysis/model/diff.ts';
import { type Finding, locationText } from '../../analysis/model/finding.ts';
import { gate } from '../../analysis/model/gate.ts';
import { type PlatformNaming, platformName } from '../../analysis/model/platform.ts';
import { reportUrl } from '../../analysis/model/report.ts';
import { PIPELINE_FIELDS, type PipelineContext, type PipelineField } from '../../contract/ci-context.ts';
import { type Complete, withoutNulls } from '../../contract/complete.ts';
import { eachTag, type RunTag, type RunTags } from '../../contract/runs/run-tags.ts';
import type { Project, ProjectSummary } from '../../gen/flowarden/v1/project.ts';
import type {
  BlockingFinding,
  Diff as DiffMessage,
  Finding as FindingMessage,
  PipelineContext as PipelineMessage,
  ValidationResult,
} from '../../gen/flowarden/v1/report.ts';
import type { ValidationSummary as SummaryMessage } from '../../gen/flowarden/v1/validation.ts';
import type { ValidationSummary } from '../../service/validations/validation-list-store.ts';
import type { ValidationRecord } from '../../service/validations/validation-record.ts';

/** Settings that answers depend on, besides the stored record. */
export interface AnswerStyle {
  /** Prefix of all links. */
  readonly baseUrl: string;
  /** Absent: neutral. */
  readonly platformNames?: PlatformNaming;
}

/** Converts a stored validation with all its findings. */
export function toValidationResult(record: ValidationRecord, style: AnswerStyle): Complete<ValidationResult> {
  const { blocking } = gate(record.findings, record.enforcementMode, record.failOn);
  const shown = withoutNulls(record);
  return {
    validationId: record.id,
    orgId: record.orgId,
    passed: record.passed,
    score: record.score,
    enforcementMode: record.enforcementMode,
    platform: platformName(record.platform, style.platformNames),
    ruleset: record.ruleset,
    policyPackId: shown.policyPackId,
    policyPackSlug: shown.policyPackSlug,
    filename: record.filename,
    ...toTags(record),
    summary: record.summary,
    findings: record.findings.map(toFinding),
    blockingFindings: blocking.map(toBlockingFinding),
    pipeline: toPipeline(record.pipeline),
    validatedAt: record.validatedAt,
    validationMs: record.validationMs,
    ownerId: shown.ownerId,
    ownerName: shown.ownerName,
    diff: toDiff(record.diff, record.filename),
    reportUrl: reportUrl(style.baseUrl, record.id),
    environment: shown.environment,
    wouldBlock: record.wouldBlockCount,
    metadataIgnored: [...(record.pipeline?.ignored ?? [])],
  };
}

/** Converts a stored validation to an entry of the feed. */
export function toSummary(record: ValidationSummary, style: AnswerStyle): Complete<SummaryMessage> {
  const shown = withoutNulls(record);
  return {
    validationId: record.id,
    passed: record.passed,
    wouldBlock: record.wouldBlockCount,
    score: record.score,
    enforcementMode: record.enforcementMode,
    platform: platformName(record.platform, style.platformNames),
    ruleset: record.ruleset,
    filename: record.filename,
    ...toTags(record),
    summary: record.summary,
    pipeline: toPipeline(record.pipeline),
    validatedAt: record.validatedAt,
    validationMs: record.validationMs,
    ownerName: shown.ownerName,
    reportUrl: reportUrl(style.baseUrl, record.id),
    status: 'completed',
    scoreDelta: shown.scoreDelta,
    isRegression: record.isRegression,
    newFindingsCount: record.newFindingsCount,
    branch: shown.branch,
    environment: shown.environment,
    projectValidationId: shown.projectId,
  };
}

/** Messages that show all tags; one that lacks a tag does not compile. */
type Tagged = ValidationResult | SummaryMessage | Project | ProjectSummary;

/** Converts the tags of a run or a project. */
export function toTags(tagged: RunTags): { [Tag in RunTag]: Tagged[Tag] } {
  return eachTag((tag) => tagged[tag] ?? undefined);
}

/** Converts a finding that blocks. */
export function toBlockingFinding(finding: Finding): Complete<BlockingFinding> {
  return {
    id: finding.id,
    severity: finding.severity,
    rule: finding.rule,
    location: locationText(finding.location),
    sourceXPath: finding.location.path,
    sourceLineNumber: finding.location.line,
    detectorId: finding.detectorId,
    exceptionId: finding.exceptionId ?? undefined,
    exceptionStatus: finding.exceptionStatus,
    description: finding.description,
  };
}

export function toFinding(finding: Finding): Complete<FindingMessage> {
  return {
    ...toBlockingFinding(finding),
    catalogRuleId: finding.ruleId,
    category: finding.category,
    remediation: finding.remediation,
    complianceTags: [...finding.complianceTags],
  };
}

export function toDiff(diff: Diff, filename: string): Complete<DiffMessage> {
  return {
    isRegression: diff.isRegression,
    newFindingsCount: diff.counts.new,
    resolvedFindingsCount: diff.counts.resolved,
    unchangedFindingsCount: diff.counts.unchanged,
    severityChangedCount: diff.counts.severity_changed,
    waiverChangedCount: diff.counts.waiver_changed,
    scoreDelta: diff.scoreDelta ?? undefined,
    previousScore: diff.previousScore ?? undefined,
    previousValidatedAt: diff.previousValidatedAt ?? undefined,
    changes: diff.changes.map((change) => ({
      ruleId: change.ruleId,
      status: change.status,
      location: change.location,
      fileName: change.fileName ?? filename,
      currentSeverity: change.currentSeverity ?? undefined,
      previousSeverity: change.previousSeverity ?? undefined,
    })),
  };
}

export function toPipeline(context: PipelineContext | null): Complete<PipelineMessage> {
  const entries = PIPELINE_FIELDS.map((field) => [field, context?.[field] ?? undefined]);
  return Object.fromEntries(entries) as Record<PipelineField, string | undefined>;
}
