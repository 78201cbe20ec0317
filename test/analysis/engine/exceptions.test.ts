/** Exceptions: what they cover, which of several is shown, and their effect on the score and the gate. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyExceptions } from '../../../src/analysis/engine/apply-exceptions.ts';
import { compare } from '../../../src/analysis/engine/compare.ts';
import { scoredFindings } from '../../../src/analysis/engine/findings/unlisted.ts';
import { scoreOf, scoreOfTally, tallyOf } from '../../../src/analysis/engine/score.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { locationText } from '../../../src/analysis/model/finding.ts';
import { gate } from '../../../src/analysis/model/gate.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { rule as notice } from '../../../src/analysis/rules/general/xpl-eng-005.ts';
import {
  exceptionState,
  isWildcard,
  readPattern,
  type ScopedException,
} from '../../../src/contract/exception.ts';
import type { FileIdentity } from '../../../src/contract/runs/same-file.ts';
import { processorMs } from '../../support/processor-time.ts';
import { wholeRule } from '../../support/whole-rule.ts';

/** Reports every assignment; in one dedupe group with its like, so that places matter. */
const ruleOf = (id: string, severity: Rule['severity'], dedupeGroup?: string): Rule =>
  wholeRule({
    id,
    version: 1,
    title: 'Assignment',
    platforms: ['uipath'],
    category: 'reliability',
    severity,
    confidence: 'high',
    kind: 'issue',
    preset: 'recommended',
    ...(dedupeGroup === undefined ? {} : { dedupeGroup }),
    why: 'For tests.',
    fix: 'For tests.',
    compliance: [],
    options: {},
    level: 'activity',
    roles: ['assign'],
    *check(activity) {
      yield { at: activity, message: 'Assigned.' };
    },
  });
const HIGH = ruleOf('UIP-REL-901', 'high');
const LOW = ruleOf('UIP-REL-902', 'low');

const assign = (i: number): string =>
  `<Assign DisplayName="a${i}" sap2010:WorkflowViewState.IdRef="Assign_${i}" />`;
const file = (body: string, indent = ''): string =>
  `<Activity x:Class="Main" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:sap2010="http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation">${indent}<Sequence DisplayName="Work">${indent}${body}</Sequence></Activity>`;
const assigns = (count: number): string => file(Array.from({ length: count }, (_, i) => assign(i)).join(''));

function run(rules: readonly Rule[], text: string, findingsMax = 1_000): Report {
  const bytes = Buffer.from(text);
  const task = { bytes, filename: 'Main.xaml', platform: 'uipath', ruleset: 'default', findingsMax } as const;
  return createEngine(rules).validate(task);
}

const NOW = new Date('2026-03-02T09:00:00Z');
const LATER = new Date('2026-03-09T09:00:00Z');
const FILE = { scope: 'bank/invoices', path: 'src/Main.xaml', formerName: 'Main.xaml' };
let made = 0;
const exception = (changes: Partial<ScopedException> = {}): ScopedException => ({
  id: `0190d5a4-7c1e-7a3b-9f00-${String((made += 1)).padStart(12, '0')}`,
  decision: 'approved',
  expiresAt: LATER,
  ruleId: HIGH.id,
  fileName: 'src/Main.xaml',
  byBaseName: false,
  fingerprint: null,
  places: null,
  location: '*',
  repository: 'bank/invoices',
  severity: 'high',
  ...changes,
});
/** The exception of the first finding of a report. */
const exactly = (report: Report, changes: Partial<ScopedException> = {}): ScopedException => {
  const [{ fingerprints, location, ruleId, severity } = assert.fail()] = report.findings;
  return exception({
    ruleId,
    severity,
    fingerprint: fingerprints.strong,
    location: locationText(location),
    ...changes,
  });
};
const statuses = (report: Report) => report.findings.map(({ exceptionStatus }) => exceptionStatus);
const apply = (report: Report, ...exceptions: ScopedException[]) =>
  applyExceptions(report, FILE, exceptions, NOW);

describe('a pattern', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['Main.xaml', 'Main.xaml', true],
    ['Main.xaml', 'main.xaml', false],
    ['Main', 'Main.xaml', false],
    ['*', '', true],
    ['*.xaml', 'Main.xaml', true],
    ['Main.*', 'Main.', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*b*', 'abc', true],
    ['a*b*c', 'acb', false],
    ['Main › * › Login', 'Main › Work › Login', true],
    ['.*', 'anything', false],
    ['', 'a', false],
  ];
  for (const [pattern, text, expected] of cases) {
    it(`${JSON.stringify(pattern)} ${expected ? 'fits' : 'does not fit'} ${JSON.stringify(text)}`, () =>
      assert.equal(readPattern(pattern)(text), expected));
  }
  it('means what the same regular expression means', () => {
    const part = fc.stringMatching(/^[ab*]{0,8}$/);
    fc.assert(
      fc.property(part, fc.stringMatching(/^[ab]{0,10}$/), (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        assert.equal(readPattern(pattern)(text), expression.test(text));
      }),
      { numRuns: 3_000 },
    );
  });
  it('takes no time, however many stars it has', () => {
    const begun = processorMs();
    assert.equal(readPattern('*a'.repeat(500))(`${'a'.repeat(100_000)}b`), false);
    assert.ok(processorMs() - begun < 2_000);
  });
});

