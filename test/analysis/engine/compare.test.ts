/** Comparing runs: what carries on, what is new, what is gone, and what silence must not resolve. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare } from '../../../src/analysis/engine/compare.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { PreviousRun } from '../../../src/analysis/model/diff.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { wholeRule } from '../../support/whole-rule.ts';

/** Reports every assignment to a name that starts with "bad": a rule with predictable findings. */
const badAssign = wholeRule({
  id: 'UIP-REL-900',
  version: 1,
  title: 'Assignment to a bad name',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
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
    if (activity.name.startsWith('bad')) yield { at: activity, message: 'Bad.' };
  },
});
const mild = { ...badAssign, severity: 'low' } as Rule;

const assign = (name: string, id: string): string =>
  `<Assign DisplayName="${name}" sap2010:WorkflowViewState.IdRef="${id}"><Assign.To><OutArgument x:TypeArguments="x:Int32">[x]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:Int32">1</InArgument></Assign.Value></Assign>`;

const file = (body: string, indent = ''): string =>
  `<Activity x:Class="Main" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:sap2010="http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation">${indent}<Sequence DisplayName="Work" sap2010:WorkflowViewState.IdRef="Sequence_1">${indent}${body}${indent}</Sequence>${indent}</Activity>`;

function report(text: string, rule: Rule = badAssign): Report {
  const task = {
    bytes: Buffer.from(text),
    filename: 'Main.xaml',
    platform: 'uipath',
    ruleset: 'default',
    findingsMax: 100,
  } as const;
  return createEngine([rule]).validate(task);
}
const previous = ({ score, findings }: Report): PreviousRun => ({
  score,
  ownerId: null,
  findings,
  validatedAt: new Date(0),
});
const diffOf = (before: string, after: string) => compare(report(after), previous(report(before))).diff;
const NONE = { new: 0, resolved: 0, unchanged: 0, severity_changed: 0, waiver_changed: 0 };
const A = assign('bad a', 'Assign_1');
const B = assign('bad b', 'Assign_2');

describe('comparing runs', () => {
  it('has nothing to say without a previous run', () => {
    const { diff } = compare(report(file(A)), undefined);
    assert.equal(diff.isRegression, false);
    assert.deepEqual(Object.values(diff.counts), [0, 0, 0, 0, 0]);
    assert.equal(diff.previousScore, null);
    assert.deepEqual(diff.changes, []);
  });

  const unchanged: readonly (readonly [string, string, string])[] = [
    ['the same file', file(A + B), file(A + B)],
    ['a re-indented file', file(A + B), file(A + B, '\r\n      ')],
    ['activities in another order', file(A + B), file(B + A)],
    ['an activity inserted above', file(A + B), file(assign('good', 'Assign_9') + A + B)],
    ['a renamed activity', file(A + B), file(assign('bad renamed', 'Assign_1') + B)],
    ['an activity whose id the designer gave anew', file(A + B), file(assign('bad a', 'Assign_77') + B)],
    [
      'an activity moved into another container',
      file(A + B),
      file(`${A}<Sequence DisplayName="Inner" sap2010:WorkflowViewState.IdRef="Sequence_2">${B}</Sequence>`),
    ],
  ];
  for (const [name, before, after] of unchanged) {
    it(`sees no difference for ${name}, and carries the ids on`, () => {
      const first = report(before);
      const { findings, diff } = compare(report(after), previous(first));
      assert.deepEqual(diff.counts, {
        new: 0,
        resolved: 0,
        unchanged: 2,
        severity_changed: 0,
        waiver_changed: 0,
      });
      assert.deepEqual(findings.map(({ id }) => id).sort(), first.findings.map(({ id }) => id).sort());
      assert.equal(diff.isRegression, false);
    });
  }

  it('counts a duplicated element as one new finding', () => {
    assert.deepEqual(diffOf(file(A), file(A + A)).counts, {
      new: 1,
      resolved: 0,
      unchanged: 1,
      severity_changed: 0,
      waiver_changed: 0,
    });
  });
  it('resolves exactly one when one of three equal elements goes', () => {
    assert.deepEqual(diffOf(file(A + A + A), file(A + A)).counts, {
      new: 0,
      resolved: 1,
      unchanged: 2,
      severity_changed: 0,
      waiver_changed: 0,
    });
  });
  it('calls a new high finding a regression and lists it', () => {
    const { id: findingId } = report(file(A + B)).findings.find(({ location }) =>
      location.names.includes('bad b'),
    )!;
    const diff = diffOf(file(A), file(A + B));
    assert.equal(diff.isRegression, true);
    assert.deepEqual(diff.changes, [
      {
        findingId,
        ruleId: 'UIP-REL-900',
        status: 'new',
        location: 'Main › Work › bad b',
        currentSeverity: 'high',
        previousSeverity: null,
      },
    ]);
    assert.ok(diff.scoreDelta! < 0);
  });
  it('notices a severity that changed', () => {
    const { diff } = compare(report(file(A), mild), previous(report(file(A))));
    assert.equal(diff.counts.severity_changed, 1);
    assert.deepEqual([diff.changes[0]!.previousSeverity, diff.changes[0]!.currentSeverity], ['high', 'low']);
    assert.equal(diff.isRegression, false);
  });
  it('lets a rule have its findings under a new id', () => {
    const renamed = { ...badAssign, id: 'UIP-REL-901', replaces: ['UIP-REL-900'] } as Rule;
    const first = report(file(A + B));
    const { findings, diff } = compare(report(file(A), renamed), previous(first));
    assert.deepEqual(diff.counts, { ...NONE, resolved: 1, unchanged: 1 });
    assert.equal(findings[0]!.ruleId, 'UIP-REL-901');
    assert.ok(first.findings.some(({ id }) => id === findings[0]!.id));
  });
  it('swaps two equal findings without noticing', () => {
    assert.deepEqual(diffOf(file(A + B + A), file(A + A + B)).counts, { ...NONE, unchanged: 3 });
  });
  it('notices an exception that expired, although the file is the same', () => {
    const now = report(file(A));
    const before = {
      ...now,
      findings: now.findings.map((finding) => ({ ...finding, exceptionStatus: 'approved' as const })),
    };
    assert.deepEqual(compare(now, previous(before)).diff.counts, { ...NONE, waiver_changed: 1 });
  });
  it('notices an exception that was approved since', () => {
    const before = report(file(A));
    const waived = {
      ...before,
      findings: before.findings.map((finding) => ({ ...finding, exceptionStatus: 'approved' as const })),
    };
    assert.equal(compare(waived, previous(before)).diff.counts.waiver_changed, 1);
  });
  it('resolves nothing when the rule did not run', () => {
    const silent = { ...report(file('')), evaluatedRuleIds: [] };
    assert.deepEqual(compare(silent, previous(report(file(A)))).diff.counts, {
      new: 0,
      resolved: 0,
      unchanged: 1,
      severity_changed: 0,
      waiver_changed: 0,
    });
  });
});
