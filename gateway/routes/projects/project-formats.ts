/** Projects in the formats that pipelines read: the findings of all files, and those between them. */
import type { EnforcementMode } from '../../../src/analysis/model/report.ts';
import type { ReportView, ViewFile } from '../../../src/analysis/report/report-view.ts';
import { viewStored } from '../../../src/analysis/report/view-stored.ts';
import {
  type Project,
  type ProjectFileFindings,
  type ProjectItem,
  ProjectServiceService,
} from '../../../src/gen/flowarden/v1/project.ts';
import type { Finding } from '../../../src/gen/flowarden/v1/report.ts';
import type { Rule } from '../../../src/gen/flowarden/v1/rule.ts';
import { programVersion } from '../../../src/infra/process/install-root.ts';
import { READ_TIME } from '../../core/client.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';
import {
  converted,
  type FormatDeps,
  type FormatName,
  type FormattedAnswer,
  listedRules,
  rulesOfRun,
  writeFormat,
} from '../validations/result-formats.ts';

/** Returns a completed project as a text in the format, with its content type. `project` has the first page of files. */
export async function formattedProject(
  name: FormatName,
  project: Project,
  deps: FormatDeps,
): Promise<FormattedAnswer> {
  const { core, context, baseUrl } = deps;
  const [rules, items, findings] = await Promise.all([
    rulesOfRun(project.ruleset, '', { core, context }),
    allItems(project, deps),
    allFindings(project, deps),
  ]);
  return writeFormat(name, await viewOf(project, { rules, items, findings, baseUrl }));
}

/** Reads the files behind the first page. */
async function allItems(project: Project, { core, context }: FormatDeps): Promise<readonly ProjectItem[]> {
  const items = [...project.items];
  for (let cursor = project.itemsNextCursor; cursor !== ''; ) {
    const request = { projectValidationId: project.projectValidationId, cursor, waitSeconds: 0, gate: false };
    const page = (await core.call(ProjectServiceService.getProject, request, context, READ_TIME)).project;
    items.push(...(page?.items ?? []));
    cursor = page?.itemsNextCursor ?? '';
  }
  return items;
}

/** Reads findings up to the limit of one report; the remaining files are only counted. */
async function allFindings(
  { projectValidationId }: Project,
  { core, context }: FormatDeps,
): Promise<readonly ProjectFileFindings[]> {
  const files: ProjectFileFindings[] = [];
  let count = 0;
  let cursor = '';
  do {
    const request = { projectValidationId, cursor };
    const page = await core.call(ProjectServiceService.listProjectFindings, request, context, READ_TIME);
    for (const file of page.files) {
      const room = GATEWAY_LIMITS.projectReportFindingsMax - count;
      count += file.findings.length;
      files.push(
        room >= file.findings.length
          ? file
          : { ...file, findings: file.findings.slice(0, Math.max(0, room)) },
      );
    }
    cursor = page.nextCursor;
  } while (cursor !== '' && count < GATEWAY_LIMITS.projectReportFindingsMax);
  return files;
}

/** Parts of a project that its view is built from. */
interface ProjectParts {
  readonly rules: readonly Rule[];
  readonly items: readonly ProjectItem[];
  readonly findings: readonly ProjectFileFindings[];
  readonly baseUrl: string;
}

async function viewOf(
  project: Project,
  { rules, items, findings, baseUrl }: ProjectParts,
): Promise<ReportView> {
  const byId = new Map(rules.map((rule) => [rule.ruleId, rule]));
  const view = (finding: Finding, blocks: boolean) =>
    viewStored(finding, { member: null, isArchived: false, blocks, rule: byId.get(finding.catalogRuleId) });
  const ofFile = new Map(findings.map((file) => [file.path, file]));
  const files: ViewFile[] = [];
  for (const { path, status, error, summary } of items) {
    if (status === 'failed')
      files.push({ path, errors: [error?.message ?? 'It failed.'], findings: [], unlisted: 0 });
    if (status !== 'completed') continue;
    const file = ofFile.get(path);
    const blocking = new Set(file?.blockingIds);
    const shown = await converted(file?.findings ?? [], (finding) => view(finding, blocking.has(finding.id)));
    files.push({ path, errors: [], findings: shown, unlisted: (summary?.total ?? 0) - shown.length });
  }
  const blockingAcross = new Set(
    project.blockingFindings.filter(({ validationId }) => validationId === undefined).map(({ id }) => id),
  );
  const paths = new Set(items.map(({ path }) => path));
  const across = project.projectFindings.map((finding): ViewFile => {
    // The first name of a finding between files is the path of its file.
    const [first = ''] = finding.location.split(' › ');
    const path = paths.has(first) ? first : project.filename;
    return { path, errors: [], findings: [view(finding, blockingAcross.has(finding.id))], unlisted: 0 };
  });
  const listed = joined([...files, ...across]);
  return {
    version: programVersion(),
    mode: project.enforcementMode as EnforcementMode,
    overrides: [],
    verdict: {
      passed: project.passed === true,
      score: project.score ?? null,
      summary: project.summary ?? { critical: 0, high: 0, medium: 0, low: 0, total: 0 },
      wouldBlock: project.wouldBlock ?? 0,
      fileCount: items.filter(({ status }) => status === 'completed').length,
    },
    rules: listedRules(rules, project.ruleset, listed),
    baseUrl,
    problems: [],
    files: listed,
  };
}

/** Joins the entries of one path. */
function joined(files: readonly ViewFile[]): readonly ViewFile[] {
  return [...Map.groupBy(files, ({ path }) => path)].map(([path, own]) => ({
    path,
    errors: own.flatMap(({ errors }) => errors),
    findings: own.flatMap(({ findings }) => findings),
    unlisted: own.reduce((sum, { unlisted }) => sum + unlisted, 0),
  }));
}
