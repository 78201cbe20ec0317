/** Text report for terminals. Names and texts come from files that strangers may have written. */
import type { styleText } from 'node:util';
import { showControlCharacters } from '../../text/control-characters.ts';
import { formatNumber, plural } from '../../text/format.ts';
import { PLATFORMS, platformFromWire } from '../model/platform.ts';
import type { Summary } from '../model/report.ts';
import { SEVERITIES, type Severity } from '../model/rule.ts';
import type { CodeFrame } from './code-frame.ts';
import type { FileEntry, OfflineDocument } from './document.ts';
import { overrideNotes } from './report-view.ts';

/** Paints text when the output is a terminal that shows colours. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Frames of the findings of each file, in the order of the document; null for a finding without one. */
export type Frames = readonly (readonly (CodeFrame | null)[])[];

/** Parts of the report: everything, the totals alone, or the findings alone. */
export type TextDetail = 'all' | 'summary' | 'findings';

/** Style of a report. */
export interface ReportStyle {
  readonly paint: Paint;
  /** Address of the service whose pages about rules are linked, without a slash at the end; null: none is known. */
  readonly baseUrl: string | null;
  readonly frames: Frames;
  readonly detail: TextDetail;
  /** List waived findings too. */
  readonly showSuppressed: boolean;
}

const COLOURS = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
} as const satisfies Record<Severity, Parameters<typeof styleText>[0]>;

function summaryText(summary: Summary, paint: Paint, none = 'no findings'): string {
  const parts = SEVERITIES.filter((severity) => summary[severity] > 0).map((severity) =>
    paint(COLOURS[severity], `${summary[severity]} ${severity}`),
  );
  return parts.length === 0 ? paint('green', none) : parts.join(', ');
}

function titleOf(wire: string): string {
  const platform = platformFromWire(wire);
  return platform === undefined ? wire : PLATFORMS[platform].title;
}

type ReportedFinding = OfflineDocument['projectFindings'][number];

/** Facts about a finding that it does not have itself. */
interface FindingContext {
  readonly frame: CodeFrame | null;
  readonly blocks: boolean;
}

function findingText(
  finding: ReportedFinding,
  { paint, baseUrl }: ReportStyle,
  context: FindingContext,
): string {
  const { frame } = context;
  const severity = paint(COLOURS[finding.severity], finding.severity.padEnd(8));
  return [
    `  ${severity}  ${paint('bold', finding.rule)}  ${paint('dim', `${finding.catalogRuleId}${stateText(finding, context)}`)}`,
    `            ${paint('dim', `line ${finding.sourceLineNumber}:`)} ${showControlCharacters(finding.location)}`,
    ...(frame === null ? [] : frameLines(frame, paint)),
    `            ${showControlCharacters(finding.description)}`,
    ...(finding.trace === undefined ? [] : traceLines(finding.trace, paint)),
    `            ${paint('green', 'Fix:')} ${showControlCharacters(finding.remediation)}`,
    ...(baseUrl === null ? [] : [`            ${paint('dim', rulePage(baseUrl, finding.catalogRuleId))}`]),
  ].join('\n');
}

/** Returns the way of data to a finding as a numbered list. */
function traceLines(trace: NonNullable<ReportedFinding['trace']>, paint: Paint): readonly string[] {
  let number = 0;
  return trace.flatMap(({ file, sourceLineNumber, sentence, omittedSteps = 0 }) => {
    number += 1;
    const where = `${file === undefined ? '' : `${showControlCharacters(file)}, `}line ${sourceLineNumber}`;
    const shown = `            ${paint('dim', `${number}. ${where}:`)} ${showControlCharacters(sentence)}`;
    if (omittedSteps === 0) return [shown];
    number += omittedSteps;
    return [shown, `            ${paint('dim', `… ${plural(omittedSteps, 'more step')}`)}`];
  });
}

