/** Annotations of GitHub Actions. Source: "Workflow commands" of GitHub's documentation, `ActionCommand` of actions/runner. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { plural } from '../../../text/format.ts';
import { breakMarkers } from '../../../text/log-commands.ts';
import { SEVERITIES } from '../../model/rule.ts';
import {
  actionableFindings,
  overrideNotes,
  type ReportView,
  type ViewFile,
  type ViewFinding,
} from '../report-view.ts';

/** GitHub shows the first ten annotations of a kind that a step prints, and drops the others without a word. */
const SHOWN_MAX = 10;

type Kind = 'error' | 'warning' | 'notice';

/** One workflow command that shows a message. */
export interface Annotation {
  readonly kind: Kind;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const data = (text: string): string => breakMarkers(escaped(showControlCharacters(text)));
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Returns the line that the runner reads as the command; strangers' texts in it are data. */
export function annotationLine({ kind, properties, message }: Annotation): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${kind}${list.length === 0 ? '' : ` ${list.join(',')}`}::${data(message)}\n`;
}

function kindOf({ finding, blocks }: ViewFinding): Kind {
  if (blocks) return 'error';
  return finding.kind === 'hotspot' || finding.severity === 'low' ? 'notice' : 'warning';
}

function annotation({ path }: ViewFile, view: ViewFinding): Annotation {
  const { finding, member, line: start, column } = view;
  const place = member === null ? '' : `${member}: `;
  return {
    kind: kindOf(view),
    properties: {
      file: path,
      line: String(start),
      col: String(column),
      endLine: String(start),
      endColumn: String(column + 1),
      title: `${finding.ruleId} ${finding.rule}`,
    },
    message: `${place}${finding.description} Fix: ${finding.remediation}`,
  };
}

function problemsOf({ path, errors, unlisted }: ViewFile): readonly Annotation[] {
  const rest = unlisted === 0 ? [] : [`${plural(unlisted, 'more finding')} could not be listed.`];
  return [...errors, ...rest].map((message) => ({ kind: 'error', properties: { file: path }, message }));
}

const rank = ({ finding }: ViewFinding): number => SEVERITIES.indexOf(finding.severity);

/** Returns the view as annotations: the worst first, and a notice with the number of those beyond GitHub's limit. */
export function githubReport({ problems, overrides, files }: ReportView): string {
  const findings = files
    .flatMap((file) => actionableFindings(file.findings).map((view) => ({ file, view })))
    .sort((a, b) => rank(a.view) - rank(b.view));
  const all: readonly Annotation[] = [
    ...problems.map((message) => ({ kind: 'error' as const, properties: {}, message })),
    ...overrideNotes(overrides).map((message) => ({ kind: 'warning' as const, properties: {}, message })),
    ...files.flatMap(problemsOf),
    ...findings.map(({ file, view }) => annotation(file, view)),
  ];
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  const shown = (['error', 'warning', 'notice'] as const).flatMap((kind) =>
    // One notice is left for the sentence about the rest.
    (byKind.get(kind) ?? []).slice(0, kind === 'notice' ? SHOWN_MAX - 1 : SHOWN_MAX),
  );
  const rest = all.length - shown.length;
  const more: Annotation = {
    kind: 'notice',
    properties: { title: 'Flowarden' },
    message: `GitHub shows ${SHOWN_MAX} annotations of a kind: ${plural(rest, 'more annotation')} ${rest === 1 ? 'is' : 'are'} in the other reports of this run.`,
  };
  return [...shown, ...(rest === 0 ? [] : [more])].map(annotationLine).join('');
}
