/** Problems with one cause are one finding: what it says, what identifies it, what waives it, how runs compare. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyExceptions } from '../../../src/analysis/engine/apply-exceptions.ts';
import { compare } from '../../../src/analysis/engine/compare.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { type Finding, locationText } from '../../../src/analysis/model/finding.ts';
import { gate } from '../../../src/analysis/model/gate.ts';
import { type Report, summarise } from '../../../src/analysis/model/report.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { ScopedException } from '../../../src/contract/exception.ts';
import { wholeRule } from '../../support/whole-rule.ts';

/** Reports every assignment. Its name is `<server> <step>`: the server is the cause; `own` stands for none. */
const grouping = wholeRule({
  id: 'UIP-REL-903',
  version: 1,
  title: 'Assignment to a server',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'For tests.',
  fix: 'For tests.',
  compliance: [],
  groupBy: 'server',
  options: {},
  level: 'activity',
  roles: ['assign'],
  *check(activity) {
    const [server = '', , mildness] = activity.name.split(' ');
    yield {
      at: activity,
      message: `"${activity.name}" is wrong.`,
      ...(server === 'own' ? {} : { group: server }),
      ...(mildness === 'mild' ? { severity: 'low' } : {}),
    };
  },
});
/** The same without groups, as it was before. */
const single = { ...grouping, groupBy: undefined } as unknown as Rule;

const assign = (name: string): string =>
  `<Assign DisplayName="${name}" sap2010:WorkflowViewState.IdRef="Id_${name}" />`;
const file = (names: readonly string[]): string =>
  `<Activity x:Class="Main" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:sap2010="http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation"><Sequence DisplayName="Work">${names.map(assign).join('')}</Sequence></Activity>`;
