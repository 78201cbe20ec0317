/** `flowarden rules` and `flowarden explain`. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Rule } from '../../src/analysis/model/rule.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { requireRule } from '../../src/cli/rules/find-rule.ts';
import { runCommand } from '../support/cli/run-command.ts';

const ROOT = join(import.meta.dirname, '../..');

function flowarden(...args: readonly string[]) {
  const { status, stdout, stderr } = runCommand(args, { cwd: ROOT });
  return { code: status, out: stdout, err: stderr };
}

describe('flowarden rules', () => {
  it('lists the rules of a platform and a ruleset as JSON, by id', () => {
    const { code, out } = flowarden(
      'rules',
      '--platform',
      'uipath',
      '--ruleset',
      'strict',
      '--format',
      'json',
    );
    assert.equal(code, 0);
    const wanted = RULES.filter(
      ({ platforms, preset, needsOneOf }) =>
        platforms.includes('uipath') && preset !== 'opt-in' && needsOneOf === undefined,
    );
    assert.deepEqual(
      JSON.parse(out).map(({ ruleId }: { ruleId: string }) => ruleId),
      wanted.map(({ id }) => id).sort(),
    );
  });

  it('rejects an unknown platform with the nearest name', () => {
    const { code, err } = flowarden('rules', '--platform', 'uipaht');
    assert.equal(code, 2);
    assert.match(err, /--platform "uipaht" is unknown\. Did you mean "uipath"\?/);
  });
});

describe('flowarden explain', () => {
  it('says why a rule matters, how to fix its findings, and what it looks like', () => {
    const { code, out } = flowarden('explain', 'uip-sec-001');
    assert.equal(code, 0);
    const rule = requireRule(RULES, 'UIP-SEC-001');
    for (const text of [rule.title, `Why: ${rule.why}`, `Fix: ${rule.fix}`, 'CWE-798', 'Breaks it (UiPath):'])
      assert.ok(out.includes(text), text);
  });

  it('names the rules for a check of a vendor, by its code in any case', () => {
    const { code, out } = flowarden('explain', 'st-dbp-002');
    assert.equal(code, 0);
    assert.match(
      out,
      /^ST-DBP-002, UiPath Workflow Analyzer: too many arguments\nHere one rule reports it: UIP-MNT-004\.\n/,
    );
    assert.match(out, /^UIP-MNT-004: /m);
    assert.match(flowarden('explain', 'UI-PRR-003').out, /UIP-PRF-005/);
    assert.match(
      flowarden('explain', 'UIP-MNT-004').out,
      /^Checks of vendors: ST-DBP-002 \(UiPath Workflow Analyzer\)$/m,
    );
  });

  it('says of a check without a rule that there is none', () => {
    const { code, out } = flowarden('explain', 'ST-NMG-004');
    assert.equal(code, 0);
    assert.match(out, /^No rule reports it here\.$/m);
  });

  it('explains a finding by its id, with its place', () => {
    const { out: report } = flowarden('validate', 'samples/uipath', '--format', 'jsonl');
    const { id, ruleId, line, description } = JSON.parse(report.split('\n')[0]!);
    const { code, out } = flowarden('explain', id, 'samples/uipath');
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^Main\\.xaml:${line}:\\d+ \\w+ ${ruleId}\n`));
    assert.ok(out.includes(description));
  });

  it('ends with 2 for a finding that is not there', () => {
    const { code, err } = flowarden('explain', '00000000-0000-4000-8000-000000000000', 'samples/uipath');
    assert.equal(code, 2);
    assert.match(err, /There is no finding 0{8}-.* in "samples\/uipath"\. It may be fixed/);
  });

  it('prints the facts of an activity', () => {
    const { code, out } = flowarden('explain', 'writerangex');
    assert.equal(code, 0);
    assert.match(
      out,
      /^WriteRangeX: activity of UiPath\.Excel\.Activities 3\.6\nHas to stand in: Use Excel File\n/,
    );
    assert.match(out, /\n {2}Source, DataTable, required\n/);
    assert.match(
      out,
      /\nSource: activity-docs\/UiPath\.Excel\.Activities\/3\.6\/activities\/WriteRangeX\.md/,
    );
  });

  it('rejects an unknown rule with the nearest id', () => {
    assert.throws(() => requireRule(RULES, 'UIP-SEC-0O1'), /Did you mean "UIP-SEC-001"\?.*`flowarden rules`/);
  });

  it('finds a rule by an id that it had before', () => {
    const renamed: Rule = { ...RULES[0]!, replaces: ['UIP-OLD-001'] };
    assert.equal(requireRule([...RULES, renamed], 'uip-old-001'), renamed);
  });
});
