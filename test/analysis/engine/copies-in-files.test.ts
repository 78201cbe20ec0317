/** Copies of one element in several files: what counts as a copy, and what sets copies apart. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMPARED_MAX, foldFiles } from '../../../src/analysis/engine/project/copies-in-files.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Finding } from '../../../src/analysis/model/finding.ts';
import { summarise } from '../../../src/analysis/model/report.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import type { InputRun } from '../../../src/analysis/report/file-outcome.ts';
import { foldCopiesInFiles } from '../../../src/analysis/report/fold-copies.ts';
import { type RunGate, reportPasses, shownFindings } from '../../../src/analysis/report/run-gate.ts';
import { scoreOfRuns, verdictOn } from '../../../src/analysis/report/verdict.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';

const engine = createEngine([...RULES]);
const GATE: RunGate = { mode: 'blocking', failOn: 'high', comparison: null };

function runOf(files: Readonly<Record<string, string>>): InputRun {
  const outcomes = Object.entries(files).map(([path, fragment]) => {
    const report = engine.validate({
      bytes: Buffer.from(uipath.snippet(fragment)),
      filename: path,
      platform: undefined,
      ruleset: 'default',
      findingsMax: 1_000,
      today: '2026-03-02',
      path,
      factsPath: path,
      contentSeal: 'seal',
    });
    return { status: 'completed' as const, report, validationMs: 0 };
  });
  const input = {
    kind: 'folder' as const,
    name: '.',
    realPath: '/robot',
    files: Object.keys(files).map((path) => ({ path })),
  };
  return { input, outcomes, across: [], acrossSummary: summarise([]) };
}

/** Returns the path and finding of each listed finding of a rule. */
function listed(
  run: InputRun,
  ruleId: string,
  gate: RunGate = GATE,
): readonly (readonly [string, Finding])[] {
  const { runs, gate: folded } = foldCopiesInFiles([run], gate);
  return runs[0]!.outcomes.flatMap((outcome, i) =>
    outcome.status !== 'completed'
      ? []
      : shownFindings(outcome.report.findings, folded)
          .filter((finding) => finding.ruleId === ruleId)
          .map((finding) => [run.input.files[i]!.path, finding] as const),
  );
}
const paths = (...found: Parameters<typeof listed>) => listed(...found).map(([path]) => path);

const mail = (password: string) =>
  `<ui:SendMail DisplayName="Send report" Password="${password}" To="team@bank.example" Subject="Report of the day" Body="It is attached." />`;
const SECRET = 'UIP-SEC-001';
const caught = (action: string) =>
  `<TryCatch DisplayName="Try"><TryCatch.Try>${action}</TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>`;
const move = (path: string) =>
  `<ui:MoveFile Path="${path}" Destination="archive/of/the/last/year/and/the/one/before.txt" />`;
const wait = (name: string) => `<Delay DisplayName="${name}" Duration="00:00:05"/>`;

describe('a copy of an element in another file', () => {
  it('has the same step with all inside it, wherever it stands', () => {
    const run = runOf({
      'b/Main.xaml': mail('Winter-2026!x9') + wait('One'),
      'Main.xaml': wait('Two') + mail('Winter-2026!x9'),
    });
    const [[path, finding], ...more] = listed(run, SECRET) as [readonly [string, Finding]];
    assert.deepEqual([path, more.length], ['Main.xaml', 0]);
    assert.match(finding.description, / 1 further place with the same content: b\/Main\.xaml\.$/);
    assert.deepEqual(
      finding.inFiles?.map(({ file }) => file),
      ['b/Main.xaml'],
    );
  });

  it('is none where a value differs that the message does not show', () => {
    const run = runOf({ 'A.xaml': mail('Winter-2026!x9'), 'B.xaml': mail('Winter-2026!x8') });
    assert.deepEqual(paths(run, SECRET), ['A.xaml', 'B.xaml']);
  });

  it('is none where only an empty catch or a short step is the same', () => {
    const run = runOf({ 'A.xaml': caught(move('a.txt')), 'B.xaml': caught(move('b.txt')) });
    assert.deepEqual(paths(run, 'UIP-REL-001'), ['A.xaml', 'B.xaml']);
    const copied = runOf({ 'A.xaml': caught(move('a.txt')), 'B.xaml': caught(move('a.txt')) + wait('Own') });
    assert.deepEqual(paths(copied, 'UIP-REL-001'), ['A.xaml']);
  });

  it('is never one of two places in one file', () => {
    const twice = mail('Winter-2026!x9') + mail('Winter-2026!x9');
    assert.deepEqual(paths(runOf({ 'A.xaml': twice, 'B.xaml': twice }), SECRET), ['A.xaml', 'A.xaml']);
  });
});

