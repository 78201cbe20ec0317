/** One mistake is one finding: which rule stands for it, what brings the next one forward, how runs compare. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyExceptions } from '../../../src/analysis/engine/apply-exceptions.ts';
import { compare } from '../../../src/analysis/engine/compare.ts';
import { listMistakes } from '../../../src/analysis/engine/findings/list-mistakes.ts';
import { everyFinding } from '../../../src/analysis/engine/findings/mistakes.ts';
import { PRECISION } from '../../../src/analysis/engine/findings/precision.ts';
import { withoutNotes } from '../../../src/analysis/engine/notes/without-notes.ts';
import { scoreOf } from '../../../src/analysis/engine/score.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { type Finding, locationText } from '../../../src/analysis/model/finding.ts';
import { gate } from '../../../src/analysis/model/gate.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { ScopedException } from '../../../src/contract/exception.ts';
import { wholeRule } from '../../support/whole-rule.ts';

/** Reports every assignment, as often as its name has the last digit of the rule's id. */
const ruleOf = (id: string, severity: Rule['severity'], dedupeGroup: string): Rule =>
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
    dedupeGroup,
    why: 'For tests.',
    fix: 'For tests.',
    compliance: id === COARSE ? ['MAINT'] : [],
    options: {},
    level: 'activity',
    roles: ['assign'],
    *check(activity) {
      const times = [...activity.name].filter((sign) => sign === id.at(-1)).length;
      for (let i = 0; i < times; i += 1)
        yield { at: activity, message: `${id} reports "${activity.name}".`, subject: String(i) };
    },
  });
/** The typed password is what the rule names; that its text was unwrapped is the weaker half. */
const PRECISE = 'UIP-SEC-008';
const COARSE = 'UIP-SEC-003';
const rules = (precise: Rule['severity'] = 'high', coarse: Rule['severity'] = 'high') => [
  ruleOf(PRECISE, precise, 'plain-credential'),
  ruleOf(COARSE, coarse, 'plain-credential'),
];
const BOTH = '8 3';

const assign = (name: string, note = ''): string =>
  `<Assign DisplayName="${name}" sap2010:WorkflowViewState.IdRef="Id_${name.replaceAll(' ', '_')}"${note === '' ? '' : ` sap2010:Annotation.AnnotationText="${note}"`} />`;
const file = (steps: readonly string[]): string =>
  `<Activity x:Class="Main" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:sap2010="http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation"><Sequence DisplayName="Work">${steps.join('')}</Sequence></Activity>`;

function run(
  names: readonly string[],
  used: readonly Rule[] = rules(),
  { findingsMax = 1_000, notes = {} as Record<string, string> } = {},
): Report {
  const text = file(names.map((name) => assign(name, notes[name])));
  const task = {
    bytes: Buffer.from(text),
    filename: 'Main.xaml',
    platform: 'uipath',
    ruleset: 'default',
    findingsMax,
    today: '2026-03-02',
  } as const;
  return createEngine([...used]).validate(task);
}

const NOW = new Date('2026-03-02T09:00:00Z');
const FILE = { scope: 'bank/invoices', path: 'src/Main.xaml', formerName: 'Main.xaml' };
let made = 0;
/** Exception for a finding as it is listed. */
const waiving = (
  { ruleId, severity, fingerprints, location }: Finding,
  changes: Partial<ScopedException> = {},
): ScopedException => ({
  id: `0190d5a4-7c1e-7a3b-9f00-${String((made += 1)).padStart(12, '0')}`,
  decision: 'approved',
  expiresAt: new Date('2026-03-09T09:00:00Z'),
  ruleId,
  fileName: FILE.path,
  byBaseName: false,
  fingerprint: fingerprints.strong,
  places: null,
  location: locationText(location),
  repository: FILE.scope,
  severity,
  ...changes,
});
const apply = (report: Report, ...exceptions: ScopedException[]) =>
  applyExceptions(report, FILE, exceptions, NOW);
