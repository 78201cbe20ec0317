/** Dry runs: a difference that one calls exact is what a run under the other policy reports. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { judgeReport } from '../../src/analysis/engine/judge-report.ts';
import type { TaskPolicy } from '../../src/analysis/engine/policies/task-policy.ts';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { Finding } from '../../src/analysis/model/finding.ts';
import { CROSSING_RULE } from '../../src/analysis/model/measures/crossing.ts';
import type { Platform } from '../../src/analysis/model/platform.ts';
import { BUILTIN_GATE, type Judgement } from '../../src/analysis/model/policy.ts';
import type { EnforcementMode, Report } from '../../src/analysis/model/report.ts';
import type { Severity } from '../../src/analysis/model/rule.ts';
import type { Options } from '../../src/analysis/model/rule-option.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import type { ScopedException } from '../../src/contract/exception.ts';
import { AppError } from '../../src/errors.ts';
import { compareEarlierRun } from '../../src/policy/dry-run/compare-earlier-run.ts';
import type { Difference } from '../../src/policy/dry-run/difference.ts';
import type { EarlierRun } from '../../src/policy/dry-run/earlier-run.ts';
import { prepareSide, type Side } from '../../src/policy/dry-run/side.ts';
import { CORPUS_ABSENT, corpusFiles } from '../support/files/corpus.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { examplesOf } from '../support/files/rule-examples.ts';
import { policyWith } from '../support/policies/task-policy.ts';

const ROOT = join(import.meta.dirname, '../..');
const engine = createEngine(RULES);
const AT = new Date(0);

interface Policy {
  readonly rules: TaskPolicy;
  readonly mode: EnforcementMode | null;
  readonly gate: Judgement['gate'];
}

const RECOMMENDED: Readonly<Record<string, Options>> = Object.fromEntries(
  RULES.filter(({ preset }) => preset === 'recommended').map(({ id }) => [id, {}]),
);

function pack(
  changes: Readonly<Record<string, Options | null>>,
  judgement: Partial<Judgement> = {},
  mode: EnforcementMode | null = null,
): Policy {
  const rules = Object.entries({ ...RECOMMENDED, ...changes }).filter(([, options]) => options !== null);
  const gate = judgement.gate ?? BUILTIN_GATE;
  return { rules: policyWith(Object.fromEntries(rules) as Record<string, Options>, judgement), mode, gate };
}

const DEFAULT: Policy = { rules: 'default', mode: null, gate: BUILTIN_GATE };
const sideOf = ({ rules, gate, mode }: Policy): Side => prepareSide(rules, RULES, { gate, mode });

interface File {
  readonly bytes: Uint8Array;
  readonly path: string;
}

/** Analyses a file; null: it is no workflow. */
function analyse({ bytes, path }: File, ruleset: TaskPolicy): Report | null {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const task = { bytes, filename, path, platform: undefined, findingsMax: 10_000, today: '2026-11-26' };
  try {
    return engine.validate({ ...task, ruleset });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Reports of the rules that most policies here have, as an analysis takes long. */
const byDefault = new Map<File, Report | null>();

/** Runs a file and returns what is stored of it; null: it is no workflow. */
function run(
  file: File,
  { rules, gate, mode }: Policy,
  exceptions: readonly ScopedException[],
): (EarlierRun & { readonly score: number }) | null {
  const known = rules === DEFAULT.rules ? byDefault.get(file) : undefined;
  const report = known === undefined ? analyse(file, rules) : known;
  if (rules === DEFAULT.rules) byDefault.set(file, report);
  if (report === null) return null;
  const { path } = file;
  const identity = { scope: null, path, formerName: null };
  const enforcementMode = mode ?? 'blocking';
  const terms = {
    file: identity,
    exceptions,
    previous: undefined,
    passed: undefined,
    enforcementMode,
    gate,
    at: AT,
  };
  const { verdict } = judgeReport(report, terms);
  return { ...verdict, enforcementMode, path, file: identity, isPart: false, isOlder: false };
}

const severities = (findings: readonly Finding[]) =>
  findings
    .filter(({ ruleId }) => ruleId !== 'XPL-ENG-008')
    .map(({ ruleId, severity }) => `${ruleId} ${severity}`)
    .sort();

/** Applies the changes of a difference to the findings of a run. */
function changed(before: readonly Finding[], { changes }: Difference): readonly string[] {
  const list = [...severities(before)];
  for (const { ruleId, before: was, after: is, findings } of changes)
    for (let i = 0; i < findings; i += 1) {
      if (was !== null) list.splice(list.indexOf(`${ruleId} ${was}`), 1);
      if (is !== null) list.push(`${ruleId} ${is}`);
    }
  return list.sort();
}

/** Checks a dry run of one file against a run. Returns the class of the difference; undefined for what is no workflow. */
function check(
  file: File,
  from: Policy,
  to: Policy,
  exceptions: readonly ScopedException[] = [],
): Difference | undefined {
  const before = run(file, from, exceptions);
  if (before === null) return undefined;
  const difference = compareEarlierRun(
    before,
    { from: sideOfPolicy(from), to: sideOfPolicy(to) },
    { exceptions, at: AT },
  );
  const after = run(file, { ...to, mode: to.mode ?? before.enforcementMode }, exceptions)!;
  if (difference.after.passed !== null)
    assert.equal(difference.after.passed, after.passed, `${file.path}: verdict`);
  if (difference.class !== 'exact') return difference;
  assert.deepEqual(changed(before.findings, difference), severities(after.findings), file.path);
  assert.equal(difference.after.score, after.score, `${file.path}: score`);
  return difference;
}

const sides = new Map<Policy, Side>();
function sideOfPolicy(policy: Policy): Side {
  const known = sides.get(policy) ?? sideOf(policy);
  sides.set(policy, known);
  return known;
}

const all = (severity: Severity) => Object.fromEntries(RULES.map(({ id }) => [id, severity]));

/** Pairs of policies, by what differs. */
const PAIRS: Readonly<Record<string, readonly [Policy, Policy]>> = {
  'severities, gates, and rules that go': [
    DEFAULT,
    pack(
      { 'UIP-MNT-006': null, 'XPL-SEC-004': null },
      {
        severities: { 'UIP-REL-001': 'high', 'PAF-REL-001': 'low', 'XPL-SEC-002': 'low' },
        overrides: [
          { path: '*a*', rules: all('medium') },
          { platform: 'power-automate', rules: { 'PAF-REL-001': 'off' } },
        ],
        gate: { ...BUILTIN_GATE, failOn: 'medium', scoreMin: 80 },
      },
    ),
  ],
  'severities that were decided': [pack({}, { severities: all('high') }), DEFAULT],
  'numbers that are milder, and sizes that are stricter': [
    pack({
      'UIP-MNT-001': { max: 150 },
      'AAB-MNT-001': { max: 400 },
      'UIP-MNT-007': { max: 0 },
      'UIP-REL-008': {},
      'PAF-MNT-005': {},
      'AAB-MNT-006': { minPercent: 20 },
      'UIP-MNT-010': { minCharacters: 60 },
      'UIP-NMG-001': { pattern: '^[a-zA-Z]', maxLength: 10 },
    }),
    pack({
      'UIP-MNT-001': { max: 20 },
      'AAB-MNT-001': { max: 10 },
      'UIP-MNT-007': { max: 5 },
      'UIP-REL-008': { minMs: 500, maxMs: 600_000 },
      'PAF-MNT-005': { max: 3 },
      'AAB-MNT-006': { minPercent: 8 },
      'UIP-MNT-010': { minCharacters: 10 },
      'UIP-NMG-001': { pattern: '^[a-zA-Z]', maxLength: 20 },
      'PAF-REL-001': { minActions: 6 },
      'BPR-REL-001': { minStages: 40 },
      'XPL-PRV-004': { minEmails: 9 },
    }),
  ],
  'lists that are given or change': [
    pack({ 'UIP-SUP-008': { deny: ['Assign'] }, 'PAF-SEC-016': { blocked: ['http', 'shared_approvals'] } }),
    pack({
      'UIP-SUP-008': { deny: ['Kill*', 'If', 'Assign'] },
      'PAF-SEC-016': { blocked: ['shared_approvals', 'shared_office365', 'sharepoint*'] },
      'PAF-SEC-017': { business: ['sharepointonline'], nonBusiness: ['twitter'] },
      'PAF-SEC-018': { endpoints: ['allow *.microsoft.com'] },
      'AAB-SUP-001': { deny: ['Excel*'], minVersions: ['Email 3.9'] },
      'XPL-PRV-001': { internalDomains: ['corp.example'] },
      'PAF-CFG-002': { internalDomains: ['contoso.com', '*.onmicrosoft.com'] },
      'AAB-SEC-017': { allow: ['Finance', 'Default*'] },
      'UIP-SUP-003': { allow: ['UiPath.*'], deny: ['UiPath.Old*'] },
      'PAF-CFG-003': {},
      'PAF-CFG-004': {},
    }),
  ],
  'rules that follow data': [pack({}), pack({ 'XPL-SEC-016': {}, [CROSSING_RULE]: {} })],
};

/** Every file has something that one of the strict rules might report. */
const STRICT: Policy = { rules: 'strict', mode: 'blocking', gate: BUILTIN_GATE };

const exception = (ruleId: string, changes: Partial<ScopedException> = {}): ScopedException => ({
  id: '01900000-0000-7000-8000-000000000001',
  ruleId,
  fileName: '*',
  byBaseName: false,
  fingerprint: null,
  places: null,
  location: '*',
  repository: '*',
  severity: 'medium',
  decision: 'approved',
  expiresAt: new Date(1e15),
  ...changes,
});
const EXCEPTIONS = [
  ...['UIP-REL-001', 'PAF-REL-001', 'UIP-MNT-001', 'XPL-SEC-004'].map((id, i) =>
    exception(id, { id: `01900000-0000-7000-8000-00000000000${i}` }),
  ),
  exception('UIP-SUP-008', { severity: 'critical', id: '01900000-0000-7000-8000-000000000009' }),
];

/** Examples of the rules that the pairs are about, each as a file, and whole samples. */
const SAMPLES: readonly File[] = [
  ...[
    'uipath/Main.xaml',
    'power-automate/ApproveInvoice.json',
    'automation-anywhere/Send Reminders.json',
    'blue-prism/Load Customers.bpprocess',
  ].map((path) => ({ path, bytes: readFileSync(join(ROOT, 'samples', path)) })),
  ...RULES.filter(
    ({ inventory, options, level }) =>
      level !== 'project' &&
      (inventory !== undefined || Object.values(options).some(({ isMeasured }) => isMeasured)),
  ).flatMap(({ id }) =>
    Object.entries(examplesOf({ id })).flatMap(([platform, { bad, good }]) =>
      [...bad, ...good].map((example, index) => ({
        path: `${id}/${index}`,
        bytes: exampleFile(platform as Platform, example.text),
      })),
    ),
  ),
];

const CORPUS: readonly File[] = CORPUS_ABSENT ? [] : [...corpusFiles()];

function countClasses(
  files: Iterable<File>,
  [from, to]: readonly [Policy, Policy],
  exceptions?: readonly ScopedException[],
) {
  const counts = { exact: 0, unknown: 0 };
  for (const file of files) {
    const difference = check(file, from, to, exceptions);
    if (difference !== undefined) counts[difference.class === 'exact' ? 'exact' : 'unknown'] += 1;
  }
  return counts;
}

describe('a dry run', () => {
  it('takes nothing off the score for data of another project', () => {
    const policy = pack({ [CROSSING_RULE]: {} });
    const [sample] = SAMPLES;
    const earlier = run(sample!, policy, [])!;
    const fingerprint = 'of another project';
    const crossing: Finding = {
      ...earlier.findings[0]!,
      ruleId: CROSSING_RULE,
      dedupeGroup: CROSSING_RULE,
      location: { names: [sample!.path], path: '/other', line: 1, column: 1 },
      fingerprints: { element: fingerprint, strong: fingerprint, medium: fingerprint, weak: fingerprint },
    };
    const { total } = earlier.summary;
    const summary = { ...earlier.summary, total: total + 1 };
    const findings = [...earlier.findings, crossing];
    const sides = { from: sideOf(policy), to: sideOf(policy) };
    const waivers = { exceptions: [], at: AT };
    const { before, after } = compareEarlierRun({ ...earlier, summary, findings }, sides, waivers);
    assert.deepEqual([before.score, after.score], [earlier.score, earlier.score]);
  });
});

describe('a dry run agrees with a run wherever it is exact', () => {
  it('on samples: the strict rules, of which some stay unknown', () => {
    assert.ok(countClasses(SAMPLES, [DEFAULT, STRICT]).unknown > 0);
  });

  for (const [what, pair] of Object.entries(PAIRS))
    it(`on samples: ${what}`, () => {
      for (const exceptions of [[], EXCEPTIONS]) assert.ok(countClasses(SAMPLES, pair, exceptions).exact > 0);
    });
  for (const [what, pair] of Object.entries(PAIRS))
    it(`on the corpus: ${what}`, { skip: CORPUS_ABSENT, timeout: 240_000 }, (test) => {
      const counts = countClasses(CORPUS, pair, EXCEPTIONS);
      test.diagnostic(`${what}: ${JSON.stringify(counts)}`);
      assert.ok(counts.exact > 0);
    });
});
