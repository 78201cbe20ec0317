/** Text report for terminals. Names and texts come from files that strangers may have written. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { plural } from '../../../text/format.ts';
import { PLATFORMS, platformFromWire } from '../../model/platform.ts';
import type { FileEntry, OfflineDocument } from '../document.ts';
import { overviewText } from './overview-text.ts';
import { COLOURS, countsText, type Paint } from './paint.ts';
import { type FindingFrame, frameText } from './text-frame.ts';
import { totalsText } from './totals-text.ts';
import { worstFiles } from './worst-first.ts';

/** Frames of the findings of each file, in the order of the document; null for a finding without one. */
export type Frames = readonly (readonly (FindingFrame | null)[])[];

/** Parts of the report: everything, the totals alone, or the findings alone. */
export type TextDetail = 'all' | 'summary' | 'findings';

/** Style of a report. */
export interface ReportStyle {
  readonly paint: Paint;
  /** Address of the service whose pages about rules are linked, without a slash at the end; null: none is known. */
  readonly baseUrl: string | null;
  readonly frames: Frames;
  readonly detail: TextDetail;
  /** List every file and finding, however many there are. */
  readonly isWhole: boolean;
  /** Returns why a rule matters, which ends the description of its findings; undefined: unknown. */
  readonly whyOf: (ruleId: string) => string | undefined;
  /** List waived findings too. */
  readonly showSuppressed: boolean;
}

function titleOf(wire: string): string {
  const platform = platformFromWire(wire);
  return platform === undefined ? wire : PLATFORMS[platform].title;
}

type ReportedFinding = OfflineDocument['projectFindings'][number];

/** Facts about a finding that it does not have itself. */
interface FindingContext {
  readonly frame: FindingFrame | null;
  readonly blocks: boolean;
}

/** Rules that the report has explained so far: each is explained once, at its first finding. */
type Explained = Set<string>;

/** Files, and findings of a file, that are shown, the worst first, unless all are wanted. */
const SHOWN = { files: 20, findings: 50 } as const;

const DETAIL = ' '.repeat(12);

/** Returns what is wrong at a place, and how to fix it unless that was said of the rule before. */
function explanation(
  finding: ReportedFinding,
  { paint, baseUrl, whyOf }: ReportStyle,
  explained: Explained,
): readonly string[] {
  const { catalogRuleId, description, remediation } = finding;
  const key = `${catalogRuleId} ${remediation}`;
  if (explained.has(key)) {
    const why = whyOf(catalogRuleId);
    const what = why === undefined ? description : description.replace(` ${why}`, () => '');
    return [`${DETAIL}${showControlCharacters(what)} ${paint('dim', '(explained above)')}`];
  }
  explained.add(key);
  return [
    `${DETAIL}${showControlCharacters(description)}`,
    `${DETAIL}${paint('green', 'Fix:')} ${showControlCharacters(remediation)}`,
    ...(baseUrl === null ? [] : [`${DETAIL}${paint('dim', rulePage(baseUrl, catalogRuleId))}`]),
  ];
}

/** Returns the line that people find the place by: that of the vendor's editor, where it shows one. */
function lineText({ sourceLineNumber }: ReportedFinding, frame: FindingFrame | null): string {
  if (frame === null || 'lines' in frame || frame.editorLine === undefined) return `line ${sourceLineNumber}`;
  return `line ${frame.editorLine} in the editor`;
}