/** The exception that each rule would have had when it was listed by itself. */
const ownOf = (report: Report, ruleId: string): Finding =>
  everyFinding(report.findings).find((finding) => finding.ruleId === ruleId) ?? assert.fail(ruleId);
const outcome = ({ findings }: Pick<Report, 'findings'>) =>
  findings.map(({ ruleId, severity, exceptionStatus }) => [ruleId, severity, exceptionStatus]);
const blocking = ({ findings }: Pick<Report, 'findings'>) =>
  gate(findings, 'blocking').blocking.map(({ ruleId }) => ruleId);

describe('one mistake', () => {
  it('is one finding of the more precise rule, in the list, the counts and the gate', () => {
    const report = run([BOTH]);
    assert.deepEqual(outcome(report), [[PRECISE, 'high', 'none']]);
    assert.deepEqual([report.summary.high, report.summary.total], [1, 1]);
    assert.deepEqual(blocking(report), [PRECISE]);
    assert.deepEqual(
      everyFinding(report.findings).map(({ ruleId }) => ruleId),
      [PRECISE, COARSE],
    );
  });

  it('names the other rules in its description, and has the controls of all', () => {
    const [finding] = run([BOTH]).findings;
    assert.equal(
      finding!.description,
      `${PRECISE} reports "8 3". For tests. Also reported by ${COARSE} (high).`,
    );
    assert.deepEqual(finding!.complianceTags, run(['3']).findings[0]!.complianceTags);
  });

  it('has the worst severity of all rules, and its place in the list', () => {
    const report = run(['8', BOTH], rules('low', 'critical'));
    assert.deepEqual(outcome(report), [
      [PRECISE, 'critical', 'none'],
      [PRECISE, 'low', 'none'],
    ]);
    assert.deepEqual([report.summary.critical, report.summary.low, report.summary.total], [1, 1, 2]);
  });

  it('has the id and the fingerprints that its rule alone gives it', () => {
    const [finding] = run([BOTH]).findings;
    const [alone] = run([BOTH], rules().slice(0, 1)).findings;
    assert.deepEqual([finding!.id, finding!.fingerprints], [alone!.id, alone!.fingerprints]);
    const [other] = run([BOTH], rules().slice(1)).findings;
    assert.deepEqual(ownOf(run([BOTH]), COARSE), other);
  });

  it('is as often there as the rule that reports it most often', () => {
    assert.deepEqual(outcome(run(['8 3 3'])), [
      [PRECISE, 'high', 'none'],
      [COARSE, 'high', 'none'],
    ]);
    assert.deepEqual(outcome(run(['8', '3'])), [
      [PRECISE, 'high', 'none'],
      [COARSE, 'high', 'none'],
    ]);
  });

  it('costs what it cost before, whichever rule stands for it', () => {
    const report = run([BOTH, '8', '3 3 8'], rules('medium', 'high'));
    assert.equal(report.score, scoreOf(everyFinding(report.findings)));
  });

  it('is cut off a list as a whole', () => {
    const [cut, whole] = [2, 1_000].map((findingsMax) => run([BOTH, '8', '8 3 3'], rules(), { findingsMax }));
    assert.deepEqual([cut!.summary, cut!.score], [whole!.summary, whole!.score]);
    assert.equal(cut!.findings.length, 2);
  });
});

