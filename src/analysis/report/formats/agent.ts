/** Terse lines for coding agents: place, rule, id, defect and fix of each finding, and how to check again. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { plural } from '../../../text/format.ts';
import {
  actionableFindings,
  blockingText,
  overrideNotes,
  type ReportView,
  type ViewFile,
  type ViewFinding,
} from '../report-view.ts';

function findingLines(path: string, { finding, place, line, column, blocks }: ViewFinding): string {
  const head = [finding.ruleId, finding.severity, ...(blocks ? ['blocks'] : []), `id=${finding.id}`].join(
    ' ',
  );
  return [
    showControlCharacters(`${path}:${line}:${column} ${head}`),
    showControlCharacters(`  at: ${place}`),
    showControlCharacters(`  defect: ${finding.description}`),
    showControlCharacters(`  fix: ${finding.remediation}`),
    '',
  ].join('\n');
}

function fileLines({ path, errors, findings, unlisted }: ViewFile): string {
  return [
    ...errors.map((message) => `${showControlCharacters(`${path} unreadable: ${message}`)}\n`),
    ...actionableFindings(findings).map((finding) => findingLines(path, finding)),
    ...(unlisted === 0
      ? []
      : [`${showControlCharacters(path)} ${plural(unlisted, 'more finding')} not listed\n`]),
  ].join('');
}

/** Returns the view as terse lines. The last ones say the result and how to check one file again. */
export function agentReport(view: ReportView): string {
  const { mode, overrides, verdict, problems, files } = view;
  const blocking = blockingText(view);
  const { passed, score, summary, fileCount } = verdict;
  const result = `result: ${passed ? 'passed' : 'failed'}, mode ${mode}, score ${score ?? 'none'}, ${plural(fileCount, 'workflow')}, ${plural(summary.total, 'finding')}${blocking === '' ? '' : `, ${blocking}`}`;
  return [
    ...problems.map((problem) => `problem: ${showControlCharacters(problem)}\n`),
    ...files.map(fileLines),
    ...overrideNotes(overrides).map((note) => `${showControlCharacters(note)}\n`),
    `${result}\n`,
    `check again: flowarden validate <path> --enforcement-mode ${mode} --format agent\n`,
  ].join('');
}
