/** JSON Lines: one object for each finding and each problem, and a last one with the result. */
import type { ReportView, ViewFile, ViewFinding } from '../report-view.ts';

function findingLine(path: string, view: ViewFinding) {
  const { finding, path: xpath, member, place, line, column, blocks, baselineState, further } = view;
  const { sameMistake = [] } = finding;
  return {
    type: 'finding',
    path,
    member,
    line,
    column,
    ruleId: finding.ruleId,
    rule: finding.rule,
    severity: finding.severity,
    kind: finding.kind,
    category: finding.category,
    location: place,
    sourceXPath: xpath === '' ? null : xpath,
    description: finding.description,
    remediation: finding.remediation,
    complianceTags: finding.complianceTags,
    id: finding.id,
    blocks,
    exceptionStatus: finding.exceptionStatus,
    ...(baselineState === undefined ? {} : { baselineState }),
    ...(further.length === 0 ? {} : { places: further }),
    ...(sameMistake.length < 2 ? {} : { sameMistake: sameMistake.slice(1).map(({ ruleId }) => ruleId) }),
  };
}

function fileLines({ path, errors, findings, unlisted }: ViewFile) {
  return [
    ...errors.map((message) => ({ type: 'error', path, message })),
    ...findings.map((finding) => findingLine(path, finding)),
    ...(unlisted === 0 ? [] : [{ type: 'unlisted', path, count: unlisted }]),
  ];
}

/** Returns the view as JSON Lines. */
export function jsonlReport({ version, mode, overrides, verdict, problems, files }: ReportView): string {
  const lines = [
    ...problems.map((message) => ({ type: 'error', path: null, message })),
    ...files.flatMap(fileLines),
    {
      type: 'result',
      version,
      enforcementMode: mode,
      ...(overrides.length > 0 && { overrides }),
      ...verdict,
    },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