describe('the next rule of a mistake comes forward', () => {
  it('when the other one is switched off', () => {
    assert.deepEqual(outcome(run([BOTH], rules().slice(1))), [[COARSE, 'high', 'none']]);
  });

  it('when an exception waives the visible one, which stays listed', () => {
    const report = run([BOTH]);
    const waived = apply(report, waiving(report.findings[0]!));
    assert.deepEqual(outcome(waived), [
      [PRECISE, 'high', 'approved'],
      [COARSE, 'high', 'none'],
    ]);
    assert.deepEqual(blocking(waived), [COARSE]);
    assert.deepEqual([waived.summary.total, waived.score], [2, report.score]);
  });

  it('unless its own exception waives it too', () => {
    const report = run([BOTH]);
    const both = everyFinding(report.findings).map((finding) => waiving(finding));
    const waived = apply(report, ...both);
    assert.deepEqual(blocking(waived), []);
    assert.equal(waived.score, 100);
    assert.deepEqual(
      waived.findings.map(({ exceptionId }) => exceptionId),
      both.map(({ id }) => id),
    );
  });

  it('with its own severity, also when the milder rule was shown as severe as it', () => {
    const report = run([BOTH], rules('low', 'critical'));
    const waived = apply(report, waiving(report.findings[0]!));
    assert.deepEqual(outcome(waived), [
      [COARSE, 'critical', 'none'],
      [PRECISE, 'low', 'approved'],
    ]);
    assert.deepEqual(blocking(waived), [COARSE]);
  });

  it('when a note in the file waives the visible one', () => {
    const used = [ruleOf(PRECISE, 'medium', 'plain-credential'), ruleOf(COARSE, 'high', 'plain-credential')];
    const note = `flowarden-ignore ${PRECISE} until 2026-12-31: known`;
    const report = run([BOTH], used, { notes: { [BOTH]: note } });
    assert.deepEqual(outcome(report), [
      [COARSE, 'high', 'none'],
      [PRECISE, 'medium', 'approved'],
    ]);
    assert.deepEqual(outcome(withoutNotes(report)), [[PRECISE, 'high', 'none']]);
  });
});

describe('an exception that was granted for a rule that is now listed as another', () => {
  it('is still shown, and waives neither more nor less', () => {
    const report = run([BOTH]);
    const waived = apply(report, waiving(ownOf(report, COARSE)));
    assert.deepEqual(outcome(waived), [
      [PRECISE, 'high', 'none'],
      [COARSE, 'high', 'approved'],
    ]);
    assert.deepEqual(blocking(waived), [PRECISE]);
  });

  it('waives nothing while it waits', () => {
    const report = run([BOTH]);
    const shown = apply(report, waiving(ownOf(report, COARSE), { decision: 'pending' }));
    assert.deepEqual(outcome(shown), [[PRECISE, 'high', 'none']]);
  });

  it('ends when that finding becomes more severe by itself, not by the group', () => {
    const before = run([BOTH], rules('medium', 'low'));
    const [precise, coarse] = everyFinding(before.findings).map((finding) => waiving(finding));
    const now = run([BOTH], rules('medium', 'high'));
    assert.deepEqual(outcome(apply(now, precise!, coarse!)), [
      [COARSE, 'high', 'none'],
      [PRECISE, 'medium', 'approved'],
    ]);
  });
});

