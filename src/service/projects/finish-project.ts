/** Completes a project whose files are all done: what is wrong between them, the score of all, what has changed. */

import { exceptionFinder, markFindings } from '../../analysis/engine/apply-exceptions.ts';
import type { FindException } from '../../analysis/engine/apply-group-exceptions.ts';
import { summaryAfter } from '../../analysis/engine/findings/fold-found.ts';
import {
  CONDITION_RULE,
  conditionFindings,
  type GateFacts,
  limitsNew,
  NOTHING_NEW,
  withConditions,
} from '../../analysis/engine/gate-conditions.ts';
import type { ProjectReport } from '../../analysis/engine/project/project-report.ts';
import { PROJECT_SCORE_VERSION, scoreOfProject } from '../../analysis/engine/project-score.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { gate, unlistedBlocking } from '../../analysis/model/gate.ts';
import type { PolicyGate } from '../../analysis/model/policy.ts';
import { addSummaries, summarise } from '../../analysis/model/report.ts';
import type { ScopedException } from '../../contract/exception.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { archivedFileOf, forExceptions, isForFile } from '../../contract/runs/same-file.ts';
import { AppError } from '../../errors.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { formatNumber } from '../../text/format.ts';
import { MIB } from '../../units.ts';
import { listExceptionsOf } from '../exceptions/exceptions-store.ts';
import { endProject } from './end-project.ts';
import { type Basis, basisOf, rulesDigestOf } from './files/inputs-digest.ts';
import { PROJECT_LIMITS } from './limits.ts';
import { countNewInProject } from './new-findings.ts';
import type { ProjectDeps, ProjectKey } from './project-deps.ts';
import { compareProject } from './project-diff.ts';
import { countBlockingInFiles } from './store/blocking-findings.ts';
import { findCallGraph } from './store/call-graphs.ts';
import { foldCopiesInProject } from './store/copies-in-files.ts';
import { countOnBasis, findFailedItem, listOpenShards } from './store/project-items.ts';
import type { ProjectRecord, ProjectResult, StoredError } from './store/project-record.ts';
import {
  type FileTotals,
  listFacts,
  listFailedRules,
  listPaths,
  listTallies,
  sumFacts,
  sumFiles,
} from './store/project-sums.ts';
import { findProject } from './store/projects.ts';

/** Facts that the files of a project share with each other, in characters of JSON. */
export const PROJECT_FACTS_CHARACTERS_MAX = 64 * MIB;

/** Would be so with every attempt. */
const TOO_MUCH: StoredError = {
  code: 'structure_limit_exceeded',
  message: 'The files of the project call each other more than can be followed at once. Split the project.',
};

/** The rules across files were stopped. */
const TOO_LONG: StoredError = {
  code: 'validation_timeout',
  message: `To judge the files of the project together took longer than ${PROJECT_LIMITS.projectJudgeMsMax / 1000} s. Split the project.`,
};

/** Report across files. */
type Across = Pick<
  ProjectReport,
  'findings' | 'summary' | 'evaluatedRuleIds' | 'ruleErrors' | 'callGraph' | 'isNothingAnalysed'
>;

