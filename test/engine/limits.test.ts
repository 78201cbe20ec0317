/** What the engine does when a rule, a member of an archive or the number of findings gets out of hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare } from '../../src/engine/compare.ts';
import type { RuleTimer } from '../../src/engine/stopwatch.ts';
import { createEngine } from '../../src/engine/validate.ts';
import type { PreviousRun } from '../../src/model/diff.ts';
import type { Report } from '../../src/model/report.ts';
import { defineRule, type Options, type Rule, type RuleDefinition } from '../../src/model/rule.ts';
import { rule as notice } from '../../src/rules/general/xpl-eng-005.ts';
import { RULES } from '../../src/rules/index.ts';

/** A rule that reports every assignment and does something first. */
function ruleOf(id: string, severity: Rule['severity'], before: (name: string) => void): Rule {
  return defineRule({
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
    examples: {},
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

function run(rules: readonly Rule[], assigns: number, findingsMax: number, timer?: RuleTimer): Report {
  const bytes = Buffer.from(file(assigns));
  const task = { bytes, filename: 'Main.xaml', platform: 'uipath', ruleset: 'default', findingsMax } as const;
  return createEngine(rules, timer).validate(task);
}
const previous = ({ score, findings }: Report): PreviousRun => ({
  score,
  findings,
  validatedAt: new Date(0),
});
const countOf = (report: Report, ruleId: string): number =>
  report.findings.filter((finding) => finding.ruleId === ruleId).length;

describe('a rule that takes too long', () => {
  /** A clock that only the slow rule moves. */
  function timed(slowMs: number, assigns: number): Report {
    let now = 0;
    const slow = ruleOf('UIP-REL-901', 'high', () => {
      now += slowMs;
    });
    const quick = ruleOf('UIP-REL-902', 'low', () => {});
    return run([slow, quick], assigns, 10_000, { nowMs: () => now, ruleMsMax: 250 });
  }

  it('is stopped and named, and the others go on', () => {
    const report = timed(100, 50);
    assert.deepEqual(report.ruleErrors, [
      { ruleId: 'UIP-REL-901', message: 'The rule took longer than 250 ms.' },
    ]);
    assert.deepEqual(report.evaluatedRuleIds, ['UIP-REL-902']);
    assert.equal(countOf(report, 'UIP-REL-902'), 50);
  });
  it('is told as a finding too, in every run the same one', () => {
    const partial = RULES.find(({ id }) => id === 'XPL-ENG-002')!;
    const identities = [100, 200].map((slowMs) => {
      let now = 0;
      const slow = ruleOf('UIP-REL-901', 'high', () => {
        now += slowMs;
      });
      const report = run([slow, partial], 50, 10_000, { nowMs: () => now, ruleMsMax: 250 });
      const told = report.findings.filter(({ ruleId }) => ruleId === partial.id);
      assert.deepEqual(
        told.map(({ subject }) => subject),
        ['UIP-REL-901'],
      );
      return told[0]!.id;
    });
    assert.equal(identities[0], identities[1]);
  });
  it('keeps what it has found by then', () => {
    const found = countOf(timed(100, 50), 'UIP-REL-901');
    assert.ok(found > 0 && found <= 6, `${found} findings`);
  });
  it('is noticed soon, however late it begins', () => {
    let now = 0;
    const slow = ruleOf('UIP-REL-901', 'high', (name) => {
      if (Number(name.slice(1)) >= 5_000) now += 10;
    });
    const report = run([slow], 10_000, 10_000, { nowMs: () => now, ruleMsMax: 250 });
    assert.equal(report.ruleErrors.length, 1);
    assert.ok(report.findings.length < 5_200, `${report.findings.length} findings`);
  });
  it('may take longer on a larger file, so that padding silences nobody', () => {
    let now = 0;
    const slow = ruleOf('UIP-REL-901', 'high', () => {
      now += 20;
    });
    const timer = { nowMs: () => now, ruleMsMax: 250 };
    const bytes = Buffer.from(file(50).replace('<Sequence', `${' '.repeat(4_000_000)}<Sequence`));
    const task = { bytes, filename: 'x', platform: 'uipath', ruleset: 'default', findingsMax: 100 } as const;
    assert.deepEqual(createEngine([slow], timer).validate(task).ruleErrors, []);
  });
  it('is left alone within its time', () => {
    const report = timed(5, 50);
    assert.deepEqual(report.ruleErrors, []);
    assert.equal(countOf(report, 'UIP-REL-901'), 50);
  });
  it('pays for nobody else', () => {
    let now = 0;
    const tick = () => {
      now += 4;
    };
    const rules = ['UIP-REL-901', 'UIP-REL-902', 'UIP-REL-903'].map((id) => ruleOf(id, 'low', tick));
    assert.deepEqual(run(rules, 50, 10_000, { nowMs: () => now, ruleMsMax: 250 }).ruleErrors, []);
  });
  it('resolves nothing by its silence', () => {
    const { diff } = compare(timed(100, 50), previous(timed(0, 50)));
    assert.equal(diff.counts.resolved, 0);
    assert.equal(diff.counts.unchanged, 100);
  });
});

describe('texts of the file that findings repeat', () => {
  const long = 'n'.repeat(100_000);
  const text = `<Sequence DisplayName="${long}"><Assign DisplayName="${long}" /></Sequence>`;
  it('are cut in sentences as soon as a rule says them', () => {
    const quoting = defineRule({
      ...(ruleOf('UIP-REL-901', 'low', () => {}) as RuleDefinition<'activity', Options>),
      *check(activity) {
        yield { at: activity, message: 'x'.repeat(1_000_000) };
      },
    });
    const report = run([quoting], 5_000, 10_000);
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

describe('a rule that throws', () => {
  const broken = ruleOf('UIP-REL-901', 'high', (name) => {
    if (name === 'a3') throw new TypeError('Cannot read properties of undefined');
  });
  it('is named, keeps what it has found, and stops nobody', () => {
    const report = run([broken, ruleOf('UIP-REL-902', 'low', () => {})], 10, 100);
    assert.deepEqual(report.ruleErrors, [
      { ruleId: 'UIP-REL-901', message: 'Cannot read properties of undefined' },
    ]);
    assert.equal(countOf(report, 'UIP-REL-901'), 3);
    assert.equal(countOf(report, 'UIP-REL-902'), 10);
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