describe('the comparison of runs', () => {
  const NONE = { new: 0, resolved: 0, unchanged: 0, severity_changed: 0, waiver_changed: 0 };
  const at = (report: Report) => ({
    findings: report.findings,
    score: report.score,
    validatedAt: NOW,
    ownerId: null,
  });
  const diff = (before: Report, now: Report) => compare(now, at(before)).diff;
  /** A report as it was stored when each rule was listed by itself. */
  const asBefore = (report: Report): Report => ({ ...report, findings: everyFinding(report.findings) });

  it('sees no regression, nothing new and nothing resolved in the first run that lists mistakes', () => {
    for (const used of [rules(), rules('medium', 'critical'), rules('critical', 'low')]) {
      const report = run([BOTH, '8', '3'], used);
      const { counts, isRegression, changes } = diff(asBefore(report), report);
      assert.deepEqual([counts, isRegression, changes], [{ ...NONE, unchanged: 4 }, false, []]);
    }
  });

  it('preserves the ids of all findings of a mistake', () => {
    const report = run([BOTH]);
    const renamed = asBefore(report);
    const ids = { ...renamed, findings: renamed.findings.map((one, i) => ({ ...one, id: `old ${i}` })) };
    const { findings } = compare(report, at(ids));
    assert.deepEqual(
      [findings[0]!.id, everyFinding(findings).map(({ id }) => id)],
      ['old 0', ['old 0', 'old 1']],
    );
  });

  it('sees the next rule as known when the visible one is waived or switched off', () => {
    const report = run([BOTH]);
    const waived = apply(report, waiving(report.findings[0]!));
    assert.deepEqual(diff(report, waived).counts, { ...NONE, waiver_changed: 1, unchanged: 1 });
    assert.equal(diff(report, waived).isRegression, false);
    const off = run([BOTH], rules().slice(1));
    assert.deepEqual(
      [diff(report, off).counts, diff(off, report).counts],
      [
        { ...NONE, unchanged: 1 },
        { ...NONE, unchanged: 1 },
      ],
    );
  });

  it('sees the severity change when the more severe rule reports it no more, and the other way round', () => {
    const [both, mild] = [run([BOTH], rules('low', 'high')), run(['8 8'], rules('low', 'high'))];
    const [now] = [
      run([BOTH], [ruleOf(PRECISE, 'low', 'plain-credential'), ruleOf(COARSE, 'high', 'plain-credential')]),
    ];
    assert.deepEqual(outcome(now!), outcome(both));
    assert.equal(mild.findings.length, 2);
    const silent = { ...run([BOTH], rules('low', 'high').slice(0, 1)), evaluatedRuleIds: [PRECISE, COARSE] };
    assert.deepEqual(diff(both, silent).counts, { ...NONE, severity_changed: 1 });
    const { counts, isRegression } = diff(silent, both);
    assert.deepEqual([counts, isRegression], [{ ...NONE, severity_changed: 1 }, true]);
  });

  it('sees a mistake that is gone as one resolved finding', () => {
    assert.deepEqual(diff(run([BOTH]), run([])).counts, { ...NONE, resolved: 1 });
  });
});

describe('findings of each rule by themselves', () => {
  it('are listed as the engine lists them', () => {
    const report = run([BOTH, '8', '3 3 8', '3'], rules('medium', 'high'));
    assert.deepEqual(listMistakes(everyFinding(report.findings)), report.findings);
  });
});

describe('the table of precision', () => {
  const ruleIn = (id: string): Rule => RULES.find((rule) => rule.id === id) ?? assert.fail(id);

  it('lists every rule of a file that shares its weakness with another one of its platform', () => {
    for (const rule of RULES) {
      const { dedupeGroup, platforms } = rule;
      if (dedupeGroup === undefined || rule.level === 'project') continue;
      const others = RULES.filter(
        (other) =>
          other !== rule &&
          other.dedupeGroup === dedupeGroup &&
          other.level !== 'project' &&
          other.platforms.some((platform) => platforms.includes(platform)) &&
          languageOf(other) === languageOf(rule),
      );
      if (others.length > 0)
        assert.ok(PRECISION[dedupeGroup]?.includes(rule.id), `${rule.id} in ${dedupeGroup}`);
    }
  });

  it('lists no rule without a weakness', () => {
    for (const id of Object.values(PRECISION).flat())
      assert.ok(PRECISION[ruleIn(id).dedupeGroup ?? ''] !== undefined, id);
  });

  it('lists hotspots behind defects', () => {
    for (const [group, ids] of Object.entries(PRECISION)) {
      const hotspot = ids.findIndex((id) => ruleIn(id).kind === 'hotspot');
      const behind = hotspot === -1 ? [] : ids.slice(hotspot);
      assert.ok(
        behind.every((id) => ruleIn(id).kind === 'hotspot'),
        group,
      );
    }
  });

  it('never lists what is about the analysis itself, or across files', () => {
    for (const id of Object.values(PRECISION).flat()) {
      assert.notEqual(ruleIn(id).category, 'engine', id);
      assert.notEqual(ruleIn(id).level, 'project', id);
    }
  });
});

/** Rules of cloud and of desktop flows never see the same file. */
const languageOf = ({ id }: Rule): string => (id.startsWith('PAD-') ? 'desktop' : '');
