/** Frames of findings: the steps around a place, by the words of each designer, without texts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import type { Value } from '../../../src/analysis/model/workflow.ts';
import { settingLabel } from '../../../src/analysis/outline/frame/designer-names.ts';
import { shownValue } from '../../../src/analysis/outline/frame/shown-value.ts';
import { frameText } from '../../../src/analysis/report/text/text-frame.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples');
const engine = createEngine(RULES);

/** Returns the frame of a rule's first finding in a sample, as lines without the bar. */
function frameIn(sample: string, ruleId: string): readonly string[] {
  const { findings, frames } = engine.validate({
    bytes: readFileSync(join(SAMPLES, sample)),
    filename: basename(sample),
    platform: undefined,
    ruleset: 'default',
    findingsMax: 100,
    keepsFrames: true,
  });
  const { id } = findings.find((finding) => finding.ruleId === ruleId)!;
  return frameText(frames!.get(id)!, (_, text) => text).map((line) => line.trim().replace(/^│ /, ''));
}

describe('the frame of a finding', () => {
  it('shows activities of UiPath in their containers, and the expression with its names', () => {
    assert.deepEqual(frameIn('uipath/Main.xaml', 'UIP-SEC-016'), [
      '  Download invoices (Sequence)',
      '    Read open invoices (Try Catch)',
      '▶     Try: Query open invoices (Run Query)',
      '        SQL = "…" + in_Customer + "…"',
    ]);
  });

  it('shows the step before and the step after', () => {
    assert.deepEqual(frameIn('uipath/Main.xaml', 'XPL-REL-005'), [
      '  Download invoices (Sequence)',
      '    Read open invoices (Try Catch)',
      '▶   Count invoices (Assign)',
      '      Value = invoices.Rows.Count',
      '    Send summary (Invoke Workflow File)',
    ]);
  });

  it('shows the order of a flow by its run-after settings, and what connector an action calls', () => {
    assert.deepEqual(frameIn('power-automate/ApproveInvoice.json', 'XPL-SEC-012'), [
      '  Initialize reminders (Initialize variable)',
      '▶ Find open orders (SQL Server: Execute Pass Through Native Query V2)',
      `    Query = "…" & (triggerBody()?['supplier']) & "…"`,
      '  For each order (Apply to each)',
    ]);
  });

  it('shows commands of A360 by their own names, with records and columns', () => {
    assert.deepEqual(frameIn('automation-anywhere/Send Reminders.json', 'AAB-SEC-009'), [
      '  Try',
      '    Loop',
      '      Try',
      '        Email: Send',
      '▶       Database: Insert/Update/Delete',
      '          Query = "…" $rInvoice{customer}$ "…"',
    ]);
  });

  it('shows stages of Blue Prism on their page with object and action', () => {
    assert.deepEqual(frameIn('blue-prism/Load Customers.bpprocess', 'BPR-SEC-012'), [
      '  Write Customer (Page)',
      '    Start',
      '▶   Connect (Data - SQL Server: Set Connection)',
    ]);
  });

  it('shows a variable with its type', () => {
    assert.deepEqual(frameIn('uipath/Main.xaml', 'UIP-MNT-005'), [
      '▶ Download invoices (Sequence)',
      '    attempts (Int32), not set',
    ]);
  });
});

describe('the secrets of an example', () => {
  it('stand in no frame, nor does a number that may be one', () => {
    const settings = RULES.filter(
      ({ category, level }) => category === 'security' && level !== 'project',
    ).flatMap((rule) =>
      Object.entries(examplesOf(rule)).flatMap(([platform, { bad }]) =>
        bad.flatMap((example) => {
          const { findings, frames } = createEngine([{ ...rule, preset: 'recommended' } as Rule]).validate({
            bytes: exampleFile(platform as Platform, example),
            filename: 'example',
            platform: platform as Platform,
            ruleset: 'default',
            findingsMax: 100,
            keepsFrames: true,
          });
          return findings.map(({ id }) => frames!.get(id)?.setting?.value ?? '');
        }),
      ),
    );
    assert.ok(settings.filter((value) => value.includes('…')).length > 80, String(settings.length));
    // Names and operators alone: neither long numbers nor texts in quotes.
    assert.deepEqual(
      settings.filter((value) => /\d{3}|"/.test(value.replaceAll('"…"', ''))),
      [],
    );
  });
});

describe('names of settings', () => {
  const key = 'ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5';
  for (const name of [`inputs.headers.${key}`, `inputs.body.${key}/x`, `inputs.${'a'.repeat(600)}${key}`])
    it(`show no secret: ${name.slice(0, 20)}`, () => {
      const label = settingLabel(name).replaceAll(' ', '').toLowerCase();
      assert.ok(!label.includes('ab3de5'), label);
    });
});

const literal = (text: string): Value => ({ at: 0, owner: 0, name: '', text, expression: undefined });

describe('the shown value of a setting', () => {
  const isDeclared = (name: string): boolean => name === 'pin';
  it('is no number of a symbol whose type is a secret, nor a long one in a finding about security', () => {
    const shown = (type: string, isSensitive: boolean): string =>
      shownValue(literal('4711'), { name: 'Text', type, isSensitive, isDeclared });
    assert.deepEqual(
      [shown('text', false), shown('password', false), shown('text', true)],
      ['4711', '"…"', '"…"'],
    );
  });

  for (const [name, text, shown] of [
    ['Enabled', 'True', 'True'],
    ['TimeoutMS', '30000', '30000'],
    ['Level', 'Info', 'Info'],
    ['inputs.method', 'POST', 'POST'],
    ['Text', 'hunter2', '"…"'],
    ['Password', '471108', '"…"'],
    ['inputs.password', 'True', '"…"'],
    ['Password.Text', '471108', '"…"'],
    ['Url', 'https://example.com/?key=1', '"…"'],
    ['Text', '', 'empty'],
  ] as const)
    it(`of ${name} = ${JSON.stringify(text)} is ${shown}`, () => {
      assert.equal(shownValue(literal(text), { name, type: '', isSensitive: false, isDeclared }), shown);
    });
});
