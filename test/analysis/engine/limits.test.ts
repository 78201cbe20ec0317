/** Limits of the engine for a rule, a member of an archive and the number of findings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyExceptions } from '../../../src/analysis/engine/apply-exceptions.ts';
import { compare } from '../../../src/analysis/engine/compare.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { PreviousRun } from '../../../src/analysis/model/diff.ts';
import { gate } from '../../../src/analysis/model/gate.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import type { Rule, RuleDefinition, Severity } from '../../../src/analysis/model/rule.ts';
import type { Options } from '../../../src/analysis/model/rule-option.ts';
import { rule as notice } from '../../../src/analysis/rules/general/xpl-eng-005.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { ScopedException } from '../../../src/contract/exception.ts';
import { bySize } from '../../support/ring.ts';
import { wholeRule } from '../../support/whole-rule.ts';

/** A rule that reports every assignment and does something first. */
function ruleOf(id: string, severity: Rule['severity'], before: (name: string) => void): Rule {
  return wholeRule({
    id,
    version: 1,
    title: 'Assignment',
    platforms: ['uipath'],
    category: 'reliability',
    severity,
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
      before(activity.name);
      yield { at: activity, message: 'Assigned.' };
    },
  });
}

const file = (assigns: number): string =>
  `<Activity x:Class="Main" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"><Sequence DisplayName="Work">${Array.from({ length: assigns }, (_, i) => `<Assign DisplayName="a${i}" />`).join('')}</Sequence></Activity>`;

function run(rules: readonly Rule[], assigns: number, findingsMax: number): Report {
  const bytes = Buffer.from(file(assigns));
  const task = { bytes, filename: 'Main.xaml', platform: 'uipath', ruleset: 'default', findingsMax } as const;
  return createEngine(rules).validate(task);
}
const previous = ({ score, findings }: Report): PreviousRun => ({
  score,
  ownerId: null,
  findings,
  validatedAt: new Date(0),
});
const countOf = (report: Report, ruleId: string): number =>
  report.findings.filter((finding) => finding.ruleId === ruleId).length;

describe('texts of the file that findings repeat', () => {
  const long = 'n'.repeat(100_000);
  const text = `<Sequence DisplayName="${long}"><Assign DisplayName="${long}" /></Sequence>`;
  it('are cut in sentences as soon as a rule says them', () => {
    const quoting = wholeRule({
      ...(ruleOf('UIP-REL-901', 'low', () => {}) as RuleDefinition<'activity', Options>),
      *check(activity) {
        yield { at: activity, message: 'x'.repeat(1_000_000) };
      },
    });
    const report = run([quoting], bySize(200, 5_000), 10_000);
    assert.ok(report.findings.every(({ description }) => description.length < 1_100));
  });
  it('are cut', () => {
    const bytes = Buffer.from(
      file(0).replace('</Activity>', '').replace('</Sequence>', `${text}</Sequence></Activity>`),
    );
    const task = { bytes, filename: 'x', platform: 'uipath', ruleset: 'default', findingsMax: 10 } as const;
    const report = createEngine([ruleOf('UIP-REL-901', 'low', () => {})]).validate(task);
    assert.equal(report.findings.length, 1);
    assert.ok(JSON.stringify(report).length < 4_000);
  });
  it('do not make a list larger than an answer may be', () => {
    const wordy: Rule = { ...ruleOf('UIP-REL-901', 'low', () => {}), why: 'x'.repeat(2_000) };
    const report = run([wordy, notice], 10_000, 10_000);
    assert.ok(report.findings.length > 5_000 && report.findings.length < 10_000);
    assert.equal(report.findings.at(-1)!.ruleId, 'XPL-ENG-005');
    assert.equal(report.summary.low, 10_000);
    assert.ok(JSON.stringify(report).length < 20_000_000);
  });
});

const FILE = { scope: null, path: 'Main.xaml', formerName: null };
/** An approved exception for partial analyses up to a severity. */
const approved = (severity: Severity): ScopedException => ({
  id: '01890000-0000-7000-8000-000000000000',
  ruleId: 'XPL-ENG-002',
  fileName: 'Main.xaml',
  repository: null,
  byBaseName: false,
  location: '*',
  fingerprint: null,
  places: null,
  severity,
  decision: 'approved',
  expiresAt: new Date(1),
});