/** Completes the project. Harmless when it has ended, or when files are left to do. Returns the rules that failed. */
export async function finishProject(
  deps: Pick<ProjectDeps, 'sql' | 'pool' | 'policies' | 'digestOf' | 'engineVersion' | 'contentSeal'>,
  key: ProjectKey,
  signal: AbortSignal,
): Promise<ProjectResult['ruleErrors']> {
  const { orgId, projectId } = key;
  const project = await withOrganisation(deps.sql, orgId, (inner) => findProject(inner, projectId));
  if (project?.status !== 'running') return [];
  const rules = await deps.policies.rulesOf(orgId, project);
  const digest = await rulesDigestOf(deps, project);
  const facts = await withOrganisation(deps.sql, orgId, async (inner) => {
    if ((await listOpenShards(inner, projectId))?.length !== 0) return undefined;
    const files = await sumFiles(inner, projectId);
    const isEmpty = files.completed === 0 && (files.failed > 0 || (await sumFacts(inner, projectId)) === 0);
    if (isEmpty) {
      await endProject(inner, projectId, { error: await nothingValidated(inner, project, files) });
      return undefined;
    }
    const basis = await basisOf(inner, deps, project, digest, new Date());
    const same = await findSame(inner, project, basis);
    if (same === undefined) return gather(inner, projectId);
    const result = await evaluate(inner, project, same, rules.gate);
    await endProject(inner, projectId, { result, basis: basis.hash, callGraph: same.callGraph });
    return undefined;
  });
  if (facts === undefined) return [];
  const report = await deps.pool
    .judge(
      {
        ...facts,
        ruleset: rules.rules,
        findingsMax: CONTRACT_LIMITS.findingsStoredMax,
        blockUnanalysed: project.blockUnanalysed,
      },
      { tenant: orgId, timeoutMs: PROJECT_LIMITS.projectJudgeMsMax, signal },
    )
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'validation_timeout') return undefined;
      throw error;
    });
  if (report === undefined) {
    // Another attempt would take as long.
    await withOrganisation(deps.sql, orgId, (inner) => endProject(inner, projectId, { error: TOO_LONG }));
    return [];
  }
  await withOrganisation(deps.sql, orgId, async (inner) => {
    const at = new Date();
    const files = await sumFiles(inner, projectId);
    if (files.completed === 0 && report.findings.length === 0) {
      await endProject(inner, projectId, { error: await nothingValidated(inner, project, files) });
      return;
    }
    const basis = await basisOf(inner, deps, project, digest, at);
    const marked = basis.hasExceptions ? await markAcross(inner, project, report, at) : report;
    const result = await evaluate(inner, project, marked, rules.gate);
    await endProject(inner, projectId, { result, basis: basis.hash, callGraph: report.callGraph });
  });
  return report.ruleErrors;
}

/** Explains why no file of a project has a result: none is a workflow, or the error of the first that failed. */
async function nothingValidated(
  sql: TenantTransaction,
  { id, fileCount }: ProjectRecord,
  files: FileTotals,
): Promise<StoredError> {
  const failed = files.failed === 0 ? undefined : await findFailedItem(sql, id);
  if (failed !== undefined) {
    const { code, message } = failed.error;
    return {
      code,
      message: `No file could be validated. The first one, ${JSON.stringify(failed.path)}: ${message}`,
    };
  }
  return {
    code: 'unsupported_file_type',
    message: `No file in the archive is a workflow of a supported platform; it has ${formatNumber(fileCount)} of other kinds. Check what was packed.`,
  };
}

/** Finds the report across files of the previous run, waivers included; undefined when one of its inputs has changed. */
async function findSame(
  sql: TenantTransaction,
  project: ProjectRecord,
  { hash }: Basis,
): Promise<Across | undefined> {
  const { id, previousId, contentSha256, fileCount } = project;
  const previous = previousId === null ? undefined : await findProject(sql, previousId);
  if (previous?.contentSha256 !== contentSha256 || previous.basis !== hash) return undefined;
  // A rule that has failed may have been out of time only.
  const { result } = previous;
  if (result === null || result.ruleErrors.length > 0) return undefined;
  // The true totals of a list that may have been cut are not stored.
  if (result.findings.length >= CONTRACT_LIMITS.findingsStoredMax) return undefined;
  const counts = await Promise.all([countOnBasis(sql, id, hash), countOnBasis(sql, previous.id, hash)]);
  if (!counts.every((count) => count === fileCount)) return undefined;
  const callGraph = await findCallGraph(sql, previous.id);
  if (callGraph === undefined) return undefined;
  const findings = result.findings.filter(({ ruleId }) => ruleId !== CONDITION_RULE);
  const isNothingAnalysed = result.score === null;
  return { ...result, findings, summary: summarise(findings), callGraph, isNothingAnalysed };
}

/** Reads the inputs of the rules across files; null when they exceed the limit, which ends the project. */
async function gather(sql: TenantTransaction, projectId: string) {
  const characters = await sumFacts(sql, projectId);
  if (characters > PROJECT_FACTS_CHARACTERS_MAX) {
    await endProject(sql, projectId, { error: TOO_MUCH });
    return undefined;
  }
  const paths = await listPaths(sql, projectId);
  return { paths, factsTexts: await listFacts(sql, projectId) };
}