function findingText(
  finding: ReportedFinding,
  style: ReportStyle,
  context: FindingContext,
  explained: Explained,
): string {
  const { frame } = context;
  const { paint } = style;
  const [what, ...fix] = explanation(finding, style, explained);
  const severity = paint(COLOURS[finding.severity], finding.severity.padEnd(8));
  return [
    `  ${severity}  ${paint('bold', finding.rule)}  ${paint('dim', `${finding.catalogRuleId}${stateText(finding, context)}`)}`,
    `${DETAIL}${paint('dim', `${lineText(finding, frame)}:`)} ${showControlCharacters(finding.location)}`,
    ...(frame === null ? [] : frameText(frame, paint)),
    what!,
    ...(finding.trace === undefined ? [] : traceLines(finding.trace, paint)),
    ...fix,
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

/** Returns the address of a rule's page at a service. */
function rulePage(baseUrl: string, ruleId: string): string {
  return `${baseUrl}/docs/rules/${ruleId}`;
}

/** A finding between files has no frame, and no note waives it. */
const BETWEEN_FILES: FindingContext = { frame: null, blocks: false };

/** Returns the findings between files as text; '' if there are none. */
function acrossText({ projectFindings }: OfflineDocument, style: ReportStyle, explained: Explained): string {
  if (projectFindings.length === 0) return '';
  const byProject = Map.groupBy(projectFindings, ({ project }) => project);
  return [...byProject]
    .map(([project, findings]) => {
      const title =
        project === undefined ? 'Across files' : `Across files of ${showControlCharacters(project)}`;
      return `${[style.paint('bold', title), ...findings.map((finding) => findingText(finding, style, BETWEEN_FILES, explained))].join('\n')}\n\n`;
    })
    .join('');
}

function fileText(file: FileEntry, style: ReportStyle, frames: Frames[number], explained: Explained): string {
  const { paint } = style;
  const path = paint('bold', showControlCharacters(file.path));
  if (file.result === null) {
    return `${path}  ${paint('red', file.error!.code)}\n  ${showControlCharacters(file.error!.message)}\n`;
  }
  const { result } = file;
  const verdict = result.passed ? '' : `  ${paint(['bold', 'red'], 'BLOCKED')}`;
  const head = `${path}  ${titleOf(file.platform!)}  score ${result.score}  ${countsText(result.summary, paint)}${verdict}`;
  const blocking = new Set(result.blockingFindings.map(({ id }) => id));
  const shown = result.findings.flatMap((finding, index) => {
    const blocks = blocking.has(finding.id);
    const isHidden = finding.exceptionStatus === 'approved' && !blocks && !style.showSuppressed;
    return isHidden ? [] : [{ finding, context: { frame: frames[index] ?? null, blocks } }];
  });
  const listed = style.isWhole ? shown : shown.slice(0, SHOWN.findings);
  const texts = listed.map(({ finding, context }) => findingText(finding, style, context, explained));
  const rest = shown.length - listed.length;
  const more =
    rest === 0 ? [] : [`  ${paint('dim', `… ${plural(rest, 'more finding')}: --all lists them.`)}`];
  return `${[head, ...texts, ...more].join('\n')}\n`;
}

/** Returns the files with findings or errors, and the findings across files. */
function findingsText(document: OfflineDocument, style: ReportStyle): string {
  const worst = worstFiles(document);
  const isCut = !style.isWhole && worst.length > SHOWN.files;
  const listed = isCut ? worst.slice(0, SHOWN.files) : worst;
  const explained: Explained = new Set();
  const shown = listed.map(
    (index) => `${fileText(document.files[index]!, style, style.frames[index] ?? [], explained)}\n`,
  );
  const rest = worst.slice(listed.length);
  const restCount = rest.reduce(
    (sum, index) => sum + (document.files[index]!.result?.findings.length ?? 0),
    0,
  );
  const more = `${plural(rest.length, 'more file')} with ${plural(restCount, 'finding')}: --all lists them.`;
  return [
    isCut ? overviewText(document, worst, style.paint) : '',
    ...shown,
    rest.length === 0 ? '' : `${style.paint('dim', more)}\n\n`,
    acrossText(document, style, explained),
  ].join('');
}

/** Writes the files with findings or errors, then the totals. */
export function textReport(document: OfflineDocument, style: ReportStyle): string {
  const { detail } = style;
  return `${detail === 'summary' ? '' : findingsText(document, style)}${detail === 'findings' ? '' : totalsText(document, style)}`;
}
