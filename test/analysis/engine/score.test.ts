/** score-v1: its table of check values, and its promises as properties. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { everyFinding } from '../../../src/analysis/engine/findings/mistakes.ts';
import {
  addTallies,
  debtOf,
  type Scored,
  scoreOf,
  scoreOfTally,
  tallyOf,
} from '../../../src/analysis/engine/score.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import { SEVERITIES, type Severity } from '../../../src/analysis/model/rule.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { exampleFile } from '../../support/files/example-file.ts';

const finding = (severity: Severity, ruleId = 'R1', more: Partial<Scored> = {}): Scored => ({
  ruleId,
  severity,
  kind: 'issue',
  dedupeGroup: ruleId,
  exceptionStatus: 'none',
  location: { names: ['Main'], path: '/' },
  ...more,
});
const many = (count: number, severity: Severity, rule: (i: number) => string = () => 'R1'): Scored[] =>
  Array.from({ length: count }, (_, i) => finding(severity, rule(i)));
const ownRule = (i: number): string => `R${i}`;

const anyFinding: fc.Arbitrary<Scored> = fc.record({
  ruleId: fc.constantFrom('R1', 'R2', 'R3', 'R4'),
  severity: fc.constantFrom(...SEVERITIES),
  kind: fc.constantFrom('issue', 'hotspot'),
  dedupeGroup: fc.constantFrom('G1', 'G2', 'R1'),
  exceptionStatus: fc.constantFrom('none', 'approved'),
  location: fc.record({
    names: fc.constantFrom(['Main.xaml'], ['Login.xaml']),
    path: fc.constantFrom('/a', '/b', '/c'),
  }),
});

describe('the score', () => {
  const table: readonly (readonly [string, readonly Scored[], number, number])[] = [
    ['nothing', [], 0, 100],
    ['one low', many(1, 'low'), 1000, 99],
    ['a hundred low of one rule', many(100, 'low'), 5142, 94],
    ['ten low of ten rules', many(10, 'low', ownRule), 10_000, 89],
    ['one medium', many(1, 'medium'), 4000, 95],
    ['five medium of five rules', many(5, 'medium', ownRule), 20_000, 79],
    ['one high', many(1, 'high'), 15_000, 79],
    ['five high of five rules', many(5, 'high', ownRule), 75_000, 42],
    ['one critical', many(1, 'critical'), 40_000, 49],
    ['three critical of one rule', many(3, 'critical'), 73_333, 43],
    ['three critical of three rules', many(3, 'critical', ownRule), 120_000, 25],
    ['a thousand critical of as many rules', many(1000, 'critical', ownRule), 40_000_000, 1],
  ];
  for (const [name, findings, debt, score] of table) {
    it(`is ${score} for ${name}`, () => {
      assert.equal(debtOf(findings), debt);
      assert.equal(scoreOf(findings), score);
    });
  }

  it('leaves hotspots and waived findings out', () => {
    assert.equal(scoreOf([finding('critical', 'R1', { kind: 'hotspot' })]), 100);
    assert.equal(scoreOf([finding('critical', 'R1', { exceptionStatus: 'approved' })]), 100);
  });
  it('counts rules of one group at one element once, at the worst', () => {
    const group = { dedupeGroup: 'literal-secret' };
    assert.equal(debtOf([finding('high', 'R1', group), finding('critical', 'R2', group)]), 40_000);
  });
  it('counts two findings of one rule at one place twice, even beside another rule of its group', () => {
    const group = { dedupeGroup: 'literal-secret' };
    const two = [finding('critical', 'R1', group), finding('critical', 'R1', group)];
    assert.equal(debtOf(two), 60_000);
    assert.equal(debtOf([...two, finding('high', 'R2', group)]), 60_000);
  });
  it('counts rules of one group at equal paths of two files twice', () => {
    const group = { dedupeGroup: 'literal-secret' };
    const elsewhere = { ...group, location: { names: ['Login.xaml', 'Login'], path: '/' } };
    assert.equal(debtOf([finding('critical', 'R1', group), finding('critical', 'R1', elsewhere)]), 60_000);
  });

  it('of several files is the same from their tallies as from all their findings', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyFinding, { maxLength: 20 }), { maxLength: 8 }), (files) => {
        const all = files.flatMap((findings, file) =>
          findings.map((one) => ({
            ...one,
            location: { ...one.location, path: `${file}#${one.location.path}` },
          })),
        );
        assert.equal(scoreOfTally(addTallies(files.map(tallyOf))), scoreOf(all));
      }),
      { seed: 14, numRuns: 1000 },
    );
  });
  it('of more findings than can be counted one by one is there at once', () => {
    const uncounted = { R1: { critical: 0, high: 0, medium: 0, low: 2 ** 40 } };
    assert.equal(scoreOfTally(uncounted), 92);
  });

  it('is an integer from 1 to 100 that does not depend on the order', () => {
    fc.assert(
      fc.property(
        fc.array(anyFinding, { maxLength: 40 }),
        fc.infiniteStream(fc.nat()),
        (findings, stream) => {
          const keys = findings.map(() => stream.next().value as number);
          const shuffled = findings.map((item, i) => ({ item, key: keys[i]! })).sort((a, b) => a.key - b.key);
          const score = scoreOf(findings);
          assert.ok(Number.isInteger(score) && score >= 1 && score <= 100);
          assert.equal(scoreOf(shuffled.map(({ item }) => item)), score);
        },
      ),
      { seed: 11, numRuns: 500 },
    );
  });
  it('never rises when a finding is added', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 40 }), anyFinding, (findings, added) => {
        assert.ok(scoreOf([...findings, added]) <= scoreOf(findings));
      }),
      { seed: 12, numRuns: 2000 },
    );
  });
  it('never rises when a finding becomes more severe', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { minLength: 1, maxLength: 30 }), fc.nat(), (findings, pick) => {
        const i = pick % findings.length;
        const worse = SEVERITIES[Math.max(0, SEVERITIES.indexOf(findings[i]!.severity) - 1)]!;
        const raised = findings.with(i, { ...findings[i]!, severity: worse });
        assert.ok(scoreOf(raised) <= scoreOf(findings));
      }),
      { seed: 13, numRuns: 2000 },
    );
  });
});

describe('one literal', () => {
  // Joined at run time, so that no scanner takes this file for a leak.
  const TOKEN = ['ghp_', 'q7Zr2LmV8sTb5NcW', '1yHp4GfA6uEoRi9Ks3Jd'].join('');
  const examples: readonly (readonly [readonly string[], Platform, string])[] = [
    [
      ['UIP-SEC-002', 'XPL-SEC-001'],
      'uipath',
      `<Variable x:TypeArguments="x:String" Name="apiToken" Default="${TOKEN}" />`,
    ],
    [
      ['UIP-SEC-001', 'UIP-SEC-008', 'XPL-SEC-001'],
      'uipath',
      `<ui:TypeInto DisplayName="Type Password" Text="${TOKEN}" />`,
    ],
    [
      ['PAF-SEC-002', 'XPL-SEC-001'],
      'power-automate',
      `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com", "headers": {"X-Api-Key": "${TOKEN}"}}, "runAfter": {}}`,
    ],
    [
      ['AAB-SEC-003', 'XPL-SEC-001'],
      'automation-anywhere',
      `"variables": [{"name": "sApiToken", "type": "STRING", "defaultValue": {"type": "STRING", "string": "${TOKEN}"}}]`,
    ],
    [
      ['BPR-SEC-001', 'BPR-SEC-003', 'XPL-SEC-001'],
      'blue-prism',
      `<stage stageid="d1" name="Api Token" type="Data"><datatype>text</datatype><initialvalue>${TOKEN}</initialvalue><private /></stage>`,
    ],
  ];
  const engine = createEngine(RULES);
  for (const [rules, platform, example] of examples)
    it(`is one finding of ${rules.join(' and ')} and costs what the most severe costs`, () => {
      const bytes = exampleFile(platform, example);
      const { findings } = engine.validate({
        bytes,
        filename: 'example',
        platform,
        ruleset: 'default',
        findingsMax: 1000,
        today: '2026-11-23',
      });
      const listed = findings.filter(({ ruleId }) => rules.includes(ruleId));
      const seen = everyFinding(listed);
      assert.deepEqual([listed.length, seen.map(({ ruleId }) => ruleId).sort()], [1, rules]);
      assert.equal(debtOf(seen), 40_000);
    });
});
