/** The one document of an offline run: what `--format json` prints and the text report is made from. */
import { randomUUID } from 'node:crypto';
import { scoreOf } from '../engine/score.ts';
import { NO_DIFF } from '../model/diff.ts';
import { type Finding, locationText } from '../model/finding.ts';
import { PIPELINE_FIELDS } from '../model/pipeline.ts';
import { PLATFORMS } from '../model/platform.ts';
import { type EnforcementMode, gate, type Report, type Summary, summarise } from '../model/report.ts';
import type { FoundFile } from './found-file.ts';
import type { FileOutcome } from './run-files.ts';

/** Without a server there is no organisation: the nil UUID stands where the answer has one. */
const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000';

function presentFinding(finding: Finding) {
  return {
    id: finding.id,
    catalogRuleId: finding.ruleId,
    severity: finding.severity,
    category: finding.category,
    rule: finding.rule,
    location: locationText(finding.location),
    description: finding.description,
    remediation: finding.remediation,
    complianceTags: finding.complianceTags,
    // The pointer to a whole JSON document is empty: there is nothing to show.
    sourceXPath: finding.location.path || null,
    sourceLineNumber: finding.location.line,
    detectorId: finding.detectorId,
    exceptionId: finding.exceptionId,
    exceptionStatus: finding.exceptionStatus,
  };
}

function presentBlocking(finding: Finding) {
  const {
    id,
    severity,
    rule,
    location,
    sourceXPath,
    detectorId,
    exceptionId,
    exceptionStatus,
    sourceLineNumber,
  } = presentFinding(finding);
  return {
    id,
    severity,
    rule,
    location,
    sourceXPath,
    detectorId,
    exceptionId,
    exceptionStatus,
    sourceLineNumber,
  };
}

function presentDiff() {
  const { counts, ...rest } = NO_DIFF;
  return {
    isRegression: rest.isRegression,
    newFindingsCount: counts.new,
    resolvedFindingsCount: counts.resolved,
    unchangedFindingsCount: counts.unchanged,
    severityChangedCount: counts.severity_changed,
    waiverChangedCount: counts.waiver_changed,
    scoreDelta: rest.scoreDelta,
    previousScore: rest.previousScore,
    previousValidatedAt: rest.previousValidatedAt,
    changes: rest.changes,
  };
}

/** A report in the shape of the REST answer (ValidateResponse, camelCase). */
function presentReport(report: Report, filename: string, mode: EnforcementMode, validationMs: number) {
  const { passed, blocking } = gate(report.findings, mode);
  return {
    validationId: randomUUID(),
    orgId: NO_ORGANISATION,
    passed,
    score: report.score,
    enforcementMode: mode,
    platform: PLATFORMS[report.platform].wire,
    ruleset: report.ruleset,
    policyPackId: null,
    policyPackSlug: null,
    filename,
    label: null,
    source: null,
    summary: report.summary,
    findings: report.findings.map(presentFinding),
    blockingFindings: blocking.map(presentBlocking),
    pipeline: Object.fromEntries(PIPELINE_FIELDS.map((field) => [field, null])),
    validatedAt: new Date().toISOString(),
    validationMs,
    ownerId: null,
    ownerName: null,
    diff: presentDiff(),
    reportUrl: null,
  };
}

export interface FileEntry {
  /** Relative to the given folder. */
  readonly path: string;
  /** Wire name; null when the file was not recognised. */
  readonly platform: string | null;
  readonly status: FileOutcome['status'];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly result: ReturnType<typeof presentReport> | null;
}

export interface OfflineDocument {
  readonly version: string;
  /** Nothing is blocked and no file failed. */
  readonly passed: boolean;
  /** Over the findings of all files and those across files; null when no workflow was there. */
  readonly score: number | null;
  readonly summary: Summary;
  readonly files: readonly FileEntry[];
  /** What is wrong between the files of a folder. */
  readonly projectFindings: readonly ReturnType<typeof presentFinding>[];
}

function entry(file: FoundFile, outcome: FileOutcome, mode: EnforcementMode): FileEntry {
  const { path } = file;
  if (outcome.status !== 'completed') {
    const { status, code, message } = outcome;
    return { path, platform: null, status, error: { code, message }, result: null };
  }
  const { report, validationMs, status } = outcome;
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const platform = PLATFORMS[report.platform].wire;
  return { path, platform, status, error: null, result: presentReport(report, filename, mode, validationMs) };
}

/** Puts outcomes together; `outcomes` has the order of `files`, `across` is what is wrong between them. */
export function buildDocument(
  version: string,
  files: readonly FoundFile[],
  outcomes: readonly FileOutcome[],
  across: readonly Finding[],
  mode: EnforcementMode,
): OfflineDocument {
  const reports = outcomes.flatMap((outcome) => (outcome.status === 'completed' ? [outcome.report] : []));
  // Each file's path goes in front, so that equal places in two files are not taken for one.
  const inFiles = outcomes.flatMap((outcome, i) =>
    outcome.status !== 'completed'
      ? []
      : outcome.report.findings.map((finding) => ({
          ...finding,
          location: { ...finding.location, path: `${files[i]!.path}#${finding.location.path}` },
        })),
  );
  const findings = [...inFiles, ...across];
  const entries = files.map((file, i) => entry(file, outcomes[i]!, mode));
  return {
    version,
    passed:
      gate(across, mode).passed &&
      entries.every(({ status, result }) => status !== 'failed' && result?.passed !== false),
    score: reports.length === 0 ? null : scoreOf(findings),
    summary: summarise(findings),
    files: entries,
    projectFindings: across.map(presentFinding),
  };
}