describe('a rule that throws', () => {
  const partial = RULES.find(({ id }) => id === 'XPL-ENG-002')!;
  const broken = (severity: Rule['severity'], at = 'a3'): Rule =>
    ruleOf('UIP-REL-901', severity, (name) => {
      if (name === at) throw new TypeError('Cannot read properties of undefined');
    });
  const quick = ruleOf('UIP-REL-902', 'low', () => {});

  it('is named, leaves its earlier findings, and stops no other rule', () => {
    const report = run([broken('high'), quick], 10, 100);
    assert.deepEqual(report.ruleErrors, [
      { ruleId: 'UIP-REL-901', message: 'Cannot read properties of undefined' },
    ]);
    assert.deepEqual(report.evaluatedRuleIds, ['UIP-REL-902']);
    assert.equal(countOf(report, 'UIP-REL-901'), 3);
    assert.equal(countOf(report, 'UIP-REL-902'), 10);
  });
  for (const [severity, blocks] of [
    ['critical', true],
    ['high', true],
    ['medium', false],
    ['low', false],
  ] as const)
    it(`is a finding as severe as its own would be, and ${blocks ? 'blocks' : 'passes'} when it is ${severity}`, () => {
      const report = run([broken(severity, 'a0'), partial], 5, 100);
      assert.deepEqual(
        report.findings.map(({ ruleId, subject, severity }) => [ruleId, subject, severity]),
        [['XPL-ENG-002', 'UIP-REL-901', severity]],
      );
      assert.equal(gate(report.findings, 'blocking').passed, !blocks);
      assert.equal(report.summary[severity], 1);
    });
  it('has the same finding in every run', () => {
    const [one, two] = ['a0', 'a4'].map(
      (at) =>
        run([broken('high', at), partial], 5, 100).findings.find(({ ruleId }) => ruleId === partial.id)!.id,
    );
    assert.equal(one, two);
  });
  it('is listed before what is less severe when the list is cut', () => {
    const report = run([broken('critical', 'a0'), partial, quick], 50, 10);
    assert.equal(report.findings[0]!.ruleId, 'XPL-ENG-002');
    assert.equal(gate(report.findings, 'blocking').passed, false);
  });
  it('resolves nothing by its silence', () => {
    const { diff } = compare(
      run([broken('high')], 10, 100),
      previous(run([broken('high', 'none')], 10, 100)),
    );
    assert.deepEqual([diff.counts.resolved, diff.counts.unchanged], [0, 10]);
  });
  it('is waived by an approved exception for its severity, and by none for a lower one', () => {
    const report = run([broken('critical', 'a0'), partial], 5, 100);
    const passes = (severity: Severity): boolean => {
      const exceptions = [approved(severity)];
      return gate(applyExceptions(report, FILE, exceptions, new Date(0)).findings, 'blocking').passed;
    };
    assert.deepEqual([passes('critical'), passes('high')], [true, false]);
  });
});

describe('more findings than may be listed', () => {
  const high = ruleOf('UIP-REL-901', 'high', () => {});
  const low = ruleOf('UIP-REL-902', 'low', () => {});
  const rules = [low, high, notice];

  it('are cut most severe first, with the true totals and a notice at the end', () => {
    const report = run(rules, 20, 30);
    assert.equal(report.findings.length, 30);
    assert.equal(countOf(report, 'UIP-REL-901'), 20);
    assert.equal(countOf(report, 'UIP-REL-902'), 9);
    assert.deepEqual(report.summary, { critical: 0, high: 20, medium: 0, low: 20, total: 40 });
    const last = report.findings.at(-1)!;
    assert.equal(last.ruleId, 'XPL-ENG-005');
    assert.equal(last.subject, 'findings-limit');
    assert.match(last.description, /^The file has 40 findings; the 29 most severe ones are listed\./);
    assert.equal(report.score, run(rules, 20, 100).score, 'every finding counts in the score');
  });
  it('are all listed when there are exactly as many', () => {
    const report = run(rules, 20, 40);
    assert.equal(report.findings.length, 40);
    assert.equal(countOf(report, 'XPL-ENG-005'), 0);
  });
  it('are cut without a notice where the ruleset has no rule for it', () => {
    assert.equal(run([low, high], 20, 30).findings.length, 30);
  });
  it('are not resolved by the cut, but what would stand before it is', () => {
    const severe = compare(run(rules, 20, 30), previous(run(rules, 20, 100))).diff;
    assert.equal(severe.counts.resolved, 0);
    assert.equal(severe.counts.unchanged, 40);
    const [twenty, nineteen] = [run(rules, 20, 100), run(rules, 19, 30)];
    assert.equal(compare(nineteen, previous(twenty)).diff.counts.resolved, 1, 'the high one is gone');
  });
});

describe('a member of an archive that cannot be read any more', () => {
  it('resolves nothing that was found in it', () => {
    const whole = run([ruleOf('UIP-REL-901', 'high', () => {})], 4, 100);
    const inArchive = (file: string): Report['findings'] =>
      whole.findings.map((finding) => ({
        ...finding,
        fingerprints: {
          element: `${file}e${finding.id}`,
          strong: `${file}s${finding.id}`,
          medium: `${file}m${finding.id}`,
          weak: file,
        },
        location: { ...finding.location, names: [file, ...finding.location.names] },
      }));
    const before = { ...whole, findings: [...inArchive('A.xaml'), ...inArchive('B.xaml')] };
    const summary = { critical: 0, high: 0, medium: 0, low: 0, total: 0 };
    const now: Report = { ...whole, findings: [], summary, unreadFiles: ['A.xaml'] };
    const { counts } = compare(now, previous(before)).diff;
    assert.deepEqual([counts.resolved, counts.unchanged], [4, 4]);
  });
});
