/** Markdown summary for job pages and pull requests, without anything that a stranger's name could make a link of. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { plural } from '../../../text/format.ts';
import { truncate } from '../../../text/truncate.ts';
import { SEVERITIES } from '../../model/rule.ts';
import {
  actionableFindings,
  blockingText,
  openFindings,
  overrideNotes,
  type ReportView,
  type ViewFile,
  type ViewFinding,
} from '../report-view.ts';

/** Findings in the table: a job page is read from the top. */
const SHOWN_MAX = 20;
const CELL_CHARACTERS_MAX = 300;

/**
 * Returns the text as Markdown that shows it as it is: punctuation that begins markup, links, mentions or HTML becomes
 * a character reference, which is never markup.
 */
function plain(text: string): string {
  return (
    truncate(showControlCharacters(text), CELL_CHARACTERS_MAX)
      .replace(/[!#$&*<>@[\\\]^_`{|}~]/g, (sign) => `&#${sign.charCodeAt(0)};`)
      // Forges look for mentions and numbers of issues in the finished text: a character without width ends them.
      .replaceAll(/&#(?:35|64);/g, (sign) => `${sign}&#8203;`)
      .replaceAll('://', '&#58;//')
      .replace(/www\./gi, (word) => `${word.slice(0, -1)}&#46;`)
  );
}

const rank = ({ finding }: ViewFinding): number => SEVERITIES.indexOf(finding.severity);

function row({ file, view }: { readonly file: ViewFile; readonly view: ViewFinding }): string {
  const { finding, place, line, blocks } = view;
  const severity = blocks ? `**${finding.severity}**` : finding.severity;
  const cells = [
    severity,
    finding.ruleId,
    `${plain(file.path)}, line ${line}`,
    plain(place),
    `${plain(finding.description)} <br> Fix: ${plain(finding.remediation)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns the view as Markdown: the result, the counts and the worst findings. */
export function markdownReport(view: ReportView): string {
  const { mode, overrides, verdict, problems, files } = view;
  const { passed, score, summary, fileCount } = verdict;
  const findings = files
    .flatMap((file) => actionableFindings(file.findings).map((view) => ({ file, view })))
    .sort((a, b) => rank(a.view) - rank(b.view));
  const blocking = blockingText(view);
  const errors = files.flatMap(({ path, errors }) => errors.map((error) => `${path}: ${error}`));
  const all = files.flatMap((file) => file.findings);
  const open = openFindings(all);
  const waived = all.length - open.length;
  const known = open.length - findings.length;
  const rest = summary.total - waived - known - Math.min(findings.length, SHOWN_MAX);
  return [
    `## Flowarden: ${passed ? 'passed' : 'failed'}`,
    '',
    `Score **${score ?? 'none'}** over ${plural(fileCount, 'workflow')}, mode \`${mode}\`${blocking === '' ? '' : `: **${blocking}**`}.`,
    '',
    `| ${SEVERITIES.join(' | ')} | all |`,
    `|${' --: |'.repeat(SEVERITIES.length + 1)}`,
    `| ${SEVERITIES.map((severity) => summary[severity]).join(' | ')} | ${summary.total} |`,
    '',
    ...overrideNotes(overrides).flatMap((note) => [plain(note), '']),
    ...[...problems, ...errors].map((problem) => `* ${plain(problem)}`),
    ...(findings.length === 0
      ? []
      : [
          '',
          '| severity | rule | file | place | finding |',
          '| --- | --- | --- | --- | --- |',
          ...findings.slice(0, SHOWN_MAX).map(row),
        ]),
    ...(rest === 0 ? [] : ['', `${plural(rest, 'more finding')} in the other reports of this run.`]),
    ...(waived === 0 ? [] : ['', `${plural(waived, 'finding')} waived by exceptions or notes.`]),
    ...(known === 0 ? [] : ['', `${plural(known, 'known finding')} left out.`]),
    '',
  ].join('\n');
}
