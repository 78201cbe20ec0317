/** SARIF 2.1.0 log (OASIS), within the limits of GitHub code scanning and GitLab. */
import { truncate } from '../../../text/truncate.ts';
import type { Finding } from '../../model/finding.ts';
import type { EnforcementMode } from '../../model/report.ts';
import type { Severity } from '../../model/rule.ts';
import type { ReportView, ViewFile, ViewFinding } from '../report-view.ts';

/** GitLab drops results whose text is longer than 1,024 characters. */
const MESSAGE_CHARACTERS_MAX = 1000;

type Level = 'error' | 'warning' | 'note';

const LEVELS = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
} as const satisfies Record<Severity, Level>;

const RANKS = { critical: 95, high: 75, medium: 50, low: 25 } as const satisfies Record<Severity, number>;

/** Values of `security-severity`, which GitHub maps back to the same names. */
const SECURITY_SEVERITIES = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '3.0',
} as const satisfies Record<Severity, string>;

const SECURITY_CATEGORIES: ReadonlySet<string> = new Set(['security', 'data-privacy', 'supply-chain']);

/** Returns the level; at most `warning` unless the run blocks, as code scanning fails on every new error. */
function levelOf({ severity, kind }: Finding, mode: EnforcementMode): Level {
  const level = kind === 'hotspot' ? 'note' : LEVELS[severity];
  return level === 'error' && mode !== 'blocking' ? 'warning' : level;
}

/** Returns the path as a URI reference: relative, or with the scheme `file` if the path is absolute. */
function artifactLocation(path: string) {
  const names = path.split('/').map((name) => encodeURIComponent(name.toWellFormed()));
  return path.startsWith('/')
    ? { uri: `file://${names.join('/')}` }
    : { uri: names.join('/'), uriBaseId: '%SRCROOT%' };
}

function ruleOf(finding: Finding, mode: EnforcementMode) {
  const isSecurity = SECURITY_CATEGORIES.has(finding.category);
  const level = levelOf(finding, mode);
  return {
    id: finding.ruleId,
    shortDescription: { text: finding.rule },
    fullDescription: { text: finding.rule },
    help: { text: truncate(finding.remediation, MESSAGE_CHARACTERS_MAX) },
    defaultConfiguration: { level },
    properties: {
      ...(isSecurity
        ? { 'security-severity': SECURITY_SEVERITIES[finding.severity] }
        : { 'problem.severity': level === 'note' ? 'recommendation' : level }),
      precision: finding.confidence,
      tags: [...new Set([...(isSecurity ? ['security'] : []), finding.category])],
    },
  };
}

function resultOf(path: string, view: ViewFinding, ruleIndex: number, mode: EnforcementMode) {
  const { finding, place, line, column } = view;
  const { element, strong, weak } = finding.fingerprints;
  return {
    ruleId: finding.ruleId,
    ruleIndex,
    level: levelOf(finding, mode),
    rank: RANKS[finding.severity],
    message: { text: truncate(finding.description, MESSAGE_CHARACTERS_MAX) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifactLocation(path),
          region: { startLine: line, startColumn: column, endLine: line, endColumn: column + 1 },
        },
        logicalLocations: [
          ...(finding.location.path === '' ? [] : [{ fullyQualifiedName: finding.location.path }]),
          { fullyQualifiedName: place },
        ],
      },
    ],
    partialFingerprints: {
      primaryLocationLineHash: strong,
      'flowarden/element/v1': element,
      'flowarden/weak/v1': weak,
    },
    properties: { severity: finding.severity, kind: finding.kind },
  };
}

/** Returns what the reader of the results must know of a file: what was not read, or not listed. */
function notificationsOf({ path, errors, unlisted }: ViewFile) {
  const locations = [{ physicalLocation: { artifactLocation: artifactLocation(path) } }];
  const note = (level: 'error' | 'warning', text: string) => ({
    level,
    message: { text: truncate(text, MESSAGE_CHARACTERS_MAX) },
    locations,
  });
  return [
    ...errors.map((message) => note('error', message)),
    ...(unlisted === 0 ? [] : [note('warning', `${unlisted} more findings are not listed.`)]),
  ];
}

/** Returns the view as a SARIF log with one run. */
export function sarifReport({ version, mode, problems, files }: ReportView): string {
  const first = new Map<string, Finding>();
  for (const { finding } of files.flatMap(({ findings }) => findings))
    if (!first.has(finding.ruleId)) first.set(finding.ruleId, finding);
  const ruleIds = [...first.keys()].sort();
  const indexes = new Map(ruleIds.map((id, index) => [id, index]));
  const run = {
    tool: {
      driver: {
        name: 'Flowarden',
        fullName: `Flowarden ${version}`,
        semanticVersion: version,
        rules: ruleIds.map((id) => ruleOf(first.get(id)!, mode)),
      },
    },
    automationDetails: { id: 'flowarden/' },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: problems.length === 0 && files.every(({ errors }) => errors.length === 0),
        toolExecutionNotifications: [
          ...problems.map((problem) => ({
            level: 'error',
            message: { text: truncate(problem, MESSAGE_CHARACTERS_MAX) },
          })),
          ...files.flatMap(notificationsOf),
        ],
      },
    ],
    results: files.flatMap(({ path, findings }) =>
      findings.map((view) => resultOf(path, view, indexes.get(view.finding.ruleId)!, mode)),
    ),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}