/** Returns a word behind the rule of a finding that is waived or known. */
function stateText(finding: ReportedFinding, { blocks }: FindingContext): string {
  if (blocks) return '';
  if (finding.exceptionStatus === 'approved') return '  waived';
  return finding.baselineState === 'unchanged' ? '  known' : '';
}

function frameLines({ lines, line, markAt }: CodeFrame, paint: Paint): readonly string[] {
  const width = String(lines.at(-1)!.number).length;
  return lines.flatMap(({ number, text }) => {
    const shown = `            ${paint('dim', `${String(number).padStart(width)} │`)} ${text}`;
    if (number !== line) return [shown];
    return [
      shown,
      `            ${paint('dim', `${' '.repeat(width)} │`)} ${' '.repeat(markAt)}${paint('yellow', '^')}`,
    ];
  });
}

/** Returns the address of a rule's page at a service. */
function rulePage(baseUrl: string, ruleId: string): string {
  return `${baseUrl}/docs/rules/${ruleId}`;
}

/** A finding between files has no frame, and no note waives it. */
const BETWEEN_FILES: FindingContext = { frame: null, blocks: false };

/** Returns the findings between files as text; '' if there are none. */
function acrossText({ projectFindings }: OfflineDocument, style: ReportStyle): string {
  if (projectFindings.length === 0) return '';
  const byProject = Map.groupBy(projectFindings, ({ project }) => project);
  return [...byProject]
    .map(([project, findings]) => {
      const title =
        project === undefined ? 'Across files' : `Across files of ${showControlCharacters(project)}`;
      return `${[style.paint('bold', title), ...findings.map((finding) => findingText(finding, style, BETWEEN_FILES))].join('\n')}\n\n`;
    })
    .join('');
}

function fileText(file: FileEntry, style: ReportStyle, frames: Frames[number]): string {
  const { paint } = style;
  const path = paint('bold', showControlCharacters(file.path));
  if (file.result === null) {
    return `${path}  ${paint('red', file.error!.code)}\n  ${showControlCharacters(file.error!.message)}\n`;
  }
  const { result } = file;
  const verdict = result.passed ? '' : `  ${paint(['bold', 'red'], 'BLOCKED')}`;
  const head = `${path}  ${titleOf(file.platform!)}  score ${result.score}  ${summaryText(result.summary, paint)}${verdict}`;
  const blocking = new Set(result.blockingFindings.map(({ id }) => id));
  const findings = result.findings.flatMap((finding, index) => {
    const blocks = blocking.has(finding.id);
    const isHidden = finding.exceptionStatus === 'approved' && !blocks && !style.showSuppressed;
    return isHidden ? [] : [findingText(finding, style, { frame: frames[index] ?? null, blocks })];
  });
  return `${[head, ...findings].join('\n')}\n`;
}

/** Returns the verdict as text. A run that passed only because its mode never blocks must not look clean. */
function verdict(document: OfflineDocument, paint: Paint): string {
  const { passed, wouldBlock } = document;
  if (!passed) return paint(['bold', 'red'], 'failed');
  const warning =
    wouldBlock === 0 ? '' : ` (--enforcement-mode blocking would stop ${plural(wouldBlock, 'finding')})`;
  return `${paint(['bold', 'green'], 'passed')}${paint('yellow', warning)}`;
}

/** Returns how many findings notes in the workflows and exceptions waive, as text; '' if none. An exception has an id. */
function waivedText({ files }: OfflineDocument): string {
  const findings = files.flatMap(({ result }) => result?.findings ?? []);
  const waived = findings.filter(({ exceptionStatus }) => exceptionStatus === 'approved');
  if (waived.length === 0) return '';
  const byNotes = waived.filter(({ exceptionId }) => exceptionId === null).length;
  const counts = [
    ['notes waive', byNotes],
    ['exceptions waive', waived.length - byNotes],
  ] as const;
  const parts = counts.flatMap(([who, count]) => (count === 0 ? [] : [`${who} ${plural(count, 'finding')}`]));
  return ` (${parts.join(', ')}; --show-suppressed lists ${waived.length === 1 ? 'it' : 'them'})`;
}

