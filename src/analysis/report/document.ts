/** Document of an offline run: the output of `--format json`, and the source of the text report. */
import { randomUUID } from 'node:crypto';
import { PIPELINE_FIELDS } from '../../contract/ci-context.ts';
import { joinPaths } from '../../text/slash-path.ts';
import { NO_DIFF } from '../model/diff.ts';
import type { Finding } from '../model/finding.ts';
import type { FileKind } from '../model/kinds/file-kind.ts';
import { type PlatformNaming, platformFromWire, platformName } from '../model/platform.ts';
import type { Report, Summary } from '../model/report.ts';
import type { FileOutcome, InputRun, ReportedFile } from './file-outcome.ts';
import { furtherPlaces } from './further-places.ts';
import { presentPlace, presentStep } from './present-place.ts';
import {
  type BaselineState,
  baselineStateOf,
  blockingIn,
  isKnown,
  listedHere,
  type RunGate,
  reportPasses,
  shownFindings,
  shownSummary,
} from './run-gate.ts';
import { reportsOf, verdictOn } from './verdict.ts';

/** Without a server there is no organisation: the nil UUID stands in its place. */
const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000';

function presentFinding(finding: Finding) {
  return {
    id: finding.id,
    catalogRuleId: finding.ruleId,
    severity: finding.severity,
    category: finding.category,
    rule: finding.rule,
    ...presentPlace(finding),
    description: finding.description,
    remediation: finding.remediation,
    complianceTags: finding.complianceTags,
    detectorId: finding.detectorId,
    exceptionId: finding.exceptionId,
    exceptionStatus: finding.exceptionStatus,
  };
}

/** Returns a finding in another file that is listed as this one. */
function presentCopy({ file, finding }: NonNullable<Finding['inFiles']>[number]) {
  return { file, id: finding.id, severity: finding.severity, ...presentPlace(finding) };
}

/**
 * Returns a finding with its places, its state in a comparison, and other rules' reports of the mistake. The command may
 * report more than the REST response.
 */
