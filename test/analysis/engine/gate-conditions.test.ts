/** Conditions of a policy's gate: each that fails is a finding that blocks and that nothing waives. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONDITION_RULE } from '../../../src/analysis/engine/gate-conditions.ts';
import { judgeReport } from '../../../src/analysis/engine/judge-report.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { PreviousRun } from '../../../src/analysis/model/diff.ts';
import { BUILTIN_GATE, type PolicyGate } from '../../../src/analysis/model/policy.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { ScopedException } from '../../../src/contract/exception.ts';
import { exampleFile } from '../../support/files/example-file.ts';

const FILE = { scope: null, path: 'Main.xaml', formerName: null };
/** Two findings: a medium one and a low one. */
const DYNAMIC = '<ui:InvokeWorkflowFile WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';

const engine = createEngine(RULES);
function reportOf(text: string): Report {
  const bytes = exampleFile('uipath', `<Sequence>${text}</Sequence>`);
  const task = {
    filename: 'Main.xaml',
    platform: undefined,
    ruleset: 'default',
    findingsMax: 100,
    today: '2026-11-23',
  } as const;
  return engine.validate({ ...task, bytes });
}
const runOf = ({ score, findings }: Pick<Report, 'score' | 'findings'>): PreviousRun => ({
  score,
  findings,
  ownerId: null,
  validatedAt: new Date(0),
});

function judge(report: Report, gate: Partial<PolicyGate>, more: object = {}) {
  return judgeReport(report, {
    file: FILE,
    exceptions: [],
    previous: undefined,
    passed: undefined,
    enforcementMode: 'blocking',
    gate: { ...BUILTIN_GATE, ...gate },
    at: new Date(1_000),
    ...more,
  }).verdict;
}
const conditionsOf = ({ findings }: Pick<Report, 'findings'>): string[] =>
  findings.filter(({ ruleId }) => ruleId === CONDITION_RULE).map(({ subject }) => subject);

const report = reportOf(DYNAMIC);

describe('a gate with a minimum score', () => {
  it('fails a score below it, and nothing else', () => {
    const { score } = report;
    assert.deepEqual(conditionsOf(judge(report, { scoreMin: score })), []);
    const below = judge(report, { scoreMin: score + 1 });
    assert.deepEqual(conditionsOf(below), ['score']);
    assert.equal(below.passed, false);
    assert.equal(below.score, score, 'the finding does not count in the score');
    assert.equal(below.wouldBlockCount, 1);
    assert.deepEqual(
      [below.summary.high, below.summary.total],
      [report.summary.high + 1, report.summary.total + 1],
    );
  });
  it('counts what a note in the workflow waives: its author does not raise the score that is tested', () => {
    const note = 'flowarden-ignore UIP-MNT-016 until 2027-01-31: it is fine';
    const noted = reportOf(
      DYNAMIC.replace(' Workflow', ` sap2010:Annotation.AnnotationText="${note}" Workflow`),
    );
    assert.ok(noted.score > report.score);
    assert.deepEqual(conditionsOf(judge(noted, { scoreMin: report.score })), []);
    const verdict = judge(noted, { scoreMin: report.score + 1 });
    assert.deepEqual([conditionsOf(verdict), verdict.score], [['score'], noted.score]);
    const condition = verdict.findings.find(({ ruleId }) => ruleId === CONDITION_RULE)!;
    assert.match(condition.description, /with what notes in the workflow waive/);
  });
  it('lets every run pass in the modes that never block', () => {
    const { passed, wouldBlockCount } = judge(report, { scoreMin: 100 }, { enforcementMode: 'warning' });
    assert.deepEqual([passed, wouldBlockCount], [true, 1]);
  });
  it('is not waived by an exception for its finding', () => {
    const exception: ScopedException = {
      id: '01890000-0000-7000-8000-000000000000',
      ruleId: CONDITION_RULE,
      fileName: '*',
      repository: null,
      byBaseName: false,
      location: '*',
      fingerprint: null,
      places: null,
      severity: 'critical',
      decision: 'approved',
      expiresAt: new Date(2_000),
    };
    assert.equal(judge(report, { scoreMin: 100 }, { exceptions: [exception] }).passed, false);
  });
  it('has the same finding in every run, which is no change of the file', () => {
    const first = judge(report, { scoreMin: 100 });
    const again = judge(report, { scoreMin: 100 }, { previous: runOf(first) });
    const idOf = (run: typeof first) => run.findings.find(({ ruleId }) => ruleId === CONDITION_RULE)!.id;
    assert.equal(idOf(first), idOf(again));
    const { resolved, new: added } = judge(report, {}, { previous: runOf(first) }).diff.counts;
    assert.deepEqual([resolved, added], [0, 0]);
  });
});

