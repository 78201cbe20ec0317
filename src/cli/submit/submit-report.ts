/** Report of a submission, in the forms that all formats are written from. */

import { platformFromWire } from '../../analysis/model/platform.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import { type OfflineDocument, REPORT_SCHEMA_VERSION } from '../../analysis/report/document.ts';
import { isWorkflow } from '../../analysis/report/file-outcome.ts';
import type { ReportView, ViewFile, ViewFinding, ViewPlace } from '../../analysis/report/report-view.ts';
import { rulesOfRun } from '../../analysis/report/view-rules.ts';
import { viewStored } from '../../analysis/report/view-stored.ts';
import type { Outcome, SubmittedFile } from './outcome.ts';
import type { JudgedFinding, JudgedResult, SubmittedCopy } from './stored-findings.ts';

/** Facts of a submission besides its outcome. */
export interface SubmissionFacts {
  readonly version: string;
  /** Address of the service. */
  readonly server: string;
  /** Files and folders that were not sent. */
  readonly leftOut: readonly string[];
  /** Sentences about paths without a workflow. */
  readonly problems: readonly string[];
}

/** Returns the document: the JSON report, and the source of the text report. */
export function submissionDocument(
  { id, reportUrl, passed, score, summary, wouldBlock, files, across }: Outcome,
  { version, server, leftOut, problems }: SubmissionFacts,
): OfflineDocument {
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    version,
    passed: passed && problems.length === 0,
    score,
    summary,
    wouldBlock,
    files: files.map(({ sent, path, platform, status, error, result }) => ({
      path: sent?.shownPath ?? path,
      platform,
      status,
      error,
      result: result && shownResult(result),
    })),
    projectFindings: across.map(shownFinding),
    submission: { server, id, reportUrl, leftOut },
  };
}

type ShownResult = NonNullable<OfflineDocument['files'][number]['result']>;
type ShownFinding = OfflineDocument['projectFindings'][number];

/** The lists of values of the service are those of the engine; its types call them texts. */
function shownFinding({ blocks: _, inFiles, sourceXPath, ...finding }: JudgedFinding): ShownFinding {
  const copies = inFiles === undefined ? {} : { inFiles: inFiles.map(shownCopy) };
  return { ...finding, ...copies, sourceXPath: sourceXPath || null } as ShownFinding;
}

function shownCopy({ file, finding }: SubmittedCopy) {
  const { id, severity, location, sourceXPath, sourceLineNumber } = finding;
  return { file, id, severity, location, sourceXPath: sourceXPath || null, sourceLineNumber };
}

function shownResult({ findings, ...result }: JudgedResult): ShownResult {
  const shown = {
    ...result,
    findings: findings.map(shownFinding),
    blockingFindings: findings.filter(({ blocks }) => blocks).map(blockingEntry),
  };
  return shown as unknown as ShownResult;
}

/** Returns the members that the list of blocking findings has of one. */
function blockingEntry(finding: JudgedFinding) {
  const { id, severity, rule, location, sourceXPath, detectorId, exceptionId, exceptionStatus } =
    shownFinding(finding);
  const { sourceLineNumber } = finding;
  return {
    id,
    severity,
    rule,
    location,
    sourceXPath,
    sourceLineNumber,
    detectorId,
    exceptionId,
    exceptionStatus,
  };
}

/** Returns the view: the source of the formats for pipelines. */
export function submissionView(
  outcome: Outcome,
  { version, server, problems }: SubmissionFacts,
  catalogue: readonly Rule[],
): ReportView {
  const { passed, score, summary, wouldBlock, mode, files } = outcome;
  const rules = new Map(catalogue.map((rule) => [rule.id, rule]));
  const parts = [...files.flatMap((file) => partOf(file, rules)), ...betweenFiles(outcome, rules)];
  const platforms = files.flatMap(({ platform }) => platformFromWire(platform ?? '') ?? []);
  return {
    version,
    mode,
    overrides: [],
    verdict: {
      passed: passed && problems.length === 0,
      score,
      summary,
      wouldBlock,
      fileCount: files.filter(({ status }) => status === 'completed').length,
    },
    rules: rulesOfRun(catalogue, rulesetOf(outcome), new Set(platforms)),
    baseUrl: server,
    problems,
    files: [...Map.groupBy(parts, ({ path }) => path)].map(([path, own]) => ({
      path,
      errors: own.flatMap(({ errors }) => errors),
      findings: own.flatMap(({ findings }) => findings),
      unlisted: own.reduce((sum, { unlisted }) => sum + unlisted, 0),
    })),
  };
}

/** Returns the ruleset; the default one for one of the organisation's own, which only the service knows. */
function rulesetOf({ ruleset }: Outcome): BuiltinRuleset {
  return (Object.keys(BUILTIN_RULESETS) as BuiltinRuleset[]).find((name) => name === ruleset) ?? 'default';
}

type Rules = ReadonlyMap<string, Rule>;

function partOf({ sent, path, status, error, result }: SubmittedFile, rules: Rules): readonly ViewFile[] {
  if (!isWorkflow({ status })) return [];
  const diskPath = sent?.diskPath ?? path;
  const member = sent?.member ?? null;
  if (status === 'failed') {
    const message = error?.message ?? '';
    const errors = [member === null ? message : `${member}: ${message}`];
    return [{ path: diskPath, errors, findings: [], unlisted: 0 }];
  }
  const findings = (result?.findings ?? []).map((finding) => viewOf(finding, rules, member, member !== null));
  const unlisted = result === null ? 0 : result.summary.total - findings.length;
  return [{ path: diskPath, errors: [], findings, unlisted }];
}

function viewOf(
  finding: JudgedFinding,
  rules: Rules,
  member: string | null,
  isArchived: boolean,
): ViewFinding {
  const { blocks, inFiles = [] } = finding;
  const rule = rules.get(finding.catalogRuleId);
  const further = inFiles.map((copy): ViewPlace => {
    const at = { member: copy.member, isArchived: copy.member !== null, blocks, rule };
    const { place, line, column } = viewStored(copy.finding, at);
    return { path: copy.diskPath, place, line, column };
  });
  return { ...viewStored(finding, { member, isArchived, blocks, rule }), further };
}

const NAMES_SEPARATOR = ' › ';

/** Returns the findings across files, each at the file that its location begins with. */
function betweenFiles({ across, files }: Outcome, rules: Rules): readonly ViewFile[] {
  const byPath = new Map(files.map((file) => [file.path, file.sent]));
  return across.map((finding) => {
    const [name = ''] = finding.location.split(NAMES_SEPARATOR, 1);
    const sent = byPath.get(name);
    const findings = [viewOf(finding, rules, null, sent?.member != null)];
    return { path: sent?.diskPath ?? name, errors: [], findings, unlisted: 0 };
  });
}