describe('the finding that stands for copies', () => {
  const FILES = { 'A.xaml': mail('Winter-2026!x9'), 'deep/B.xaml': mail('Winter-2026!x9') + wait('Own') };
  it('is one in the counts and the gate, and leaves the scores as they are', () => {
    const run = runOf(FILES);
    const before = verdictOn([run], GATE);
    const { runs, gate } = foldCopiesInFiles([run], GATE);
    const after = verdictOn(runs, gate);
    const severity = listed(run, SECRET)[0]![1].severity;
    assert.equal(after.summary[severity], before.summary[severity] - 1);
    assert.equal(after.wouldBlock, before.wouldBlock - 1);
    assert.deepEqual([after.passed, after.score], [false, before.score]);
    assert.equal(scoreOfRuns(runs), scoreOfRuns([run]));
  });

  it('leaves the file of a copy blocked', () => {
    const { runs, gate } = foldCopiesInFiles([runOf(FILES)], GATE);
    const passed = runs[0]!.outcomes.map(
      (outcome) => outcome.status === 'completed' && reportPasses(outcome.report, gate),
    );
    assert.deepEqual(passed, [false, false]);
  });

  it('is one of the worst severity', () => {
    const run = runOf(FILES);
    const outcomes = run.outcomes.map((outcome, i) =>
      outcome.status === 'completed' && i === 0
        ? {
            ...outcome,
            report: {
              ...outcome.report,
              findings: outcome.report.findings.map((one) => ({ ...one, severity: 'low' as const })),
            },
          }
        : outcome,
    );
    assert.deepEqual(paths({ ...run, outcomes }, SECRET), ['deep/B.xaml']);
  });

  it('is another one where an exception or a baseline has the first', () => {
    const run = runOf(FILES);
    const waived = run.outcomes.map((outcome, i) =>
      outcome.status === 'completed' && i === 0
        ? {
            ...outcome,
            report: {
              ...outcome.report,
              findings: outcome.report.findings.map((one) => ({
                ...one,
                exceptionId: 'e',
                exceptionStatus: 'approved' as const,
              })),
            },
          }
        : outcome,
    );
    assert.deepEqual(paths({ ...run, outcomes: waived }, SECRET), ['A.xaml', 'deep/B.xaml']);
    const first = run.outcomes[0]!;
    const known =
      first.status === 'completed' ? first.report.findings.map((one) => [one, 'unchanged'] as const) : [];
    const comparison = { against: 'baseline', states: new Map(known), goneCount: 0, newOnly: true };
    const gate = { ...GATE, comparison };
    assert.deepEqual(paths(run, SECRET, gate), ['deep/B.xaml']);
    const folded = foldCopiesInFiles([run], gate);
    assert.equal(verdictOn(folded.runs, folded.gate).wouldBlock > 0, true);
  });
});

describe('a project with more findings than are compared', () => {
  const copies = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ key: 'same', file: `${i}.xaml`, severity: 'high' as const }));

  it('lists each copy', () => assert.deepEqual(foldFiles(copies(COMPARED_MAX + 1)), []));
  it('lists one up to the limit', () =>
    assert.equal(foldFiles(copies(COMPARED_MAX))[0]?.others.length, COMPARED_MAX - 1));
});
