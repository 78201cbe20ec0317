/** Policies of packs in the engine: rules, options, severities, exclusions by path, controls. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeProject } from '../../../src/analysis/engine/project/project-report.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { AnalysisTask } from '../../../src/analysis/engine/worker-messages.ts';
import type { Judgement } from '../../../src/analysis/model/policy.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { AppError } from '../../../src/errors.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import { policyWith } from '../../support/policies/task-policy.ts';
import { wholeRule } from '../../support/whole-rule.ts';

/** A rule that reports every assignment, those named `mild` as low. */
const assignments = wholeRule({
  id: 'UIP-REL-901',
  version: 1,
  title: 'Assignment',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'For tests.',
  fix: 'For tests.',
  compliance: [],
  options: {},
  level: 'activity',
  roles: ['assign'],
  *check(activity) {
    if (activity.name === 'broken') throw new Error('It fails.');
    const severity = activity.name === 'mild' ? 'low' : 'medium';
    yield { at: activity, message: 'Assigned.', severity };
  },
});

const engine = createEngine([...RULES, assignments]);
const ID = assignments.id;
const INVOKE =
  '<ui:InvokeWorkflowFile DisplayName="Run step" WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';
const assign = (...names: string[]): string =>
  names.map((name) => `<Assign DisplayName="${name}" />`).join('');

