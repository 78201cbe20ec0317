/** Notes in the designer that waive findings: what they cover, what they cannot, and what is said of the others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyExceptions } from '../../../src/analysis/engine/apply-exceptions.ts';
import { scoredFindings } from '../../../src/analysis/engine/findings/unlisted.ts';
import { withoutNotes as reportWithoutNotes } from '../../../src/analysis/engine/notes/without-notes.ts';
import { scoreOf } from '../../../src/analysis/engine/score.ts';
import { createEngine, type Engine } from '../../../src/analysis/engine/validate.ts';
import type { AnalysisTask } from '../../../src/analysis/engine/worker-messages.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { ScopedException } from '../../../src/contract/exception.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';
import { processorMsOf } from '../../support/processor-time.ts';
import { wholeRule } from '../../support/whole-rule.ts';

const TODAY = '2026-11-23';
const UNUSED = 'XPL-ENG-009';
const INVALID = 'XPL-ENG-010';
const engine = createEngine(RULES);

/** Groups all assignments of a file. */
const groupRule = wholeRule({
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
  groupBy: 'server',
  options: {},
  level: 'activity',
  roles: ['assign'],
  *check(activity) {
    yield { at: activity, message: 'Assigned.', group: 'one' };
  },
});

function validate(
  platform: Platform,
  example: string,
  changes: Partial<AnalysisTask> = {},
  { validate: run }: Engine = engine,
): Report {
  const bytes = exampleFile(platform, example);
  const task = { bytes, filename: 'example', platform, ruleset: 'default', findingsMax: 100_000 } as const;
  return run({ ...task, today: TODAY, ...changes });
}

const withoutNotes = { today: undefined } as unknown as Partial<AnalysisTask>;
const of = ({ findings }: Report, id: string) => findings.filter(({ ruleId }) => ruleId === id);
const statusesOf = (report: Report, id: string) =>
  of(report, id).map(({ exceptionStatus }) => exceptionStatus);
const messagesOf = (report: Report, id: string) => of(report, id).map(({ description }) => description);

const note = (ruleId: string, until = '2027-01-31'): string =>
  `flowarden-ignore ${ruleId} until ${until}: agreed with the owner`;
const xamlInvoke = (annotation = ''): string =>
  `<ui:InvokeWorkflowFile DisplayName="Run step" sap2010:Annotation.AnnotationText="${annotation}" WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />`;
const xamlSequence = (annotation: string, inside: string): string =>
  `<Sequence DisplayName="Outer" sap2010:Annotation.AnnotationText="${annotation}">${inside}</Sequence>`;
const DYNAMIC = 'UIP-MNT-016';

describe('the examples of the rules about notes', () => {
  for (const id of [UNUSED, INVALID]) {
    for (const [platform, { bad, good }] of Object.entries(examplesOf({ id }))) {
      it(`of ${id} for ${platform} have findings where they should`, () => {
        assert.ok(bad.length >= 2 && good.length >= 3);
        for (const example of bad)
          assert.equal(of(validate(platform as Platform, example.text), id).length, 1, example.text);
        for (const example of good) {
          const report = validate(platform as Platform, example.text);
          assert.deepEqual([...messagesOf(report, UNUSED), ...messagesOf(report, INVALID)], [], example.text);
        }
      });
    }
  }
});

