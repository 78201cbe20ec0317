/** Issues of Azure Pipelines. Source: "Logging commands" of its documentation, `Command` of azure-pipelines-agent. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { plural } from '../../../text/format.ts';
import { breakMarkers } from '../../../text/log-commands.ts';
import {
  actionableFindings,
  overrideNotes,
  type ReportView,
  type ViewFile,
  type ViewFinding,
} from '../report-view.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '%': '%AZP25',
  ';': '%3B',
  '\r': '%0D',
  '\n': '%0A',
  ']': '%5D',
};

const escaped = (text: string): string =>
  breakMarkers(showControlCharacters(text)).replace(/[%;\r\n\]]/g, (sign) => ESCAPES[sign]!);

function issue(
  type: 'error' | 'warning',
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const list = Object.entries({ type, ...properties }).map(
    ([name, value]) => `${name}=${escaped(String(value))};`,
  );
  return `##vso[task.logissue ${list.join('')}]${escaped(message)}\n`;
}

function findingIssue(path: string, view: ViewFinding): string {
  const { finding, member, line, column, blocks } = view;
  const place = member === null ? '' : `${member}: `;
  return issue(
    blocks ? 'error' : 'warning',
    { sourcepath: path, linenumber: line, columnnumber: column, code: finding.ruleId },
    `${place}${finding.description} Fix: ${finding.remediation}`,
  );
}

function fileIssues({ path, errors, findings, unlisted }: ViewFile): readonly string[] {
  const rest = unlisted === 0 ? [] : [`${plural(unlisted, 'more finding')} could not be listed.`];
  return [
    ...[...errors, ...rest].map((message) => issue('error', { sourcepath: path }, message)),
    ...actionableFindings(findings).map((finding) => findingIssue(path, finding)),
  ];
}

/** Returns the view as commands that log an issue for each finding. */
export function azureReport({ problems, overrides, files }: ReportView): string {
  return [
    ...problems.map((problem) => issue('error', {}, problem)),
    ...overrideNotes(overrides).map((note) => issue('warning', {}, note)),
    ...files.flatMap(fileIssues),
  ].join('');
}