describe('a gate that blocks milder findings', () => {
  it('blocks those of its severity and worse', () => {
    assert.equal(judge(report, {}).passed, true);
    const verdict = judge(report, { failOn: 'medium' });
    assert.deepEqual([verdict.passed, verdict.failOn], [false, 'medium']);
  });
});

describe('a gate that limits new findings', () => {
  const limit = (max: number): Partial<PolicyGate> => ({ newMax: { medium: max } });
  const count = report.summary.medium;
  it('takes every finding of a first run as new', () => {
    assert.ok(count > 0);
    assert.deepEqual(conditionsOf(judge(report, limit(count - 1))), ['new.medium']);
    assert.deepEqual(conditionsOf(judge(report, limit(count))), []);
  });
  it('fails again when a blocked run is repeated: it compares with the run that passed', () => {
    const blocked = judge(report, limit(0));
    assert.equal(blocked.passed, false);
    const again = judge(report, limit(0), { previous: runOf(blocked), passed: undefined });
    assert.equal(again.passed, false);
    assert.equal(judge(report, limit(0), { passed: runOf(report) }).passed, true);
  });
  it('takes a finding that was milder as new', () => {
    const milder = report.findings.map((finding) => ({ ...finding, severity: 'low' as const }));
    const { passed } = judge(report, limit(0), { passed: runOf({ ...report, findings: milder }) });
    assert.equal(passed, false);
  });
  it('takes a finding as new that a note of its author waives', () => {
    const noted = report.findings.map((finding) => ({ ...finding, exceptionStatus: 'approved' as const }));
    assert.deepEqual(conditionsOf(judge({ ...report, findings: noted }, limit(0))), ['new.medium']);
  });
  it('counts findings beyond the end of a list', () => {
    const cut = { ...report, findings: [] };
    assert.deepEqual(conditionsOf(judge(cut, limit(0), { passed: runOf(report) })), ['new.medium']);
  });
});

describe('a gate with required rules', () => {
  it('fails when one of them did not run to its end', () => {
    const failed = { ...report, ruleErrors: [{ ruleId: 'UIP-MNT-016', message: 'x' }] };
    const gate = { notEvaluatedMax: 0, required: ['UIP-MNT-016'] };
    assert.deepEqual(conditionsOf(judge(failed, gate)), ['notEvaluated.required']);
    assert.deepEqual(conditionsOf(judge(report, gate)), []);
    assert.deepEqual(conditionsOf(judge(failed, { ...gate, required: ['UIP-MNT-001'] })), []);
  });
});

describe('the findings of conditions', () => {
  it('stand behind critical and before all other findings', () => {
    const secret = reportOf(`${DYNAMIC}<ui:SMTPMail Password="Nordwind-71" />`);
    const verdict = judge(secret, { scoreMin: 100 });
    const ranks = verdict.findings.map(({ severity }) => severity);
    assert.ok(ranks.includes('critical'));
    assert.equal(verdict.findings[ranks.lastIndexOf('critical') + 1]!.ruleId, CONDITION_RULE);
  });
});