const steps = (server: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${server} ${i + 1}`);

function run(
  names: readonly string[],
  rule: Rule | readonly Rule[] = grouping,
  findingsMax = 10_000,
): Report {
  const task = {
    bytes: Buffer.from(file(names)),
    filename: 'Main.xaml',
    platform: 'uipath',
    ruleset: 'default',
    findingsMax,
  } as const;
  return createEngine([rule].flat() as Rule[]).validate(task);
}
/** The last names of all places, finding by finding. */
const placesIn = ({ findings }: Pick<Report, 'findings'>): string[][] =>
  findings.map(({ location, group }) =>
    (group?.places ?? [{ location }]).map((place) => place.location.names.at(-1)!),
  );
const [A, B, C, D] = ['a 1', 'a 2', 'a 3', 'a 4'] as const;

describe('a group', () => {
  it('is one finding at its first place, with all places in the order of the file', () => {
    const report = run(['a 1', 'own 1', 'b 1', 'a 2', 'own 2', 'b 2']);
    assert.deepEqual(placesIn(report), [['a 1', 'a 2'], ['own 1'], ['b 1', 'b 2'], ['own 2']]);
    assert.deepEqual(report.findings[0]!.location.names, ['Main', 'Work', 'a 1']);
    assert.deepEqual([report.summary.high, report.summary.total], [4, 4]);
  });

  it('says how many places it has and names twenty of them', () => {
    const [finding] = run(steps('a', 25)).findings;
    const named = steps('a', 20).map((name) => `Main › Work › ${name}`);
    assert.equal(
      finding!.description,
      `"a 1" is wrong. For tests. 25 places share this server: ${named.join('; ')} and 5 more.`,
    );
    assert.equal(finding!.group!.places.length, 25);
    assert.equal(finding!.group!.places[24]!.description, '"a 25" is wrong. For tests.');
  });

  it('with one place reads like any finding', () => {
    const [finding] = run([A]).findings;
    assert.equal(finding!.description, '"a 1" is wrong. For tests.');
  });

  it('counts once in the score', () => {
    assert.equal(run(steps('a', 50)).score, run([A]).score);
    assert.ok(run(['a 1', 'b 1']).score < run([A]).score);
  });

  it('has problems of one severity', () => {
    const report = run(['a 1 mild', 'a 2', 'a 3 mild', 'a 4']);
    assert.deepEqual(placesIn(report), [
      ['a 2', 'a 4'],
      ['a 1 mild', 'a 3 mild'],
    ]);
  });

  it('is not made for a rule that does not declare what it groups by', () => {
    assert.deepEqual(placesIn(run([A, B], single)), [[A], [B]]);
  });

  it('preserves its identity when places join or leave, and differs from other groups', () => {
    const [finding] = run([A, B]).findings;
    for (const names of [[B], [A, B, C], ['b 1', C, B]]) {
      const same = run(names).findings.find(({ description }) => description.startsWith('"a '));
      assert.deepEqual([same?.id, same?.fingerprints], [finding!.id, finding!.fingerprints], String(names));
    }
    const [, other] = run([A, 'b 1']).findings;
    for (const view of ['strong', 'medium', 'weak', 'element'] as const)
      assert.notEqual(other!.fingerprints[view], finding!.fingerprints[view], view);
  });

  it('identifies its places as they were identified without groups', () => {
    const grouped = run([A, B]).findings[0]!.group!.places;
    const alone = run([A, B], single).findings;
    for (const [i, { fingerprints, subject, location, description }] of alone.entries())
      assert.deepEqual(grouped[i], { fingerprints, subject, location, description });
  });

  it('is followed by another one when it is full, so that no place is lost', () => {
    const report = run(steps('a', 2_500));
    assert.deepEqual(
      placesIn(report).map(({ length }) => length),
      [1_000, 1_000, 500],
    );
    assert.equal(new Set(report.findings.map(({ id }) => id)).size, 3);
  });

  it('is not listed when the places listed before it are enough for a report', () => {
    const report = run([...steps('a', 1_000), ...steps('b', 10)], grouping, 500);
    assert.deepEqual(
      placesIn(report).map(({ length }) => length),
      [1_000],
    );
    assert.equal(report.summary.high, 2);
  });
});

const NOW = new Date('2026-03-02T09:00:00Z');
const IDENTITY = { scope: null, path: 'Main.xaml', formerName: 'Main.xaml' };
let made = 0;
/** An approved exception for a finding, as one that is requested for it. */
const waive = (finding: Finding, changes: Partial<ScopedException> = {}): ScopedException => ({
  id: `0190d5a4-7c1e-7a3b-9f00-${String((made += 1)).padStart(12, '0')}`,
  decision: 'approved',
  expiresAt: new Date('2026-03-09T09:00:00Z'),
  ruleId: finding.ruleId,
  fileName: 'Main.xaml',
  byBaseName: false,
  fingerprint: finding.fingerprints.strong,
  places: finding.group?.places.map(({ fingerprints }) => fingerprints.strong) ?? null,
  location: locationText(finding.location),
  repository: null,
  severity: finding.severity,
  ...changes,
});
const apply = (report: Report, ...exceptions: ScopedException[]) =>
  applyExceptions(report, IDENTITY, exceptions, NOW);
const outcome = (report: Report) =>
  report.findings.map(({ exceptionStatus }, i) => [exceptionStatus, ...placesIn(report)[i]!]);

describe('an exception for a group', () => {
  const [group] = run([A, B]).findings;

  it('waives all of its places', () => {
    const report = apply(run([A, B]), waive(group!));
    assert.deepEqual(outcome(report), [['approved', A, B]]);
    assert.deepEqual([gate(report.findings, 'blocking').passed, report.score], [true, 100]);
  });

  it('does not cover a place that joins: it is a finding of its own that blocks', () => {
    const report = apply(run([C, A, B, D]), waive(group!));
    assert.deepEqual(outcome(report), [
      ['approved', A, B],
      ['none', C],
      ['none', D],
    ]);
    const [stays, joined] = report.findings;
    assert.equal(stays!.id, group!.id);
    assert.match(stays!.description, /^"a 1" is wrong\. For tests\. 2 places share this server: /);
    assert.equal(joined!.description, '"a 3" is wrong. For tests.');
    assert.equal(joined!.fingerprints.strong, run([C], single).findings[0]!.fingerprints.strong);
    assert.deepEqual(
      gate(report.findings, 'blocking').blocking.map(({ id }) => id),
      report.findings.slice(1).map(({ id }) => id),
    );
    assert.deepEqual(report.summary, summarise(report.findings));
    assert.equal(report.score, run([C, D], single).score);
  });

  it('goes on to cover the places that are left', () =>
    assert.deepEqual(outcome(apply(run([B]), waive(group!))), [['approved', B]]));

  it('covers nothing when all of its places have been replaced', () =>
    assert.deepEqual(outcome(apply(run([C]), waive(group!))), [['none', C]]));

  it('covers no place that looks like one of its own but is one more', () => {
    const [two] = run([A, A]).findings;
    const report = apply(run([A, A, A]), waive(two!));
    assert.deepEqual(outcome(report), [
      ['approved', A, A],
      ['none', A],
    ]);
  });

  it('takes nothing apart until it is approved, nor when it is over', () => {
    for (const decision of ['pending', 'rejected', 'revoked'] as const) {
      const report = run([A, B, C]);
      const marked = apply(report, waive(group!, { decision }));
      assert.deepEqual(outcome(marked), [[decision, A, B, C]]);
      assert.equal(marked.score, report.score);
    }
    const over = waive(group!, { expiresAt: NOW });
    assert.deepEqual(outcome(apply(run([A, B, C]), over)), [['expired', A, B, C]]);
  });

  it('ends when the group becomes more severe', () => {
    const mild = waive(group!, { severity: 'low' });
    assert.deepEqual(outcome(apply(run([A, B]), mild)), [['none', A, B]]);
  });

  it('may be followed by one for the place that joined', () => {
    const first = waive(group!);
    const [, joined] = apply(run([A, B, C]), first).findings;
    const report = apply(run([A, B, C, D]), first, waive(joined!));
    assert.deepEqual(outcome(report), [
      ['approved', A, B],
      ['approved', C],
      ['none', D],
    ]);
  });
});

describe('an exception for one place', () => {
  it('leaves findings beyond the list at the places that they were at', () => {
    const family = { dedupeGroup: 'family', preset: 'recommended' } as const;
    const high = { ...grouping, ...family } as Rule;
    const medium = { ...single, ...family, id: 'UIP-REL-904', severity: 'medium' } as Rule;
    const names = [A, B, 'own 1'];
    const place = run(names, high).findings[0]!.group!.places[1]!;
    const waiver = waive({ ...run(names, high).findings[0]!, ...place }, { places: null });
    const [cut, whole] = [2, 10_000].map((max) => apply(run(names, [high, medium], max), waiver));
    assert.deepEqual(outcome(cut!), [
      ['none', A],
      ['approved', B],
      ['none', 'own 1'],
    ]);
    assert.deepEqual([cut!.score, cut!.summary], [whole!.score, whole!.summary]);
  });

  it('requested before its rule grouped holds for that place', () => {
    const [, before] = run([A, B, C], single).findings;
    const report = apply(run([A, B, C]), waive(before!));
    assert.deepEqual(outcome(report), [
      ['none', A, C],
      ['approved', B],
    ]);
    assert.equal(report.findings[0]!.id, run([A]).findings[0]!.id);
  });

  it('by a pattern holds for the places that fit', () => {
    const [finding] = run([A, B]).findings;
    const pattern = { fingerprint: null, places: null };
    const some = waive(finding!, { ...pattern, location: '* › a 2' });
    assert.deepEqual(outcome(apply(run([A, B, C]), some)), [
      ['none', A, C],
      ['approved', B],
    ]);
    const any = waive(finding!, { ...pattern, location: '*' });
    assert.deepEqual(outcome(apply(run([A, B, C]), any)), [['approved', A, B, C]]);
  });
});

describe('the comparison of runs with groups', () => {
  const previous = ({ score, findings }: Report) => ({ score, ownerId: null, findings, validatedAt: NOW });
  const diff = (before: Report, after: Report) => compare(after, previous(before)).diff;
  const NONE = { new: 0, resolved: 0, unchanged: 0, severity_changed: 0, waiver_changed: 0 };

  it('sees no change when a place joins or leaves a group that is not waived', () => {
    const { counts, isRegression } = diff(run([A, B]), run([B, C]));
    assert.deepEqual([counts, isRegression], [{ ...NONE, unchanged: 1 }, false]);
  });

  it('sees a new finding in a place that joins a waived group', () => {
    const waiver = waive(run([A, B]).findings[0]!);
    const { counts, isRegression, changes } = diff(apply(run([A, B]), waiver), apply(run([A, B, C]), waiver));
    assert.deepEqual([counts, isRegression], [{ ...NONE, unchanged: 1, new: 1 }, true]);
    assert.deepEqual(
      changes.map(({ status, location }) => [status, location]),
      [['new', 'Main › Work › a 3']],
    );
  });

  it('sees nothing new or resolved when an exception takes places out of a group, or ends', () => {
    const whole = run([A, B, C]);
    const waived = apply(whole, waive(run([A, B]).findings[0]!));
    assert.deepEqual(diff(whole, waived).counts, { ...NONE, waiver_changed: 1, unchanged: 1 });
    assert.deepEqual(diff(waived, whole).counts, { ...NONE, waiver_changed: 1, unchanged: 1 });
  });

  it('continues the findings of a rule that did not group before, and back', () => {
    const [alone, grouped] = [run([A, B, C], single), run([A, B, C])];
    const forward = compare(grouped, previous(alone));
    assert.deepEqual(forward.diff.counts, { ...NONE, unchanged: 3 });
    assert.equal(forward.diff.isRegression, false);
    assert.deepEqual(
      forward.findings.map(({ id }) => id),
      [alone.findings[0]!.id],
    );
    const back = compare(alone, previous(grouped));
    assert.deepEqual([back.diff.counts.new, back.diff.counts.resolved], [0, 0]);
  });

  it('sees another cause as new, and one that is gone as resolved', () => {
    const { counts, isRegression } = diff(run(['a 1', 'a 2']), run(['b 1', 'b 2']));
    assert.deepEqual([counts, isRegression], [{ ...NONE, new: 1, resolved: 1 }, true]);
  });
});

describe('the rules that group', () => {
  const groups = RULES.filter(({ groupBy }) => groupBy !== undefined);
  const BUNDLES = new Set(['SECLOG', 'INJ', 'CODE', 'PII', 'PIILOG', 'PAN']);
  const FAMILIES = /secret-in-log|injection/;

  it('are never about SQL or commands, and about secrets by their value alone', () => {
    for (const { id, compliance, dedupeGroup = '', groupBy } of groups) {
      assert.equal(compliance.includes('SECRET'), groupBy === 'secret', id);
      assert.deepEqual(
        compliance.filter((bundle) => BUNDLES.has(bundle)),
        [],
        id,
      );
      assert.doesNotMatch(dedupeGroup, FAMILIES, id);
    }
    const others = RULES.filter(({ dedupeGroup = '' }) => FAMILIES.test(dedupeGroup));
    assert.ok(groups.length >= 8 && others.length >= 15, `${groups.length}, ${others.length}`);
  });
});
