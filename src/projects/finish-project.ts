/** Completes a project whose files are all done: what is wrong between them, the score of all, what has changed. */
import { markFindings } from '../engine/exceptions.ts';
import type { ProjectReport } from '../engine/project/project-report.ts';
import { addTallies, SCORE_VERSION, scoreOfTally, tallyOf } from '../engine/score.ts';
import { LIMITS } from '../limits.ts';
import type { Finding } from '../model/finding.ts';
import { originOf } from '../model/pipeline.ts';
import { gate, type Summary, summarise } from '../model/report.ts';
import { withOrganisation } from '../store/database.ts';
import { hasExceptions, listExceptionsOf } from '../store/exceptions.ts';
import { listOpenShards } from '../store/project-items.ts';
import type { ProjectRecord, ProjectResult, StoredError } from '../store/project-record.ts';
import { listFacts, listPaths, listTallies, sumFacts, sumFiles } from '../store/project-sums.ts';
import { findProject } from '../store/projects.ts';
import type { Transaction } from '../store/transaction.ts';
import { endProject } from './end-project.ts';
import { compareProject } from './project-diff.ts';
import type { ProjectKey, ProjectTools } from './tools.ts';

/** Would be so with every attempt. */
const TOO_MUCH: StoredError = {
  code: 'structure_limit_exceeded',
  message: 'The files of the project call each other more than can be followed at once. Split the project.',
};

/** Completes the project. Harmless when it has ended, or when files are left to do. Returns the rules that failed. */
export async function finishProject(
  tools: ProjectTools,
  key: ProjectKey,
  signal: AbortSignal,
): Promise<ProjectResult['ruleErrors']> {
  const { orgId, projectId } = key;
  const known = await withOrganisation(tools.sql, orgId, async (inner) => {
    const found = await gather(inner, key);
    if (found !== 'too much') return found;
    await endProject(inner, key, { error: TOO_MUCH });
    return null;
  });
  if (known === null) return [];
  const { project, paths, factsTexts } = known;
  const report = await tools.pool.judge(
    { factsTexts, paths, ruleset: project.ruleset, findingsMax: LIMITS.findingsStoredMax },
    { timeoutMs: LIMITS.projectJudgeMsMax, signal },
  );
  await withOrganisation(tools.sql, orgId, async (inner) => {
    const result = await conclude(inner, project, report);
    await endProject(inner, { orgId, projectId }, { result });
  });
  return report.ruleErrors;
}

/** What the rules across files look at; null when they have nothing to do, or that it is more than they can take. */
async function gather(sql: Transaction, { orgId, projectId }: ProjectKey) {
  const project = await findProject(sql, orgId, projectId);
  if (project?.status !== 'running') return null;
  if ((await listOpenShards(sql, orgId, projectId))?.length !== 0) return null;
  const characters = await sumFacts(sql, orgId, projectId);
  if (characters > LIMITS.projectFactsCharactersMax) return 'too much';
  const paths = await listPaths(sql, orgId, projectId);
  return { project, paths, factsTexts: await listFacts(sql, orgId, projectId) };
}

async function conclude(
  sql: Transaction,
  project: ProjectRecord,
  report: ProjectReport,
): Promise<ProjectResult> {
  const { orgId, id, enforcementMode } = project;
  const files = await sumFiles(sql, orgId, id);
  const marked = await markAcross(sql, project, report.findings);
  const tallies = await listTallies(sql, orgId, id);
  // Without a workflow there is nothing that could be healthy.
  const score = files.completed === 0 ? null : scoreOfTally(addTallies([...tallies, tallyOf(marked)]));
  const { findings, diff } = await compareProject(sql, project, report, marked, score);
  return {
    passed: files.passed && files.failed === 0 && gate(findings, enforcementMode).passed,
    score,
    scoreVersion: SCORE_VERSION,
    summary: addSummaries(files.summary, summarise(findings)),
    findings,
    ruleErrors: report.ruleErrors,
    evaluatedRuleIds: report.evaluatedRuleIds,
    diff,
  };
}

/** The findings with the exceptions that concern them, each looked up for the file that it stands in. */
async function markAcross(
  sql: Transaction,
  { orgId, pipeline }: ProjectRecord,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  if (findings.length === 0 || !(await hasExceptions(sql, orgId))) return findings;
  const now = new Date();
  const repository = originOf(pipeline);
  const marked = new Map<Finding, Finding>();
  for (const [filename = '', group] of Map.groupBy(findings, ({ location }) => location.names[0])) {
    const target = { filename, repository };
    const exceptions = await listExceptionsOf(sql, orgId, target, now);
    const after = markFindings(group, target, exceptions, now);
    for (const [index, finding] of group.entries()) marked.set(finding, after[index]!);
  }
  return findings.map((finding) => marked.get(finding)!);
}

function addSummaries(a: Summary, b: Summary): Summary {
  return {
    critical: a.critical + b.critical,
    high: a.high + b.high,
    medium: a.medium + b.medium,
    low: a.low + b.low,
    total: a.total + b.total,
  };
}