describe('an exception', () => {
  it('is over at the very millisecond of its end', () => {
    const { decision, expiresAt } = exception();
    const at = (ms: number) => exceptionState({ decision, expiresAt }, new Date(expiresAt.getTime() + ms));
    assert.deepEqual([at(-1), at(0), at(1)], ['approved', 'expired', 'expired']);
  });
  it('expires undecided too, but stays rejected or revoked', () => {
    const states = (['pending', 'rejected', 'revoked'] as const).map((decision) =>
      exceptionState({ decision, expiresAt: NOW }, NOW),
    );
    assert.deepEqual(states, ['expired', 'rejected', 'revoked']);
  });
  it('is a wildcard unless it is for one finding of one file of one repository', () => {
    const one = { fingerprint: 'f', location: 'Main' };
    assert.equal(isWildcard(exception(one)), false);
    assert.equal(isWildcard(exception({ ...one, repository: null })), false);
    for (const wide of [{}, { ...one, fileName: 'M*' }, { ...one, repository: '*' }])
      assert.equal(isWildcard(exception(wide)), true);
  });
});

describe('an approved exception', () => {
  const report = run([HIGH, LOW], assigns(2));

  it('waives its finding: in the gate, in the score, and nothing else', () => {
    const waiver = exactly(report);
    const waived = apply(report, waiver);
    assert.deepEqual(statuses(waived), ['approved', 'none', 'none', 'none']);
    assert.equal(waived.findings[0]?.exceptionId, waiver.id);
    assert.deepEqual(
      gate(waived.findings, 'blocking').blocking.map(({ id }) => id),
      [report.findings[1]?.id],
    );
    assert.equal(waived.score, scoreOf(report.findings.slice(1)));
    assert.deepEqual(waived.summary, report.summary, 'the totals still count it');
    assert.equal(
      compare(waived, { ...report, validatedAt: NOW, ownerId: null }).diff.counts.waiver_changed,
      1,
    );
  });

  const survives: readonly (readonly [string, string])[] = [
    ['another indentation', file(assign(0) + assign(1), '\r\n        ')],
    ['activities above it', file(assign(7) + assign(8) + assign(0))],
    ['another name of the activity', file(assign(0).replace('"a0"', '"renamed"'))],
    [
      'another container',
      file(`<Sequence DisplayName="Inner" sap2010:WorkflowViewState.IdRef="S_2">${assign(0)}</Sequence>`),
    ],
  ];
  for (const [what, text] of survives) {
    it(`survives ${what}`, () => {
      const changed = apply(run([HIGH], text), exactly(report));
      assert.equal(statuses(changed).filter((status) => status === 'approved').length, 1);
    });
  }

  const isElsewhere: readonly (readonly [string, Partial<ScopedException>])[] = [
    ['another file', { fileName: 'src/Other.xaml' }],
    ['the same name in another folder', { fileName: 'lib/Main.xaml' }],
    ['the same name in the root folder', { fileName: 'Main.xaml' }],
    ['another repository', { repository: 'bank/payments' }],
    ['runs that name no repository', { repository: null }],
    ['another rule', { ruleId: LOW.id, severity: 'medium' }],
    ['another place', { location: '* › b*' }],
    ['a milder finding', { severity: 'medium' }],
  ];
  for (const [what, changes] of isElsewhere) {
    it(`for ${what} waives nothing`, () => {
      const same = apply(run([HIGH], assigns(1)), exception(changes));
      assert.deepEqual([statuses(same), same.score], [['none'], 79]);
    });
  }

  it('for a finding falls out when the rule becomes more severe', () => {
    const waiver = exactly(run([HIGH], assigns(1)));
    const worse = run([{ ...HIGH, severity: 'critical' } as Rule], assigns(1));
    assert.deepEqual(statuses(apply(worse, waiver)), ['none']);
    const milder = run([{ ...HIGH, severity: 'low' } as Rule], assigns(1));
    assert.deepEqual(statuses(apply(milder, waiver)), ['approved']);
  });

  const byBaseName: readonly (readonly [string, FileIdentity, boolean])[] = [
    ['a file of that base name', FILE, true],
    ['a file of that base name in another repository', { ...FILE, scope: 'bank/payments' }, false],
    ['a file of another base name', { ...FILE, path: 'src/Other.xaml', formerName: 'Other.xaml' }, false],
    ['a file in an archive, which was known by its path', { ...FILE, formerName: null }, false],
    ['a file in the root of an archive', { ...FILE, path: 'Main.xaml', formerName: null }, true],
  ];
  for (const [what, file, holds] of byBaseName) {
    it(`approved for a base name before paths were stored ${holds ? 'waives' : 'does not waive'} ${what}`, () => {
      const old = exception({ fileName: 'Main.xaml', byBaseName: true });
      const waived = applyExceptions(run([HIGH], assigns(1)), file, [old], NOW);
      assert.deepEqual(statuses(waived), [holds ? 'approved' : 'none']);
    });
  }

  it('for any repository, file and place waives wherever the rule reports', () => {
    const wide = exception({ repository: '*', fileName: '*', location: '*' });
    assert.deepEqual(statuses(apply(report, wide)), ['approved', 'approved', 'none', 'none']);
    const nowhere = applyExceptions(report, { scope: null, path: 'x', formerName: 'x' }, [wide], NOW);
    assert.deepEqual(statuses(nowhere), ['approved', 'approved', 'none', 'none']);
  });
});

