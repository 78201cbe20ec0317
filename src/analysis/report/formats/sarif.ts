/** SARIF 2.1.0 log (OASIS), within the limits of GitHub code scanning, GitLab and Azure DevOps. */
import { isFromRoot } from '../../../text/slash-path.ts';
import { truncate } from '../../../text/truncate.ts';
import type { EnforcementMode } from '../../model/report.ts';
import type { Severity } from '../../model/rule.ts';
import {
  overrideNotes,
  type ReportedFinding,
  type ReportView,
  type ViewFile,
  type ViewFinding,
  type ViewPlace,
  type ViewStep,
} from '../report-view.ts';
import type { ViewRule } from '../view-rule.ts';
import { descriptorOf, levelOf, TEXT_CHARACTERS_MAX, taxonomiesOf } from './sarif-rules.ts';

const RANKS = { critical: 95, high: 75, medium: 50, low: 25 } as const satisfies Record<Severity, number>;

/** Returns the path as a URI reference: relative, or with the scheme `file` if the path is absolute. */
function artifactLocation(path: string) {
  const names = path.split('/').map((name) => encodeURIComponent(name.toWellFormed()));
  if (path.startsWith('//')) return { uri: `file:${names.join('/')}` };
  if (isFromRoot(path))
    return { uri: `file://${path.startsWith('/') ? '' : '/'}${names.join('/').replace('%3A', ':')}` };
  return { uri: names.join('/'), uriBaseId: '%SRCROOT%' };
}

function physicalLocation(path: string, { line, column }: Pick<ViewPlace, 'line' | 'column'>) {
  return {
    artifactLocation: artifactLocation(path),
    region: { startLine: line, startColumn: column, endLine: line, endColumn: column + 1 },
  };
}

