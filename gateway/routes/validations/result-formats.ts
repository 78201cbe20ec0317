/** Results in the formats that pipelines read, by `Accept` or by the parameter `format`. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EnforcementMode } from '../../../src/analysis/model/report.ts';
import type { Category, Confidence, RuleKind, Severity } from '../../../src/analysis/model/rule.ts';
import { isBuiltinRuleset } from '../../../src/analysis/model/ruleset.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../../src/analysis/report/formats/formats.ts';
import type { ReportView } from '../../../src/analysis/report/report-view.ts';
import type { ViewRule } from '../../../src/analysis/report/view-rule.ts';
import { viewStored } from '../../../src/analysis/report/view-stored.ts';
import { type Rule, RuleServiceService } from '../../../src/gen/flowarden/v1/rule.ts';
import { programVersion } from '../../../src/infra/process/install-root.ts';
import { breakMarkers } from '../../../src/text/log-commands.ts';
import { type CallContext, READ_TIME } from '../../core/client.ts';
import type { DecodedResult } from '../../core/large-result.ts';
import { choiceField, neverEmpty } from '../../endpoint/fields.ts';
import type { RouteServices } from '../../endpoint/route.ts';

const NAMES = ['sarif', 'junit', 'gitlab', 'markdown'] as const;
export type FormatName = (typeof NAMES)[number];

/** Types that `Accept` can select. */
export const RESULT_TYPES = {
  'application/sarif+json': 'SARIF 2.1.0, for code scanning.',
  'application/junit+xml': 'JUnit, for test pages: what blocks is a failure.',
  'application/vnd.gitlab.codequality+json': 'Code Quality of GitLab.',
  'text/markdown': 'A summary for job pages and comments.',
} as const;

/** The query parameter that selects a format. */
export const RESULT_FORMAT = {
  // A script whose variable is unset must not get JSON silently.
  format: neverEmpty(
    choiceField(
      ['json', ...NAMES],
      'The format of a result; `gitlab` is Code Quality. Without it `Accept` decides. A run without a result is answered in JSON.',
    ).optional(),
  ),
};

/** Returns the format that the request selects; null for JSON. */
export function wantedFormat(format: string | undefined, wantedType: string): FormatName | null {
  if (format !== undefined) return NAMES.find((name) => name === format) ?? null;
  return NAMES.find((name) => REPORT_FORMATS[name].mediaType === wantedType) ?? null;
}

/** Text of an answer in pieces, with its content type. */
export interface FormattedAnswer {
  readonly pieces: Iterable<string>;
  readonly textType: string;
}

/** Dependencies of a formatted result. */
export type FormatDeps = Pick<RouteServices, 'core' | 'baseUrl'> & { readonly context: CallContext };

/** Returns the result as a text in the format, with its content type. */
export async function formattedResult(
  name: FormatName,
  result: DecodedResult,
  { core, baseUrl, context }: FormatDeps,
): Promise<FormattedAnswer> {
  const rules = await rulesOfRun(result.ruleset, result.platform, { core, context });
  return writeFormat(name, await viewOf(result, rules, baseUrl));
}

/** Reads the rules of a ruleset; for a policy pack, all rules of the catalogue. */
export async function rulesOfRun(
  ruleset: string,
  platform: string,
  { core, context }: Omit<FormatDeps, 'baseUrl'>,
): Promise<readonly Rule[]> {
  const request = { platform, ruleset: isBuiltinRuleset(ruleset) ? ruleset : '' };
  return (await core.call(RuleServiceService.listRules, request, context, READ_TIME)).rules;
}

/** Returns the rules that a report lists: under a policy pack those with findings, as its other rules are not known. */
export function listedRules(
  rules: readonly Rule[],
  ruleset: string,
  files: ReportView['files'],
): readonly ViewRule[] {
  if (isBuiltinRuleset(ruleset)) return rules.map(viewRule);
  const found = new Set(files.flatMap(({ findings }) => findings.map(({ finding }) => finding.ruleId)));
  return rules.filter(({ ruleId }) => found.has(ruleId)).map(viewRule);
}

/** Writes a view in a format. */
export function writeFormat(name: FormatName, view: ReportView): FormattedAnswer {
  const {
    mediaType,
    write,
    pieces = (view: ReportView) => [write(view)],
  }: ReportFormat = REPORT_FORMATS[name];
  return { pieces: safePieces(pieces(view)), textType: mediaType };
}

/** Yields pieces without commands: jobs print answers, and like JSON they hold no command of a CI agent. */
function* safePieces(pieces: Iterable<string>): Generator<string> {
  // Markers lie within one line, and no piece ends within one.
  for (const piece of pieces) yield breakMarkers(piece);
}

/** Findings that are converted before other requests get their turn: about a millisecond. */
const CONVERTED_AT_ONCE = 200;

/** Converts elements some at a time, as a large result has ten thousands of them. */
export async function converted<From, To>(
  elements: Iterable<From>,
  convert: (element: From) => To,
): Promise<readonly To[]> {
  const made: To[] = [];
  for (const element of elements) {
    made.push(convert(element));
    if (made.length % CONVERTED_AT_ONCE === 0) await nextTurn();
  }
  return made;
}

/** Lines of files in an archive are not lines of the archive. */
const ARCHIVE = /\.(?:zip|nupkg)$/i;

async function viewOf(result: DecodedResult, rules: readonly Rule[], baseUrl: string): Promise<ReportView> {
  const byId = new Map(rules.map((rule) => [rule.ruleId, rule]));
  const blocking = new Set(await converted(result.blockingFindings, ({ id }) => id));
  const path = result.filename ?? 'workflow';
  const isArchived = ARCHIVE.test(path);
  const findings = await converted(result.findings, (finding) => {
    const rule = byId.get(finding.catalogRuleId);
    return viewStored(finding, { member: null, isArchived, blocks: blocking.has(finding.id), rule });
  });
  const summary = result.summary ?? { critical: 0, high: 0, medium: 0, low: 0, total: 0 };
  const files = [{ path, errors: [], findings, unlisted: summary.total - findings.length }];
  return {
    version: programVersion(),
    mode: result.enforcementMode as EnforcementMode,
    overrides: [],
    verdict: {
      passed: result.passed,
      score: result.score,
      summary,
      wouldBlock: result.wouldBlock,
      fileCount: 1,
    },
    rules: listedRules(rules, result.ruleset, files),
    baseUrl,
    problems: [],
    files,
  };
}

/** Converts a rule of the catalogue to the form of all formats. */
function viewRule(rule: Rule): ViewRule {
  return {
    id: rule.ruleId,
    title: rule.title,
    why: rule.why,
    fix: rule.fix,
    category: rule.category as Category,
    severity: rule.severity as Severity,
    confidence: rule.confidence as Confidence,
    kind: rule.kind as RuleKind,
    controls: rule.complianceTags,
  };
}