async function evaluate(
  sql: TenantTransaction,
  project: ProjectRecord,
  report: Across,
  terms: PolicyGate,
): Promise<ProjectResult> {
  const { id, enforcementMode, filename } = project;
  await foldCopiesInProject(sql, id, terms.failOn);
  const files = await sumFiles(sql, id);
  const tallies = await listTallies(sql, id);
  // Without a workflow, the files with findings count, which were read as parts of the project.
  const fileCount = files.completed || new Set(report.findings.map(fileOf)).size;
  const scored = { fileCount, files: tallies, across: report.findings };
  const score = report.isNothingAnalysed ? null : scoreOfProject(scored);
  const ofGate = tallies.map(({ path, gateTally }) => ({ path, tally: gateTally }));
  const scores =
    score === null ? null : { score, scoreWithoutNotes: scoreOfProject({ ...scored, files: ofGate }) };
  const { findings: compared, diff } = await compareProject(
    sql,
    project,
    report.evaluatedRuleIds,
    report.findings,
    score,
  );
  // Unanalysed files count for no condition: they have not passed anyway.
  const conditions =
    scores === null
      ? []
      : conditionFindings(
          terms,
          await gateFacts(sql, project, { ...report, findings: compared }, { terms, scores }),
          { artifactKey: filename, name: filename },
        );
  const findings = withConditions(compared, conditions);
  const across = gate(findings, enforcementMode, terms.failOn);
  const unlisted = unlistedBlocking(report);
  return {
    passed: !report.isNothingAnalysed && files.passed && files.failed === 0 && across.passed,
    wouldBlockCount: across.wouldBlock + unlisted + (await countBlockingInFiles(sql, id)),
    score,
    scoreVersion: PROJECT_SCORE_VERSION,
    summary: [report.summary, summarise(conditions)].reduce(addSummaries, files.summary),
    findings,
    ruleErrors: report.ruleErrors,
    evaluatedRuleIds: report.evaluatedRuleIds,
    diff,
  };
}

type ProjectScores = Pick<GateFacts, 'score' | 'scoreWithoutNotes'>;

/** Reads the facts that the conditions of the gate test. */
async function gateFacts(
  sql: TenantTransaction,
  project: ProjectRecord,
  report: Across,
  { terms, scores }: { readonly terms: PolicyGate; readonly scores: ProjectScores },
): Promise<GateFacts> {
  const ofFiles = terms.notEvaluatedMax === null ? [] : await listFailedRules(sql, project.id);
  const ofProject = report.ruleErrors.map(({ ruleId }) => ruleId);
  const newCounts = limitsNew(terms) ? await countNewInProject(sql, project, report.findings) : NOTHING_NEW;
  return { ...scores, newCounts, unfinishedRuleIds: [...ofFiles, ...ofProject] };
}

/** The report with the exceptions that concern it. */
async function markAcross(
  sql: TenantTransaction,
  project: ProjectRecord,
  report: ProjectReport,
  at: Date,
): Promise<ProjectReport> {
  const find = await findAcross(sql, project, report, at);
  const findings = markFindings(report.findings, find);
  return { ...report, findings, summary: summaryAfter(report, findings) };
}

const fileOf = ({ location }: Pick<Finding, 'location'>): string => location.names[0] ?? '';

/** Looks a place up in its own file. An exception for a group covers its places in other files too. */
async function findAcross(
  sql: TenantTransaction,
  { pipeline }: ProjectRecord,
  report: ProjectReport,
  at: Date,
): Promise<FindException> {
  const how = { now: at, isHiding: unlistedBlocking(report) > 0 };
  const places = report.findings.flatMap((finding) => finding.group?.places ?? [finding]);
  const files = [...new Set(places.map(fileOf))].map((path) =>
    forExceptions(archivedFileOf(path, pipeline), pipeline),
  );
  const exceptionsOf = await listExceptionsOf(sql, files, at);
  const ofFiles = new Map<string, FindException>();
  const ofGroups = new Map<string, ScopedException>();
  for (const file of files) {
    const own = exceptionsOf(file).filter((exception) => isForFile(exception, file));
    ofFiles.set(file.path, exceptionFinder(own, how));
    for (const exception of own) if (exception.places !== null) ofGroups.set(exception.id, exception);
  }
  const findInGroups = exceptionFinder([...ofGroups.values()], how);
  return (finding) => {
    const own = ofFiles.get(fileOf(finding))!(finding);
    return own?.state === 'approved' ? own : (findInGroups(finding) ?? own);
  };
}
