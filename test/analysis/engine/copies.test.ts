/** True copies of a workflow in one archive: one finding a mistake, and what brings the next copy forward. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyExceptions } from '../../../src/analysis/engine/apply-exceptions.ts';
import { compare } from '../../../src/analysis/engine/compare.ts';
import { everyFinding } from '../../../src/analysis/engine/findings/mistakes.ts';
import { scoredFindings } from '../../../src/analysis/engine/findings/unlisted.ts';
import { withoutNotes } from '../../../src/analysis/engine/notes/without-notes.ts';
import { packPolicy, type TaskPolicy } from '../../../src/analysis/engine/policies/task-policy.ts';
import { scoreOf } from '../../../src/analysis/engine/score.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { type Finding, locationText } from '../../../src/analysis/model/finding.ts';
import { gate } from '../../../src/analysis/model/gate.ts';
import { BUILTIN_GATE } from '../../../src/analysis/model/policy.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import type { Severity } from '../../../src/analysis/model/rule.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { ScopedException } from '../../../src/contract/exception.ts';
import { zip } from '../../support/files/zip.ts';

const engine = createEngine([...RULES]);

/** A workflow with a password that is typed as fixed text, and what else sets it apart. */
const workflow = (password: string, more = ''): string =>
  `<Activity x:Class="Main" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:ui="http://schemas.uipath.com/workflow/activities" xmlns:sap2010="http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation"><Sequence DisplayName="Work"><ui:SendMail DisplayName="Send report" Password="${password}" sap2010:WorkflowViewState.IdRef="SendMail_1" />${more}</Sequence></Activity>`;

const RULE = 'UIP-SEC-001';

function run(
  files: Readonly<Record<string, string>>,
  ruleset: TaskPolicy = 'default',
  findingsMax = 1_000,
): Report {
  const bytes = zip(Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) })));
  const report = engine.validate({
    bytes,
    filename: 'robots.zip',
    platform: 'uipath',
    ruleset,
    findingsMax,
    today: '2026-03-02',
  });
  return report;
}
const of = ({ findings }: Pick<Report, 'findings'>, ruleId = RULE) =>
  findings.filter((finding) => finding.ruleId === ruleId);
const places = (findings: readonly Finding[]) => findings.map(({ location }) => location.names[0]);

const FILE = { scope: 'bank/invoices', path: 'robots.zip', formerName: 'robots.zip' };
const waiving = ({ ruleId, severity, fingerprints, location }: Finding): ScopedException => ({
  id: '0190d5a4-7c1e-7a3b-9f00-000000000001',
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
});
const apply = (report: Report, exception: ScopedException) =>
  applyExceptions(report, FILE, [exception], new Date('2026-03-02T09:00:00Z'));

const SECRET = 'Winter-2026!x9';
const COPIES = { 'robots/long/Main.xaml': workflow(SECRET), 'robots/a/Main.xaml': workflow(SECRET) };

describe('a mistake in true copies', () => {
  it('leaves all that is beyond the end of the list in the score', () => {
    const report = run(
      {
        'robots/a/Main.xaml': workflow(SECRET),
        'robots/b/Main.xaml': workflow(SECRET),
        'robots/c/Main.xaml': workflow('Winter-2026!x7'),
        'robots/d/Main.xaml': workflow('Winter-2026!x6'),
      },
      'default',
      3,
    );
    assert.equal(report.findings.at(-1)!.ruleId, 'XPL-ENG-005');
    assert.ok(report.findings.some(({ copies }) => copies !== undefined));
    assert.equal(report.score, scoreOf(scoredFindings(report)));
  });

  it('is one finding of the shortest path in the list, the counts, the gate and the score', () => {
    const [alone, both] = [run({ 'robots/a/Main.xaml': workflow(SECRET) }), run(COPIES)];
    assert.deepEqual(places(of(both)), ['robots/a/Main.xaml']);
    assert.deepEqual(both.summary, alone.summary);
    assert.equal(both.score, alone.score);
    assert.equal(gate(both.findings, 'blocking').wouldBlock, gate(alone.findings, 'blocking').wouldBlock);
  });

  it('names its further places in the description', () => {
    assert.match(
      of(run(COPIES))[0]!.description,
      / 1 further place with the same content: robots\/long\/Main\.xaml\.$/,
    );
  });

  it('stays several findings where the content differs', () => {
    const report = run({ 'a/Main.xaml': workflow(SECRET), 'b/Main.xaml': workflow('Winter-2026!x8') });
    assert.deepEqual(places(of(report)), ['a/Main.xaml', 'b/Main.xaml']);
    const changed = run({
      'a/Main.xaml': workflow(SECRET),
      'b/Main.xaml': workflow(SECRET, '<Delay DisplayName="Wait" Duration="00:00:01" />'),
    });
    assert.deepEqual(places(of(changed)), ['a/Main.xaml', 'b/Main.xaml']);
  });

  it('never combines two steps of one file', () => {
    const twice = workflow(SECRET).replace(/(<ui:SendMail[^>]*>)/, '$1$1');
    assert.equal(of(run({ 'a/Main.xaml': twice, 'b/Main.xaml': twice })).length, 2);
  });

  it('has all copies behind it, each with the id that it had by itself', () => {
    const every = everyFinding(of(run(COPIES)));
    assert.deepEqual(places(every), ['robots/a/Main.xaml', 'robots/long/Main.xaml']);
    assert.equal(new Set(every.map(({ id }) => id)).size, 2);
  });

  it('stores no key that follows from the content', () => {
    const [finding] = of(run(COPIES));
    assert.deepEqual(
      everyFinding([finding!]).map(({ copyKey }) => copyKey),
      [finding!.fingerprints.strong, finding!.fingerprints.strong],
    );
    assert.ok(
      run({ 'a/Main.xaml': workflow(SECRET) }).findings.every(({ copyKey }) => copyKey === undefined),
    );
  });
});