function validate(ruleset: AnalysisTask['ruleset'], text: string, more: Partial<AnalysisTask> = {}): Report {
  const bytes = exampleFile('uipath', `<Sequence>${text}</Sequence>`);
  return engine.validate({
    bytes,
    filename: 'Main.xaml',
    platform: undefined,
    ruleset,
    findingsMax: 100,
    ...more,
  });
}
const severitiesOf = ({ findings }: Report): string[] =>
  findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`);

describe('the rules of a policy', () => {
  it('are the only ones that run, besides those about the analysis itself', () => {
    const report = validate(policyWith({ [ID]: {} }), INVOKE + assign('a'));
    assert.deepEqual(severitiesOf(report), [`${ID} medium`]);
    assert.ok(!report.evaluatedRuleIds.includes('UIP-MNT-016'));
    assert.ok(report.evaluatedRuleIds.includes('XPL-ENG-002'));
    assert.equal(report.ruleset, 'test-pack@1.0.0');
  });
  it('have the options of the policy, and their defaults for all others', () => {
    assert.deepEqual(severitiesOf(validate(policyWith({ 'UIP-MNT-001': {} }), assign('a', 'b'))), []);
    const strict = validate(policyWith({ 'UIP-MNT-001': { max: 1 } }), assign('a', 'b'));
    assert.deepEqual(severitiesOf(strict), ['UIP-MNT-001 medium']);
  });
  it('must be rules of this version', () => {
    assert.throws(
      () => validate(policyWith({ 'UIP-MNT-999': {} }), ''),
      (error) =>
        error instanceof AppError && error.code === 'unknown_policy_pack' && /999/.test(error.message),
    );
  });
  for (const [title, options] of [
    ['another type of value', { max: 'many' }],
    ['a list in the place of a number', { max: ['1'] }],
    ['an unknown name', { maximum: 1 }],
    ['a name that every object has', { constructor: 1 }],
  ] as const)
    it(`must have options of this version, not ${title}`, () => {
      assert.throws(
        () => validate(policyWith({ 'UIP-MNT-001': options }), ''),
        (error) =>
          error instanceof AppError &&
          error.code === 'unknown_policy_pack' &&
          /of UIP-MNT-001, which this version/.test(error.message),
      );
    });
});

describe('a severity of a policy', () => {
  it('holds for every finding of the rule; without one a rule reports its own', () => {
    const text = assign('a', 'mild');
    assert.deepEqual(severitiesOf(validate(policyWith({ [ID]: {} }), text)), [`${ID} medium`, `${ID} low`]);
    const policy = policyWith({ [ID]: {} }, { severities: { [ID]: 'critical' } });
    const report = validate(policy, text);
    assert.deepEqual(severitiesOf(report), [`${ID} critical`, `${ID} critical`]);
    assert.equal(report.summary.critical, 2);
    assert.ok(report.score <= 49);
  });
  it('decides before the list is cut', () => {
    const policy = policyWith({ [ID]: {}, 'UIP-MNT-016': {} }, { severities: { 'UIP-MNT-016': 'high' } });
    const report = validate(policy, assign('a', 'b', 'c') + INVOKE, { findingsMax: 2 });
    assert.equal(severitiesOf(report)[0], 'UIP-MNT-016 high');
    assert.equal(report.findings.at(-1)!.ruleId, 'XPL-ENG-005');
  });
  it('decides whether a note waives the finding', () => {
    const noted = INVOKE.replace(
      ' WorkflowFileName',
      ' sap2010:Annotation.AnnotationText="flowarden-ignore UIP-MNT-016 until 2027-01-31: agreed" WorkflowFileName',
    );
    const statusWith = (severity: 'high' | 'low') => {
      const policy = policyWith({ 'UIP-MNT-016': {} }, { severities: { 'UIP-MNT-016': severity } });
      const { findings } = validate(policy, noted, { today: '2026-11-23' });
      return findings.find(({ ruleId }) => ruleId === 'UIP-MNT-016')!.exceptionStatus;
    };
    assert.equal(statusWith('low'), 'approved');
    assert.equal(statusWith('high'), 'none');
  });
  it('is that of the notice when the rule fails', () => {
    const policy = policyWith({ [ID]: {} }, { severities: { [ID]: 'critical' } });
    assert.deepEqual(severitiesOf(validate(policy, assign('broken'))), ['XPL-ENG-002 critical']);
  });
});

describe('a notice of a part that could not be read', () => {
  const bytes = Buffer.from(powerAutomate.snippet('"Note": [{"password":"x"}]'));
  const notice = (severities: Judgement['severities'], overrides: Judgement['overrides'] = []) =>
    severitiesOf(
      validate(policyWith({}, { severities, overrides }), '', {
        bytes,
        filename: 'flow.json',
        platform: 'power-automate',
      }),
    );
  it('is not milder because the policy sets the severity of its rule', () => {
    assert.deepEqual(notice({ 'XPL-ENG-002': 'medium' }), ['XPL-ENG-002 high']);
    assert.deepEqual(notice({ 'XPL-ENG-002': 'low' }), ['XPL-ENG-002 high']);
  });
  it('is milder on no path', () => {
    const overrides = [{ path: '*', rules: { 'XPL-ENG-002': 'medium' as const } }];
    assert.deepEqual(notice({}, overrides), ['XPL-ENG-002 high']);
  });
  it('may be severer', () => {
    assert.deepEqual(notice({ 'XPL-ENG-002': 'critical' }), ['XPL-ENG-002 critical']);
  });
});

describe('an override of a policy', () => {
  const off = (path: string) =>
    policyWith({ [ID]: {}, 'UIP-MNT-016': {} }, { overrides: [{ path, rules: { [ID]: 'off' } }] });
  it('excludes a rule from files of a path, where its silence means nothing', () => {
    const inside = validate(off('Framework/*'), assign('a') + INVOKE, { path: 'Framework/Main.xaml' });
    assert.deepEqual(severitiesOf(inside), ['UIP-MNT-016 medium']);
    assert.ok(!inside.evaluatedRuleIds.includes(ID));
    const outside = validate(off('Framework/*'), assign('a'), { path: 'Main.xaml' });
    assert.deepEqual(severitiesOf(outside), [`${ID} medium`]);
    assert.ok(outside.evaluatedRuleIds.includes(ID));
  });
  it('judges the members of an archive by their own paths', () => {
    const content = exampleFile('uipath', `<Sequence>${assign('a')}</Sequence>`).toString();
    const bytes = zip([
      {
        name: 'project.json',
        content: '{"name":"P","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}',
      },
      { name: 'Main.xaml', content },
      { name: 'Framework/Init.xaml', content },
    ]);
    const report = validate(off('Framework/*'), '', { bytes, filename: 'p.zip' });
    const files = report.findings
      .filter(({ ruleId }) => ruleId === ID)
      .map(({ location }) => location.names[0]);
    assert.deepEqual(files, ['Main.xaml']);
    assert.ok(!report.evaluatedRuleIds.includes(ID));
  });
  it('matches only if platform and path both do; the last one decides', () => {
    const policy = policyWith(
      { [ID]: {} },
      {
        overrides: [
          { platform: 'uipath', path: '*.xaml', rules: { [ID]: 'high' } },
          { platform: 'blue-prism', path: '*.xaml', rules: { [ID]: 'off' } },
          { platform: 'uipath', path: 'Lib/*', rules: { [ID]: 'low' } },
        ],
      },
    );
    assert.deepEqual(severitiesOf(validate(policy, assign('a'))), [`${ID} high`]);
    assert.deepEqual(severitiesOf(validate(policy, assign('a'), { path: 'Lib/A.xaml' })), [`${ID} low`]);
  });
  it('never excludes the notice about a rule that failed elsewhere', () => {
    const overrides = [{ path: '*', rules: { 'XPL-ENG-002': 'off' as const } }];
    const report = validate(policyWith({ [ID]: {} }, { overrides }), assign('broken'));
    assert.deepEqual(severitiesOf(report), ['XPL-ENG-002 medium']);
  });
  it('excludes rules across files by the file of their finding', () => {
    const rule = 'UIP-REL-010';
    const content = exampleFile(
      'uipath',
      '<ui:InvokeWorkflowFile WorkflowFileName="Gone.xaml" />',
    ).toString();
    const manifest = '{"name":"P","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}';
    const files = { 'Main.xaml': content, 'Old/Main.xaml': content, 'project.json': manifest };
    const overrides = [{ path: 'Old/*', rules: { [rule]: 'off' as const } }];
    const policy = policyWith({ [rule]: {} }, { overrides });
    const facts = Object.entries(files).map(
      ([path, text]) =>
        engine.validate({
          bytes: Buffer.from(text),
          filename: path.replace(/^.*\//, ''),
          platform: undefined,
          ruleset: policy,
          findingsMax: 100,
          factsPath: path,
        }).facts!,
    );
    const input = { facts, paths: Object.keys(files) };
    const report = judgeProject(RULES, { ...input, ruleset: policy, findingsMax: 100 });
    assert.deepEqual(
      report.findings.map(({ location }) => location.names[0]),
      ['Main.xaml'],
    );
    assert.ok(!report.evaluatedRuleIds.includes(rule));
    const whole = judgeProject(RULES, { ...input, ruleset: policyWith({ [rule]: {} }), findingsMax: 100 });
    assert.deepEqual(
      whole.findings.flatMap(({ group }) => group!.places.map(({ location }) => location.names[0])),
      ['Main.xaml', 'Old/Main.xaml'],
    );
    assert.ok(whole.evaluatedRuleIds.includes(rule));
  });
});

describe('the controls of a policy', () => {
  it('stand behind those of the rule', () => {
    const policy = policyWith({ 'UIP-MNT-016': {} }, { tags: { 'UIP-MNT-016': ['SOX-ITGC:APD'] } });
    const [own] = validate('default', INVOKE).findings;
    const [added] = validate(policy, INVOKE).findings;
    assert.deepEqual(added!.complianceTags, [...own!.complianceTags, 'SOX-ITGC:APD']);
  });
});

describe('the digest of a report', () => {
  it('differs between policies that differ in judgement alone', () => {
    const digests = [{}, { severities: { [ID]: 'high' as const } }].map(
      (judgement) => validate(policyWith({ [ID]: {} }, judgement), assign('a')).rulesetDigest,
    );
    assert.equal(new Set(digests).size, 2);
  });
  it('is the same in every engine', () => {
    const again = createEngine([...RULES, assignments]).validate({
      bytes: exampleFile('uipath', '<Sequence />'),
      filename: 'Main.xaml',
      platform: undefined,
      ruleset: policyWith({ [ID]: {} }),
      findingsMax: 1,
    });
    assert.equal(again.rulesetDigest, validate(policyWith({ [ID]: {} }), '').rulesetDigest);
  });
});

describe('an engine', () => {
  it('judges by each of more policies than it holds', () => {
    for (let round = 0; round < 2; round += 1) {
      for (let max = 1; max <= 80; max += 1) {
        const report = validate(policyWith({ 'UIP-MNT-001': { max } }), assign('a', 'b', 'c'));
        assert.equal(report.findings.length, max < 5 ? 1 : 0, String(max));
      }
    }
  });
});