/** Returns the counts beside the baseline as text; '' if the run is compared with nothing. */
function comparisonText({ comparison }: OfflineDocument): string {
  if (comparison === undefined) return '';
  const { against, known, gone } = comparison;
  return ` Beside ${showControlCharacters(against)}: ${comparison.new} new, ${known} known, ${gone} gone.`;
}

function totals(document: OfflineDocument, paint: Paint): string {
  const count = (status: FileEntry['status']): number =>
    document.files.filter((file) => file.status === status).length;
  const parts = [plural(count('completed'), 'workflow file')];
  if (count('failed') > 0) parts.push(paint('red', `${count('failed')} could not be read`));
  if (count('part') > 0) parts.push(`${plural(count('part'), 'project file')} read`);
  if (count('skipped') > 0) parts.push(`${plural(count('skipped'), 'other file')} left out`);
  if (document.score === null) {
    if (count('failed') === 0 && document.passed) return `${parts.join(', ')}. Nothing to validate here.\n`;
    const found = document.summary.total === 0 ? '' : ` ${summaryText(document.summary, paint)}.`;
    return `${parts.join(', ')}.${found} ${paint(['bold', 'red'], 'failed')}\n`;
  }
  return `${parts.join(', ')}. Score ${document.score}: ${summaryText(document.summary, paint, document.comparison && 'no new findings')}${waivedText(document)}.${comparisonText(document)} ${verdict(document, paint)}\n`;
}

/** Hint at the explanation of a rule. */
const RULE_HINT =
  'About a rule: flowarden explain RULE. With FLOWARDEN_BASE_URL each finding links its page.\n';

/** Returns the files with findings or errors, and the findings across files. */
function findingsText(document: OfflineDocument, style: ReportStyle): string {
  const shown = document.files.flatMap((file, index) => {
    const isSilent = file.status !== 'failed' && (file.result?.findings.length ?? 0) === 0;
    return isSilent ? [] : [`${fileText(file, style, style.frames[index] ?? [])}\n`];
  });
  return `${shown.join('')}${acrossText(document, style)}`;
}

/** Most paths that a text report names; JSON has all. */
const LEFT_OUT_MAX = 20;

/** Returns what was not sent to the service, and the page of the result; '' for an offline run. */
function submissionText({ submission }: OfflineDocument): string {
  if (submission === undefined) return '';
  const { leftOut, reportUrl } = submission;
  const more =
    leftOut.length > LEFT_OUT_MAX ? `, and ${formatNumber(leftOut.length - LEFT_OUT_MAX)} more` : '';
  const named = leftOut.slice(0, LEFT_OUT_MAX).map(showControlCharacters).join(', ');
  const lines = [
    ...(leftOut.length === 0 ? [] : [`Not sent, as Git ignores it or --exclude names it: ${named}${more}.`]),
    ...(reportUrl === null ? [] : [`Result in the service: ${showControlCharacters(reportUrl)}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the totals, with a hint at the rules for readers whose findings have no links. */
function totalsText(document: OfflineDocument, { paint, baseUrl }: ReportStyle): string {
  const needsHint = baseUrl === null && (document.summary?.total ?? 0) > 0;
  const notes = overrideNotes(document.overrides ?? []);
  const overridden = notes.map((note) => `${paint('yellow', showControlCharacters(note))}\n`).join('');
  return `${totals(document, paint)}${overridden}${submissionText(document)}${needsHint ? paint('dim', RULE_HINT) : ''}`;
}

/** Writes the files with findings or errors, then the totals. */
export function textReport(document: OfflineDocument, style: ReportStyle): string {
  const { detail } = style;
  return `${detail === 'summary' ? '' : findingsText(document, style)}${detail === 'findings' ? '' : totalsText(document, style)}`;
}