describe('a note', () => {
  it('waives the finding of its rule at its element, which then counts neither in the score nor in the gate', () => {
    const noted = validate('uipath', xamlInvoke(note(DYNAMIC)));
    const [finding] = of(noted, DYNAMIC);
    assert.equal(finding!.exceptionStatus, 'approved');
    assert.equal(finding!.exceptionId, null);
    const plain = validate('uipath', xamlInvoke());
    assert.deepEqual(statusesOf(plain, DYNAMIC), ['none']);
    assert.ok(noted.score > plain.score);
    assert.deepEqual(noted.summary, plain.summary);
  });

  it('covers everything inside its element and nothing beside it', () => {
    const report = validate('uipath', `${xamlSequence(note(DYNAMIC), xamlInvoke())}${xamlInvoke()}`);
    assert.deepEqual(statusesOf(report, DYNAMIC), ['approved', 'none']);
  });

  it('of a variable covers the variable and not its scope', () => {
    const variable = `<Sequence.Variables><Variable x:TypeArguments="x:String" Name="old" sap2010:Annotation.AnnotationText="${note(DYNAMIC)}" /></Sequence.Variables>`;
    const report = validate('uipath', xamlSequence('', `${variable}${xamlInvoke()}`));
    assert.deepEqual(statusesOf(report, DYNAMIC), ['none']);
    assert.equal(of(report, UNUSED).length, 1);
  });

  it('in a comment of a desktop flow covers the action behind it, and no later one', () => {
    const set = (name: string) => `SET ${name} TO 'Authorization: Bearer q7Zr2LmV8sTb5NcW1yHp4GfA6uEoRi'`;
    const script = `IMPORT 'a' AS a\n# ${note('XPL-SEC-002')}\n${set('A')}\n${set('B')}`;
    assert.deepEqual(statusesOf(validate('power-automate', script), 'XPL-SEC-002'), ['approved', 'none']);
  });

  it('in the last comment of a branch does not reach into the next branch', () => {
    const set = "SET A TO 'Authorization: Bearer q7Zr2LmV8sTb5NcW1yHp4GfA6uEoRi'";
    const script = `IF B > 1 THEN\n# ${note('XPL-SEC-002')}\nELSE\n${set}\nEND`;
    assert.deepEqual(statusesOf(validate('power-automate', script), 'XPL-SEC-002'), ['none']);
    const comment = `<ui:Comment Text="${note(DYNAMIC)}" />`;
    const branches = `<If.Then><Sequence>${comment}</Sequence></If.Then><If.Else>${xamlInvoke()}</If.Else>`;
    assert.deepEqual(statusesOf(validate('uipath', `<If Condition="[a]">${branches}</If>`), DYNAMIC), [
      'none',
    ]);
    const alone = `<If.Then>${comment}</If.Then><If.Else>${xamlInvoke()}</If.Else>`;
    assert.deepEqual(statusesOf(validate('uipath', `<If Condition="[a]">${alone}</If>`), DYNAMIC), ['none']);
  });

  it('does not count without a day', () => {
    const report = validate('uipath', xamlInvoke(note(DYNAMIC)), withoutNotes);
    assert.deepEqual(statusesOf(report, DYNAMIC), ['none']);
    assert.equal(report.dependsOnDay, undefined);
  });

  it('holds to the end of its last day, and at most 365 days ahead', () => {
    const statusOn = (until: string) =>
      statusesOf(validate('uipath', xamlInvoke(note(DYNAMIC, until))), DYNAMIC)[0];
    assert.equal(statusOn('2026-11-22'), 'none');
    assert.equal(statusOn('2026-11-23'), 'approved');
    assert.equal(statusOn('2027-11-23'), 'approved');
    assert.equal(statusOn('2027-11-24'), 'none');
  });

  it('in a step that is switched off says nothing', () => {
    const off = `<ui:CommentOut><ui:CommentOut.Body>${xamlSequence(note(DYNAMIC), '')}</ui:CommentOut.Body></ui:CommentOut>`;
    const report = validate('uipath', off);
    assert.deepEqual([...of(report, UNUSED), ...of(report, INVALID)], []);
  });

  it('for a rule outside the ruleset is not called unused', () => {
    const example = xamlSequence(note(DYNAMIC), '');
    const strict = RULES.map((rule) => (rule.id === DYNAMIC ? { ...rule, preset: 'strict' } : rule) as Rule);
    const unusedIn = (ruleset: AnalysisTask['ruleset']) =>
      of(validate('uipath', example, { ruleset }, createEngine(strict)), UNUSED).length;
    assert.equal(unusedIn('default'), 0);
    assert.equal(unusedIn('strict'), 1);
  });

  it('takes a place out of a group, which goes on to count with the others', () => {
    const grouped = createEngine([groupRule]);
    const assign = (name: string, annotation = '') =>
      `<Assign DisplayName="${name}" sap2010:Annotation.AnnotationText="${annotation}" />`;
    const plain = validate('uipath', `${assign('A')}${assign('B')}${assign('C')}`, {}, grouped);
    const noted = validate(
      'uipath',
      `${assign('A', note(groupRule.id))}${assign('B')}${assign('C')}`,
      {},
      grouped,
    );
    const [group] = of(noted, groupRule.id).filter(({ exceptionStatus }) => exceptionStatus === 'none');
    assert.deepEqual(
      of(noted, groupRule.id).map((finding) => [finding.exceptionStatus, finding.group?.places.length]),
      [
        ['approved', undefined],
        ['none', 2],
      ],
    );
    assert.equal(group!.id, of(plain, groupRule.id)[0]!.id);
  });

  it('counts for findings beyond the end of the list, too', () => {
    const steps = xamlInvoke().repeat(20);
    const [all, cut] = [100, 3].map((findingsMax) =>
      validate('uipath', xamlSequence(note(DYNAMIC), steps), { findingsMax }),
    );
    assert.equal(cut!.score, all!.score);
    assert.equal(scoreOf(scoredFindings(cut!)), all!.score);
    const plain = validate('uipath', xamlSequence('', steps));
    assert.ok(plain.score < all!.score);
    for (const report of [all!, cut!])
      assert.equal(reportWithoutNotes(report).score, plain.score, 'for a gate');
  });

  it('makes the report depend on the day, also if it waives nothing', () => {
    assert.equal(validate('uipath', xamlInvoke(note(DYNAMIC))).dependsOnDay, true);
    assert.equal(validate('uipath', xamlSequence(note(DYNAMIC), '')).dependsOnDay, true);
    assert.equal(validate('uipath', xamlInvoke('Agreed with the owner.')).dependsOnDay, undefined);
  });
});

