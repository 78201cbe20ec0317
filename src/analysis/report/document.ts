/** Document of an offline run: the output of `--format json`, and the source of the text report. */
import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import { PIPELINE_FIELDS } from '../../contract/ci-context.ts';
import { scoredFindings } from '../engine/findings/unlisted.ts';
import { scoreOfProject } from '../engine/project-score.ts';
import { tallyOf } from '../engine/score.ts';
import { NO_DIFF } from '../model/diff.ts';
import { type Finding, locationText } from '../model/finding.ts';
import { gate } from '../model/gate.ts';
import { type PlatformNaming, platformFromWire, platformName } from '../model/platform.ts';
import { addSummaries, type EnforcementMode, type Report, type Summary, summarise } from '../model/report.ts';
import type { Severity } from '../model/rule.ts';
import type { FileOutcome, InputRun, ReportedFile, ReportedInput } from './file-outcome.ts';

/** Without a server there is no organisation: the nil UUID stands in its place. */
const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000';

/** Returns the location fields of a finding or of one of its places. */
function presentPlace({ location }: Pick<Finding, 'location'>) {
  return {
    location: locationText(location),
    // The pointer to a whole JSON document is empty: there is nothing to show.
    sourceXPath: location.path || null,
    sourceLineNumber: location.line,
  };
}

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

/**
 * Returns a finding with all its places if it stands for several: the command may report more than the REST response.
 */
function presentWithPlaces(finding: Finding) {
  const shown = presentFinding(finding);
  const { places = [] } = finding.group ?? {};
  return places.length < 2 ? shown : { ...shown, places: places.map(presentPlace) };
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

/** Conditions under which a run is blocked. */
export interface RunGate {
  readonly mode: EnforcementMode;
  /** The mildest severity that blocks. */
  readonly failOn: Severity;
}

/** Returns a report in the shape of the REST response (ValidateResponse, camelCase). */
function presentReport(report: Report, filename: string, { mode, failOn }: RunGate, validationMs: number) {
  const { passed, blocking } = gate(report.findings, mode, failOn);
  return {
    validationId: randomUUID(),
    orgId: NO_ORGANISATION,
    passed,
    score: report.score,
    enforcementMode: mode,
    platform: platformName(report.platform),
    ruleset: report.ruleset,
    policyPackId: null,
    policyPackSlug: null,
    filename,
    label: null,
    source: null,
    summary: report.summary,
    findings: report.findings.map(presentWithPlaces),
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
  /** Relative to the given folder or archive; after its path when several were given. */
  readonly path: string;
  /** Wire name; null when the file was not recognised. */
  readonly platform: string | null;
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
  readonly files: readonly FileEntry[];
  readonly projectFindings: readonly ProjectFindingEntry[];
  /** Only when several paths were given. */
  readonly projects?: readonly ProjectEntry[];
}

/** Puts the folder or archive in front of the paths in it, unless there is only one. */
function shownPath({ input }: InputRun, file: ReportedFile, isOnly: boolean): string {
  if (isOnly) return file.path;
  return input.kind === 'file' ? input.name : posix.join(input.name, file.path);
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
    status,
    error: null,
    result: presentReport(report, filename, runGate, validationMs),
  };
}

/** Returns the reports of a run, each with a path that is unique among all inputs. */
function reportsOf({ input, outcomes }: InputRun) {
  return outcomes.flatMap((outcome, i) =>
    outcome.status === 'completed'
      ? [{ path: pathIn(input, input.files[i]!.path), report: outcome.report }]
      : [],
  );
}

const pathIn = ({ realPath }: ReportedInput, path: string): string => `${realPath}#${path}`;

/** Returns the findings across the files of a run, with the file's path from `reportsOf` before each place. */
function acrossOf({ input, across }: InputRun): readonly Finding[] {
  return across.map((finding) => {
    const [path = '', ...names] = finding.location.names;
    return { ...finding, location: { ...finding.location, names: [pathIn(input, path), ...names] } };
  });
}

function findingsOf(runs: readonly InputRun[]): readonly Finding[] {
  return runs.flatMap((run) => [...run.across, ...reportsOf(run).flatMap(({ report }) => report.findings)]);
}

/** Returns the project score of all files together; of a single file its own; null when there was no workflow. */
function scoreOfRuns(runs: readonly InputRun[]): number | null {
  const reports = runs.flatMap(reportsOf);
  const [first] = reports;
  if (first === undefined) return null;
  if (runs.every(({ input }) => input.kind === 'file') && reports.length === 1) return first.report.score;
  const files = reports.map(({ path, report }) => ({ path, tally: tallyOf(scoredFindings(report)) }));
  return scoreOfProject({ fileCount: reports.length, files, across: runs.flatMap(acrossOf) });
}

/** Returns pass or fail, score and counts of one input or of several together. */
function verdictOn(runs: readonly InputRun[], runGate: RunGate) {
  const outcomes = runs.flatMap((run) => run.outcomes);
  const summaries = runs.flatMap(reportsOf).map(({ report }) => report.summary);
  return {
    passed: !isBlocked(runs, runGate) && outcomes.every(({ status }) => status !== 'failed'),
    score: scoreOfRuns(runs),
    summary: summaries.reduce(addSummaries, summarise(runs.flatMap(({ across }) => across))),
  };
}

/** Returns whether a finding blocks, in a file or between files. */
export function isBlocked(runs: readonly InputRun[], { mode, failOn }: RunGate): boolean {
  return !gate(findingsOf(runs), mode, failOn).passed;
}

/** Combines the runs of all inputs; `isIncomplete` when a path without a workflow needs one. */
export function buildDocument(
  version: string,
  runs: readonly InputRun[],
  runGate: RunGate,
  isIncomplete: boolean,
): OfflineDocument {
  const isOnly = runs.length === 1;
  const { passed, score, summary } = verdictOn(runs, runGate);
  const projects = runs.filter(({ input }) => input.kind !== 'file' && input.files.length > 0);
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    version,
    passed: passed && !isIncomplete,
    score,
    summary,
    files: runs.flatMap((run) =>
      run.input.files.map((file, i) => entry(shownPath(run, file, isOnly), run.outcomes[i]!, runGate)),
    ),
    projectFindings: runs.flatMap(({ input, across }) =>
      across.map((finding) => ({
        ...presentWithPlaces(finding),
        ...(isOnly ? {} : { project: input.name }),
      })),
    ),
    ...(isOnly
      ? {}
      : { projects: projects.map((run) => ({ path: run.input.name, ...verdictOn([run], runGate) })) }),
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