/** Returns the kind of an XPath or a JSON Pointer, from the list of the specification. */
function kindOfPath(path: string): 'attribute' | 'element' | 'object' {
  if (/\/@[^/]*$/.test(path)) return 'attribute';
  return /[[*:]/.test(path) ? 'element' : 'object';
}

function logicalLocations({ path, place }: ViewFinding) {
  return [
    ...(path === '' ? [] : [{ fullyQualifiedName: path, kind: kindOfPath(path) }]),
    { fullyQualifiedName: place },
  ];
}

/** Returns who waived the finding: a note in the workflow has no id, an exception of the organisation has one. */
function suppressionsOf({ exceptionStatus, exceptionId }: ReportedFinding) {
  if (exceptionStatus !== 'approved') return {};
  const kind = exceptionId === null ? 'inSource' : 'external';
  return { suppressions: [{ kind, status: 'accepted' }] };
}

const STEP_KINDS = {
  source: 'source',
  assigned: 'value',
  joined: 'value',
  passed: 'value',
  called: 'call',
  returned: 'return',
  sink: 'sink',
} as const satisfies Record<ViewStep['how'], string>;

/** Returns the way of data to a result as its one code flow. */
function codeFlowsOf(path: string, trace: readonly ViewStep[] | undefined) {
  if (trace === undefined) return {};
  const locations = trace.map((step) => ({
    location: {
      physicalLocation: physicalLocation(step.path ?? path, step),
      message: { text: truncate(step.sentence, TEXT_CHARACTERS_MAX) },
    },
    kinds: [STEP_KINDS[step.how]],
    importance: step.how === 'source' || step.how === 'sink' ? 'essential' : 'important',
  }));
  return { codeFlows: [{ threadFlows: [{ locations }] }] };
}

function resultOf(path: string, view: ViewFinding, ruleIndex: number, mode: EnforcementMode) {
  const { finding, member, further, baselineState } = view;
  const text = member === null ? finding.description : `${member}: ${finding.description}`;
  return {
    ruleId: finding.ruleId,
    ruleIndex,
    level: levelOf(finding, mode),
    rank: RANKS[finding.severity],
    message: { text: truncate(text, TEXT_CHARACTERS_MAX) },
    locations: [{ physicalLocation: physicalLocation(path, view), logicalLocations: logicalLocations(view) }],
    ...(further.length === 0
      ? {}
      : {
          relatedLocations: further.map((place, index) => ({
            id: index + 1,
            physicalLocation: physicalLocation(place.path ?? path, place),
            message: { text: truncate(place.place, TEXT_CHARACTERS_MAX) },
          })),
        }),
    ...codeFlowsOf(path, view.trace),
    // The id stays from run to run. GitHub would take a hash of the line, which findings in one line share.
    partialFingerprints: { primaryLocationLineHash: finding.id, 'flowarden/v1': finding.id },
    ...(baselineState === undefined ? {} : { baselineState }),
    ...suppressionsOf(finding),
    properties: { severity: finding.severity, kind: finding.kind, remediation: finding.remediation },
  };
}

/** Returns what the reader of the results must know of a file: what was not read, or not listed. */
function notificationsOf({ path, errors, unlisted }: ViewFile) {
  const locations = [{ physicalLocation: { artifactLocation: artifactLocation(path) } }];
  const note = (level: 'error' | 'warning', text: string) => ({
    level,
    message: { text: truncate(text, TEXT_CHARACTERS_MAX) },
    locations,
  });
  return [
    ...errors.map((message) => note('error', message)),
    ...(unlisted === 0 ? [] : [note('warning', `${unlisted} more findings are not listed.`)]),
  ];
}

/** Returns the rule of a finding, as far as the finding has it. */
function ruleOfFinding(finding: ReportedFinding): ViewRule {
  return {
    id: finding.ruleId,
    title: finding.rule,
    fix: finding.remediation,
    category: finding.category,
    severity: finding.severity,
    confidence: finding.confidence,
    kind: finding.kind,
    controls: finding.complianceTags,
  };
}

/** Returns the rules that ran, and those of findings that the catalogue does not have, by id. */
function rulesOf({ rules, files }: ReportView): readonly ViewRule[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  for (const { finding } of files.flatMap(({ findings }) => findings))
    if (!known.has(finding.ruleId)) known.set(finding.ruleId, ruleOfFinding(finding));
  return [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the view as a SARIF log with one run. */
export const sarifReport = (view: ReportView): string => [...sarifPieces(view)].join('');

/** The list of results, which comes last, and its indentation. */
const NO_RESULTS = '"results": []';
const INDENT = ' '.repeat(8);

/** Yields a SARIF log with one run: what stands before the results, each result, and the end. */
export function* sarifPieces(view: ReportView): Generator<string> {
  const { version, mode, overrides, problems, files, baseUrl } = view;
  const rules = rulesOf(view);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const taxonomies = taxonomiesOf(rules);
  const sets = taxonomies.map(({ name }) => name);
  const run = {
    tool: {
      driver: {
        name: 'Flowarden',
        fullName: `Flowarden ${version}`,
        semanticVersion: version,
        ...(baseUrl === null ? {} : { informationUri: baseUrl }),
        rules: rules.map((rule) => descriptorOf(rule, mode, { sets, baseUrl })),
        supportedTaxonomies: sets.map((name, index) => ({ name, index })),
      },
    },
    automationDetails: { id: 'flowarden/' },
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: problems.length === 0 && files.every(({ errors }) => errors.length === 0),
        toolExecutionNotifications: [
          ...problems.map((problem) => ({
            level: 'error',
            message: { text: truncate(problem, TEXT_CHARACTERS_MAX) },
          })),
          // SARIF's own list of overrides has no word for rules that did not run.
          ...overrideNotes(overrides).map((note) => ({
            level: 'note',
            message: { text: truncate(note, TEXT_CHARACTERS_MAX) },
          })),
          ...files.flatMap(notificationsOf),
        ],
      },
    ],
    taxonomies,
    results: [],
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  const text = JSON.stringify(log, null, 2);
  const at = text.lastIndexOf(NO_RESULTS);
  yield text.slice(0, at);
  let before = `${NO_RESULTS.slice(0, -1)}\n`;
  for (const { path, findings } of files)
    for (const finding of findings) {
      const result = resultOf(path, finding, indexes.get(finding.finding.ruleId)!, mode);
      yield `${before}${INDENT}${JSON.stringify(result, null, 2).replaceAll('\n', `\n${INDENT}`)}`;
      before = ',\n';
    }
  const end = before === ',\n' ? `\n${INDENT.slice(2)}]` : NO_RESULTS;
  yield `${end}${text.slice(at + NO_RESULTS.length)}\n`;
}
