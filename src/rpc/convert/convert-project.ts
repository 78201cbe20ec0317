/** Converts projects from domain records to protobuf messages. */

import { gate } from '../../analysis/model/gate.ts';
import { type PlatformNaming, platformName } from '../../analysis/model/platform.ts';
import { type Complete, withoutNulls } from '../../contract/complete.ts';
import type {
  ProjectItem as ItemMessage,
  Project,
  ProjectBlockingFinding,
  ProjectFileFindings,
  ProjectSummary as SummaryMessage,
  WatchProjectResponse,
} from '../../gen/flowarden/v1/project.ts';
import type { BlockingInProject } from '../../service/projects/gate-project.ts';
import type { ProjectProgress, ReadProject } from '../../service/projects/read-project.ts';
import type { FileFindings } from '../../service/projects/store/file-findings.ts';
import type { ProjectSummary } from '../../service/projects/store/project-list.ts';
import type { ProjectItem, ProjectRecord, StoredError } from '../../service/projects/store/project-record.ts';
import {
  type AnswerStyle,
  toBlockingFinding,
  toDiff,
  toFinding,
  toPipeline,
  toTags,
} from './convert-result.ts';

/** Converts a project with a page of its files. */
export function toProject(
  { project, counts, items, nextCursor, blocking }: ReadProject,
  { baseUrl, platformNames }: AnswerStyle,
): Complete<Project> {
  const { result } = project;
  const shown = withoutNulls(project);
  return {
    projectValidationId: project.id,
    orgId: project.orgId,
    status: project.status,
    ...toTags(project),
    filename: project.filename,
    sizeBytes: project.contentBytes,
    sha256: project.contentSha256,
    fileCount: project.fileCount,
    processedCount: counts.processed,
    failedCount: counts.failed,
    skippedCount: counts.skipped,
    // A project that failed has no result, and has not passed either.
    passed: project.status === 'failed' ? false : result?.passed,
    score: result?.score ?? undefined,
    enforcementMode: project.enforcementMode,
    summary: result?.summary,
    items: items.map((item) => toItem(item, platformNames)),
    itemsNextCursor: nextCursor ?? '',
    projectFindings: (result?.findings ?? []).map(toFinding),
    pipeline: toPipeline(project.pipeline),
    diff: result ? toDiff(result.diff, project.filename) : undefined,
    error: toError(project.error),
    queuedAt: project.createdAt,
    startedAt: shown.startedAt,
    completedAt: shown.completedAt,
    durationMs: durationOf(project),
    reportUrl: projectUrl(baseUrl, project.id),
    ruleset: project.ruleset,
    environment: shown.environment,
    blockingFindings: blocking.findings.map(toBlocking),
    blockingFindingsCount: blocking.count,
    wouldBlock: result?.wouldBlockCount ?? undefined,
    metadataIgnored: [...(project.pipeline.ignored ?? [])],
  };
}

/** Converts the findings of a file, including the ones that block its project. */
export function toFileFindings(
  { path, findings, total }: FileFindings,
  { enforcementMode, failOn }: Pick<ProjectRecord, 'enforcementMode' | 'failOn'>,
): Complete<ProjectFileFindings> {
  const { blocking } = gate(findings, enforcementMode, failOn);
  return { path, findings: findings.map(toFinding), blockingIds: blocking.map(({ id }) => id), total };
}

/** Converts a project to an entry of the list. */
export function toProjectSummary(
  project: ProjectSummary,
  { baseUrl }: AnswerStyle,
): Complete<SummaryMessage> {
  const shown = withoutNulls(project);
  return {
    projectValidationId: project.id,
    status: project.status,
    passed: shown.passed,
    wouldBlock: shown.wouldBlockCount,
    score: shown.score,
    enforcementMode: project.enforcementMode,
    ruleset: project.ruleset,
    environment: shown.environment,
    filename: project.filename,
    fileCount: project.fileCount,
    ...toTags(project),
    summary: shown.summary,
    pipeline: toPipeline(project.pipeline),
    error: toError(project.error),
    queuedAt: project.createdAt,
    startedAt: shown.startedAt,
    completedAt: shown.completedAt,
    durationMs: durationOf(project),
    ownerName: shown.ownerName,
    reportUrl: projectUrl(baseUrl, project.id),
    processedCount: project.processedCount,
    failedCount: shown.failedCount,
    skippedCount: shown.skippedCount,
    scoreDelta: shown.scoreDelta,
    isRegression: shown.isRegression,
    newFindingsCount: shown.newFindingsCount,
  };
}

/** Returns the address of a project's page. */
export function projectUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/projects/${id}`;
}

function durationOf({
  startedAt,
  completedAt,
}: Pick<ProjectRecord, 'startedAt' | 'completedAt'>): number | undefined {
  return startedAt === null || completedAt === null ? undefined : completedAt.getTime() - startedAt.getTime();
}

function toBlocking({ path, validationId, finding }: BlockingInProject): Complete<ProjectBlockingFinding> {
  return {
    path,
    validationId: validationId ?? undefined,
    catalogRuleId: finding.ruleId,
    ...toBlockingFinding(finding),
  };
}

function toItem(item: ProjectItem, naming: PlatformNaming | undefined): Complete<ItemMessage> {
  return {
    path: item.path,
    platform: item.platform === null ? undefined : platformName(item.platform, naming),
    status: item.status,
    validationId: item.validationId ?? undefined,
    passed: item.passed ?? undefined,
    score: item.score ?? undefined,
    summary: item.summary ?? undefined,
    error: toError(item.error),
    wouldBlock: item.wouldBlockCount ?? undefined,
    listedElsewhere: [...item.listedElsewhere],
  };
}

function toError(error: StoredError | null): StoredError | undefined {
  return error === null ? undefined : { code: error.code, message: error.message };
}

/** Converts the progress of a project. */
export function toProgress(progress: ProjectProgress): Complete<WatchProjectResponse> {
  return {
    status: progress.status,
    fileCount: progress.fileCount,
    processedCount: progress.processed,
    failedCount: progress.failed,
    skippedCount: progress.skipped,
    currentPath: progress.currentPath ?? undefined,
  };
}