function presentWithPlaces(finding: Finding, runGate: RunGate) {
  const { group, sameMistake = [], copies, inFiles = [], trace } = finding;
  const { places = [] } = group ?? {};
  const further = copies === undefined ? [] : furtherPlaces(finding);
  const baselineState: BaselineState | undefined = baselineStateOf(finding, runGate);
  return {
    ...presentFinding(finding),
    ...(baselineState === undefined ? {} : { baselineState }),
    ...(trace === undefined ? {} : { trace: trace.map(presentStep) }),
    ...(places.length < 2 ? {} : { places: places.map(presentPlace) }),
    ...(further.length === 0 ? {} : { copies: further.map((location) => presentPlace({ location })) }),
    ...(inFiles.length === 0 ? {} : { inFiles: inFiles.map(presentCopy) }),
    ...(sameMistake.length < 2 ? {} : { sameMistake: sameMistake.slice(1).map(presentFinding) }),
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

/** Returns a report in the shape of the REST response (ValidateResponse, camelCase). */
function presentReport(report: Report, filename: string, runGate: RunGate, validationMs: number) {
  const { findings, summary } = report;
  return {
    validationId: randomUUID(),
    orgId: NO_ORGANISATION,
    passed: reportPasses(report, runGate),
    score: report.score,
    enforcementMode: runGate.mode,
    platform: platformName(report.platform),
    ruleset: report.ruleset,
    policyPackId: null,
    policyPackSlug: null,
    filename,
    label: null,
    source: null,
    summary: shownSummary(findings, summary, runGate),
    findings: shownFindings(findings, runGate).map((finding) => presentWithPlaces(finding, runGate)),
    blockingFindings: blockingIn(findings, runGate).map(presentBlocking),
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
  /** Relative to the given folder or archive; after its path when several were given. */
  readonly path: string;
  /** Wire name; null when the file was not recognised. */
  readonly platform: string | null;
  /** Kind of a recognised file; absent where the service has judged it, and for any other file. */
  readonly kind?: FileKind;
  readonly status: FileOutcome['status'];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly result: ReturnType<typeof presentReport> | null;
}

/** A finding across files; `project` is the path of their folder or archive if several paths were given. */
export type ProjectFindingEntry = ReturnType<typeof presentWithPlaces> & { readonly project?: string };

/** Verdict on one folder or archive among several paths. */
export interface ProjectEntry {
  readonly path: string;
  readonly passed: boolean;
  readonly score: number | null;
  readonly summary: Summary;
  readonly wouldBlock: number;
}

/** Comparison of a run: the number of its findings in each state. */
export interface ComparisonEntry {
  /** Baseline file or revision. */
  readonly against: string;
  /** Not there before, or milder then. */
  readonly new: number;
  readonly known: number;
  readonly gone: number;
}

/** Submission of the files to the service. */
export interface SubmissionEntry {
  readonly server: string;
  /** Id of the validation of a single file, or of a project. */
  readonly id: string;
  /** Page for people; null: there is none. */
  readonly reportUrl: string | null;
  /** Files and folders that were not sent, relative to the given folder or archive, or after its path. */
  readonly leftOut: readonly string[];
}

/** Version of the document's form; changes when a member is removed or changes its meaning. */
export const REPORT_SCHEMA_VERSION = 1;

export interface OfflineDocument {
  readonly schemaVersion: typeof REPORT_SCHEMA_VERSION;
  readonly version: string;
  /** Nothing is blocked, no file failed, and every path has a workflow or may be without one. */
  readonly passed: boolean;
  /** Of the project, or of the single file; null when no workflow was there. */
  readonly score: number | null;
  readonly summary: Summary;
  /** Findings that block, or would block in the mode `blocking`. */
  readonly wouldBlock: number;
  readonly files: readonly FileEntry[];
  readonly projectFindings: readonly ProjectFindingEntry[];
  /** Only when several paths were given. */
  readonly projects?: readonly ProjectEntry[];
  /** Only when arguments override rules: each with its level, as `UIP-SEC-001=off`. */
  readonly overrides?: readonly string[];
  /** Only when the run is compared with a baseline or a revision. */
  readonly comparison?: ComparisonEntry;
  /** Only if the service has judged the files. */
  readonly submission?: SubmissionEntry;
}

/** Puts the folder or archive in front of the paths in it, unless there is only one. */
export function shownPath({ input }: Pick<InputRun, 'input'>, file: ReportedFile, isOnly: boolean): string {
  if (isOnly) return file.path;
  return input.kind === 'file' ? input.name : joinPaths(input.name, file.path);
}

function entry(path: string, outcome: FileOutcome, runGate: RunGate): FileEntry {
  if (outcome.status !== 'completed') {
    const { status, code, message } = outcome;
    return { path, platform: null, status, error: { code, message }, result: null };
  }
  const { report, validationMs, status } = outcome;
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const platform = platformName(report.platform);
  return {
    path,
    platform,
    kind: report.kind,
    status,
    error: null,
    result: presentReport(report, filename, runGate, validationMs),
  };
}

/** Counts the listed findings by their state; absent if the run is compared with nothing. */
function comparisonOf(
  runs: readonly InputRun[],
  runGate: RunGate,
): { readonly comparison?: ComparisonEntry } {
  const { comparison } = runGate;
  if (comparison === null) return {};
  const findings = runs.flatMap((run) => [
    ...run.across,
    ...reportsOf(run).flatMap(({ report }) => listedHere(report.findings, runGate)),
  ]);
  const known = findings.filter((finding) => isKnown(finding, runGate)).length;
  const { against, goneCount } = comparison;
  return { comparison: { against, new: findings.length - known, known, gone: goneCount } };
}

/** Combines the runs of all inputs; `isIncomplete` when a path without a workflow needs one. */
export function buildDocument(
  version: string,
  runs: readonly InputRun[],
  runGate: RunGate,
  isIncomplete: boolean,
): OfflineDocument {
  const isOnly = runs.length === 1;
  const { passed, score, summary, wouldBlock } = verdictOn(runs, runGate);
  const projects = runs.filter(({ input }) => input.kind !== 'file' && input.files.length > 0);
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    version,
    passed: passed && !isIncomplete,
    score,
    summary,
    wouldBlock,
    files: runs.flatMap((run) =>
      run.input.files.map((file, i) => entry(shownPath(run, file, isOnly), run.outcomes[i]!, runGate)),
    ),
    projectFindings: runs.flatMap(({ input, across }) =>
      shownFindings(across, runGate).map((finding) => ({
        ...presentWithPlaces(finding, runGate),
        ...(isOnly ? {} : { project: input.name }),
      })),
    ),
    ...(isOnly
      ? {}
      : { projects: projects.map((run) => ({ path: run.input.name, ...verdictOn([run], runGate) })) }),
    ...(runGate.overrides && { overrides: runGate.overrides }),
    ...comparisonOf(runs, runGate),
  };
}

/** Returns the document with platforms in the requested naming. */
export function namePlatforms(document: OfflineDocument, naming: PlatformNaming): OfflineDocument {
  if (naming === 'neutral') return document;
  const files = document.files.map((file) => {
    const platform = file.platform === null ? undefined : platformFromWire(file.platform);
    if (platform === undefined) return file;
    const name = platformName(platform, naming);
    return { ...file, platform: name, result: file.result && { ...file.result, platform: name } };
  });
  return { ...document, files };
}