describe('no note waives', () => {
  for (const severity of ['critical', 'high'] as const) {
    it(`a ${severity} finding, and its own finding says so`, () => {
      const rules = RULES.map((rule) => (rule.id === DYNAMIC ? { ...rule, severity } : rule) as Rule);
      const report = validate('uipath', xamlInvoke(note(DYNAMIC)), {}, createEngine(rules));
      assert.deepEqual(statusesOf(report, DYNAMIC), ['none']);
      assert.match(
        messagesOf(report, UNUSED)[0]!,
        new RegExp(`is ${severity}, and a note waives at most medium`),
      );
    });
  }

  it('a finding of the engine or of a rule across files', () => {
    const across = RULES.find(({ level, platforms }) => level === 'project' && platforms.includes('uipath'))!;
    for (const [id, message] of [
      [UNUSED, /analysis itself/],
      [across.id, /several files/],
    ] as const) {
      const report = validate('uipath', xamlSequence(note(id), ''));
      assert.match(messagesOf(report, INVALID)[0]!, message);
    }
  });
});

describe('an exception', () => {
  const file = { scope: 'bank/invoices', path: 'Main.xaml', formerName: 'Main.xaml' };
  const exception: ScopedException = {
    id: '0190d5a4-7c1e-7a3b-9f00-000000000001',
    decision: 'approved',
    expiresAt: new Date('2027-01-01'),
    ruleId: DYNAMIC,
    fileName: file.path,
    byBaseName: false,
    fingerprint: null,
    places: null,
    location: '*',
    repository: file.scope,
    severity: 'medium',
  };
  const shownWith = (changes: Partial<ScopedException>) => {
    const report = validate('uipath', xamlInvoke(note(DYNAMIC)));
    const applied = applyExceptions(report, file, [{ ...exception, ...changes }], new Date(TODAY));
    return of(applied, DYNAMIC).map(({ exceptionId, exceptionStatus }) => [exceptionId, exceptionStatus]);
  };

  it('that is approved is shown in place of a note', () => {
    assert.deepEqual(shownWith({}), [[exception.id, 'approved']]);
  });
  it('that waits does not take away what a note waives', () => {
    assert.deepEqual(shownWith({ decision: 'pending' }), [[null, 'approved']]);
  });
});

describe('the message about a note', () => {
  it('shows no text of the note but the id of a known rule', () => {
    const report = validate('uipath', xamlSequence('flowarden-ignore Sommer-2024 until Nord-71: k-2208', ''));
    assert.equal(of(report, INVALID).length, 1);
    assert.doesNotMatch(JSON.stringify(of(report, INVALID)), /Sommer|Nord-71|k-2208/);
  });
});

describe('the time for notes grows no faster than they do', () => {
  const MARKERS = 'flowarden-ignore '.repeat(60_000);
  for (const [title, text] of [
    ['markers without an end', MARKERS],
    ['lines', `${note(DYNAMIC)}&#10;`.repeat(15_000)],
    ['one line without a colon', `flowarden-ignore ${'x'.repeat(1_000_000)}`],
    ['blanks', `flowarden-ignore${' '.repeat(1_000_000)}x`],
  ] as const) {
    it(`in a megabyte of ${title}`, () => {
      const file = xamlSequence(text, xamlInvoke());
      assert.ok(processorMsOf(() => validate('uipath', file, { findingsMax: 1_000 })) < 10_000);
    });
  }

  it('with notes at thousands of nested and neighbouring steps', () => {
    const step = xamlSequence(note(DYNAMIC), xamlInvoke());
    const deep = Array.from({ length: 80 }).reduce<string>(
      (inside) => xamlSequence(note(DYNAMIC), inside),
      step.repeat(2_000),
    );
    let statuses: readonly unknown[] = [];
    const spentMs = processorMsOf(() => {
      statuses = statusesOf(validate('uipath', deep, { findingsMax: 1_000 }), DYNAMIC);
    });
    assert.ok(spentMs < 10_000, `${spentMs} ms`);
    assert.ok(statuses.every((status) => status === 'approved'));
  });
});
