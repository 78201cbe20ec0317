/** The place of a mistake: rules that report an element and a part of it report one mistake. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { everyFinding } from '../../../src/analysis/engine/findings/mistakes.ts';
import { scoreOf } from '../../../src/analysis/engine/score.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import { furtherPlaces } from '../../../src/analysis/report/further-places.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { exampleFile } from '../../support/files/example-file.ts';

function run(platform: Platform, example: string, ...ruleIds: readonly string[]): Report {
  const rules = RULES.filter(({ id }) => ruleIds.includes(id));
  assert.equal(rules.length, ruleIds.length);
  return createEngine(rules).validate({
    bytes: exampleFile(platform, example),
    filename: 'example',
    platform,
    ruleset: 'strict',
    findingsMax: 1_000,
    today: '2026-03-02',
  });
}

/** Rules of each mistake, the one that is listed first. */
const mistakes = ({ findings }: Report) =>
  findings.map(({ sameMistake, ruleId }) => sameMistake?.map((finding) => finding.ruleId) ?? [ruleId]);

const item = (name: string, value: string): string =>
  `<stage stageid="item ${name}" name="${name}" type="Data"><datatype>text</datatype><initialvalue>${value}</initialvalue></stage>`;
const when = (name: string, expression: string, actions = ''): string =>
  `"${name}": {"type": "If", "expression": ${expression}, "actions": {${actions}}, "runAfter": {}}`;
const FIXED = '{"not": {"equals": [1, 1]}}';

describe('a data item and its value', () => {
  const both = (example: string) => run('blue-prism', example, 'BPR-SEC-001', 'BPR-SEC-003');

  it('are one mistake: a secret that everyone can read, in an item of type text', () => {
    const report = both(item('Database Password', 'Sommer-2024'));
    assert.deepEqual(mistakes(report), [['BPR-SEC-001', 'BPR-SEC-003']]);
    assert.equal(report.score, scoreOf(everyFinding(report.findings)));
  });

  it('are one mistake for each item', () => {
    const report = both(item('Database Password', 'Sommer-2024') + item('Mail Password', 'Winter-2023'));
    assert.deepEqual(mistakes(report), [
      ['BPR-SEC-001', 'BPR-SEC-003'],
      ['BPR-SEC-001', 'BPR-SEC-003'],
    ]);
  });

  it('leave the type alone where the value is no secret', () => {
    const report = both(item('Database Password', 'changeme'));
    assert.deepEqual(mistakes(report), [['BPR-SEC-003']]);
    assert.equal(report.findings[0]!.dedupeGroup, 'plain-credential');
  });
});

describe('a condition and its part', () => {
  const both = (actions: string) => run('power-automate', actions, 'PAF-REL-013', 'PAF-REL-024');

  it('are one mistake: fixed values in a condition that never changes', () => {
    const report = both(when('Check', FIXED));
    assert.deepEqual(mistakes(report), [['PAF-REL-024', 'PAF-REL-013']]);
    const places = report.findings.flatMap(furtherPlaces).map(({ path }) => path);
    assert.deepEqual(
      places.map((path) => path.slice(path.lastIndexOf('/'))),
      ['/Check'],
    );
  });

  it('are two mistakes in a condition inside another one', () => {
    const report = both(when('Check', FIXED, when('Again', FIXED)));
    assert.deepEqual(mistakes(report), [
      ['PAF-REL-024', 'PAF-REL-013'],
      ['PAF-REL-024', 'PAF-REL-013'],
    ]);
  });
});

describe('a stage and the expression in it that is logged', () => {
  it('are one mistake: a value of a password item that a calculation stores as text', () => {
    const example = `<stage stageid="p" name="Erp Login" type="Data"><datatype>password</datatype></stage>
      <stage stageid="t" name="Access Token" type="Data"><datatype>text</datatype></stage>
      <stage stageid="a" name="Get login" type="Action"><loginhibit/><onsuccess>b</onsuccess>
        <resource object="Blueprism.Automate.clsCredentialsActions" action="Get"/>
        <inputs><input type="text" name="Credentials Name" expr="&quot;Erp&quot;"/></inputs>
        <outputs><output type="password" name="Password" stage="Erp Login"/></outputs></stage>
      <stage stageid="b" name="Open" type="Calculation"><loginhibit/><onsuccess>c</onsuccess>
        <calculation expression="[Erp Login]" stage="Access Token"/></stage>
      <stage stageid="c" name="Set Header" type="Calculation"><onsuccess>end</onsuccess>
        <calculation expression="&quot;Bearer &quot; &amp; [Access Token]" stage="Header"/></stage>`;
    assert.deepEqual(mistakes(run('blue-prism', example, 'BPR-SEC-012', 'XPL-SEC-005')), [
      ['BPR-SEC-012', 'XPL-SEC-005'],
    ]);
  });
});