describe('an exception', () => {
  it('for the visible finding covers the copies', () => {
    const report = run(COPIES);
    const after = apply(report, waiving(of(report)[0]!));
    assert.deepEqual(
      of(after).map(({ exceptionStatus }) => exceptionStatus),
      ['approved'],
    );
    assert.equal(gate(of(after), 'blocking').wouldBlock, 0);
  });

  it('covers no copy that the policy judges more severely than it accepts', () => {
    const judgement = {
      severities: {},
      overrides: [{ path: 'robots/a/*', rules: { [RULE]: 'medium' as const } }],
      tags: {},
      gate: BUILTIN_GATE,
    };
    const policy = { name: 'corp@1.0.0', detection: { rules: { [RULE]: {} } }, judgement };
    const report = run(COPIES, packPolicy(JSON.stringify(policy), 'digest'));
    const [visible] = of(report);
    assert.equal(visible!.severity, 'critical', 'the worst of all copies');
    const statuses = (severity: Severity) =>
      of(apply(report, { ...waiving(visible!), severity })).map((finding) => [
        finding.location.names[0],
        finding.severity,
        finding.exceptionStatus,
      ]);
    assert.deepEqual(statuses('critical'), [['robots/a/Main.xaml', 'critical', 'approved']]);
    assert.deepEqual(statuses('medium').toSorted(), [
      ['robots/a/Main.xaml', 'medium', 'approved'],
      ['robots/long/Main.xaml', 'critical', 'none'],
    ]);
  });

  it('for another copy leaves the visible finding open', () => {
    const report = run(COPIES);
    const [, copy] = everyFinding(of(report));
    const after = apply(report, waiving(copy!));
    assert.deepEqual(
      of(after).map(({ location, exceptionStatus }) => [location.names[0], exceptionStatus]),
      [
        ['robots/a/Main.xaml', 'none'],
        ['robots/long/Main.xaml', 'approved'],
      ],
    );
    assert.equal(after.summary.total, report.summary.total + 1);
  });
});

describe('a copy', () => {
  it('comes forward when the first one is gone, and is not new', () => {
    const before = run(COPIES);
    const after = run({ 'robots/long/Main.xaml': workflow(SECRET) });
    const previous = {
      score: before.score,
      validatedAt: new Date(0),
      ownerId: null,
      findings: before.findings,
    };
    const { diff } = compare(after, previous);
    assert.equal(diff.counts.new, 0);
  });

  it('that was a finding of its own in an earlier run is neither new nor resolved', () => {
    const after = run(COPIES);
    const earlier = everyFinding(after.findings).map(({ copyKey: _, copies: __, ...finding }) => finding);
    const previous = { score: after.score, validatedAt: new Date(0), ownerId: null, findings: earlier };
    const { diff } = compare(after, previous);
    assert.deepEqual([diff.counts.new, diff.counts.resolved], [0, 0]);
  });

  it('is one finding again where the gate does not count notes', () => {
    const note = 'flowarden-ignore UIP-MNT-005 until 2026-03-20: the next release of the process reads it';
    const unused = `<Sequence DisplayName="Inner" sap2010:Annotation.AnnotationText="${note}"><Sequence.Variables><Variable x:TypeArguments="x:String" Name="later" /></Sequence.Variables></Sequence>`;
    const noted = workflow(SECRET, unused);
    const report = run({ 'a/Main.xaml': noted, 'b/Main.xaml': noted });
    const states = (one: Report) => of(one, 'UIP-MNT-005').map(({ exceptionStatus }) => exceptionStatus);
    assert.deepEqual([states(report), states(withoutNotes(report))], [['approved'], ['none']]);
  });
});
