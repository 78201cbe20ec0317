/** Findings of all workflows in SARIF. */
import type { ReportView } from '../../../src/analysis/report/report-view.ts';
import { viewStored } from '../../../src/analysis/report/view-stored.ts';
import type { ListFindingsResponse, WorkflowFinding } from '../../../src/gen/flowarden/v1/estate.ts';
import type { Rule } from '../../../src/gen/flowarden/v1/rule.ts';
import { programVersion } from '../../../src/infra/process/install-root.ts';
import type { PageRequest } from '../../endpoint/paging.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';
import {
  type FormatDeps,
  type FormattedAnswer,
  listedRules,
  rulesOfRun,
  writeFormat,
} from '../validations/result-formats.ts';

/** Content type of SARIF. */
export const SARIF_TYPE = 'application/sarif+json';

/** Returns the findings as one log, as many as one log has. */
export async function sarifOfFindings(
  read: (paging: PageRequest) => Promise<ListFindingsResponse>,
  { core, context, baseUrl }: FormatDeps,
): Promise<FormattedAnswer> {
  const found: WorkflowFinding[] = [];
  let cursor = '';
  do {
    const page = await read({ cursor, pageSize: GATEWAY_LIMITS.exportPageRows });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== '' && found.length < GATEWAY_LIMITS.projectReportFindingsMax);
  const rules = await rulesOfRun('', '', { core, context });
  return writeFormat('sarif', viewOf(found, { rules, baseUrl, isCut: cursor !== '' }));
}

/** Rules of the catalogue, prefix of links, and whether findings are left out. */
interface ViewTerms {
  readonly rules: readonly Rule[];
  readonly baseUrl: string;
  readonly isCut: boolean;
}

function viewOf(found: readonly WorkflowFinding[], { rules, baseUrl, isCut }: ViewTerms): ReportView {
  const byId = new Map(rules.map((rule) => [rule.ruleId, rule]));
  const files = [...Map.groupBy(found, ({ workflowId }) => workflowId).values()].map((ofFile) => ({
    path: ofFile[0]!.filename,
    errors: [],
    findings: ofFile.map(({ finding }) =>
      viewStored(finding!, {
        member: null,
        isArchived: false,
        blocks: false,
        rule: byId.get(finding!.catalogRuleId),
      }),
    ),
    unlisted: 0,
  }));
  const summary = { critical: 0, high: 0, medium: 0, low: 0, total: found.length };
  return {
    version: programVersion(),
    mode: 'warning',
    overrides: [],
    verdict: { passed: true, score: null, summary, wouldBlock: 0, fileCount: files.length },
    rules: listedRules(rules, '', files),
    baseUrl,
    problems: isCut
      ? [`The log has the first ${found.length} findings. Export the rest with narrower filters.`]
      : [],
    files,
  };
}