describe('an exception that is not approved', () => {
  const report = run([HIGH], assigns(1));
  const STATES = {
    pending: { decision: 'pending' },
    rejected: { decision: 'rejected' },
    revoked: { decision: 'revoked' },
    expired: { expiresAt: NOW },
  } as const;
  for (const [state, changes] of Object.entries(STATES)) {
    it(`is shown as ${state} and waives nothing`, () => {
      const shown = apply(report, exactly(report, changes));
      assert.deepEqual([statuses(shown), shown.score], [[state], report.score]);
      assert.equal(gate(shown.findings, 'blocking').passed, false);
    });
  }
  it('gives way to one that is, and else the one that waits is shown, else the newest', () => {
    const [old, rejected, pending, revoked] = [
      exactly(report, { expiresAt: NOW }),
      exactly(report, { decision: 'rejected' }),
      exactly(report, { decision: 'pending' }),
      exactly(report, { decision: 'revoked' }),
    ];
    const approved = exception({ repository: '*' });
    const shown = (...all: ScopedException[]) => apply(report, ...all).findings[0]?.exceptionId;
    assert.equal(shown(old, rejected, approved, pending, revoked), approved.id);
    assert.equal(shown(old, rejected, pending, revoked), pending.id);
    assert.equal(shown(old, revoked, rejected), revoked.id);
    assert.equal(shown(old, rejected), rejected.id);
    const newer = exactly(report, { decision: 'rejected' });
    assert.equal(shown(rejected, newer), newer.id);
  });
});

describe('a report without exceptions', () => {
  it('is left as it is', () => {
    const report = run([HIGH], assigns(1));
    assert.equal(apply(report), report);
    assert.equal(apply(report, exception({ fileName: 'Other.xaml' })), report);
  });
});

describe('findings beyond the end of a list', () => {
  const grouped = ['UIP-REL-903', 'UIP-REL-904'].map((id) => ruleOf(id, 'low', 'group'));
  const rules = [HIGH, LOW, ...grouped, notice];

  it('can be counted again: the score of a cut report comes out of what it still has', () => {
    for (const findingsMax of [3, 10, 25, 45, 79]) {
      const whole = run(rules, assigns(20));
      const cut = run(rules, assigns(20), findingsMax);
      assert.ok(cut.unlisted !== undefined && cut.unlisted.length > 0);
      const untouched = apply(cut, exception({ location: 'nowhere' }));
      assert.equal(untouched.score, whole.score, `${findingsMax} listed`);
    }
  });
  it('are tallied with the listed ones, as far as they are not waived, to the score of the report', () => {
    const exceptions = [exception(), exception({ ruleId: LOW.id, severity: 'low' })];
    for (const findingsMax of [3, 25, 45, 79]) {
      const cut = run(rules, assigns(20), findingsMax);
      for (const report of [cut, apply(cut, exceptions[1]!), apply(cut, ...exceptions)]) {
        assert.equal(scoreOfTally(tallyOf(scoredFindings(report))), report.score, `${findingsMax} listed`);
      }
    }
  });
  it('are not waived one by one, but by exceptions for any place of the file', () => {
    const [whole, cut] = [run([LOW, notice], assigns(20)), run([LOW, notice], assigns(20), 10)];
    const anywhere = exception({ ruleId: LOW.id, severity: 'low' });
    assert.deepEqual([whole.score, cut.score, apply(cut, anywhere).score], [96, 96, 100]);
    const somewhere = apply(cut, { ...anywhere, location: 'Main › *' });
    assert.equal(statuses(somewhere).filter((status) => status === 'approved').length, 9);
    assert.equal(somewhere.score, scoreOf(whole.findings.slice(9)));
  });
  it('let nothing pass that is not listed', () => {
    const cut = run([HIGH, LOW, notice], assigns(20), 10);
    const anywhere = [exception(), exception({ ruleId: LOW.id, severity: 'low' })];
    const waived = apply(cut, ...anywhere);
    assert.equal(gate(waived.findings, 'blocking').passed, false);
    assert.equal(gate(apply(run([HIGH, LOW], assigns(20)), ...anywhere).findings, 'blocking').passed, true);
  });
  it('are no part of a report whose list is whole', () => {
    assert.equal('unlisted' in run(rules, assigns(20)), false);
  });
});
