/** Budget of a file for all conditions and patterns of a policy: hundreds of rules, each within its own limit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packPolicy } from '../../../src/analysis/engine/policies/task-policy.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { BUILTIN_GATE, type CustomRule, type EffectivePolicy } from '../../../src/analysis/model/policy.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { processorMsOf } from '../../support/processor-time.ts';

const engine = createEngine(RULES);
const STOPPED = /more work than they may take on one file/;

type Where = Pick<CustomRule, 'on' | 'where'>;

function policyOf(count: number, whereOf: (index: number) => Where, options = {}): EffectivePolicy {
  const custom = Array.from(
    { length: count },
    (_, index): CustomRule => ({
      id: `ACME-REL-${String(index + 1).padStart(3, '0')}`,
      title: 'Old host',
      severity: 'critical',
      category: 'reliability',
      kind: 'issue',
      platforms: ['uipath'],
      why: 'It goes away.',
      fix: 'Call the new one.',
      message: 'Found.',
      params: {},
      ...whereOf(index),
    }),
  );
  return {
    name: 'test@1.0.0',
    detection: { rules: { ...Object.fromEntries(custom.map(({ id }) => [id, {}])), ...options }, custom },
    judgement: { severities: {}, overrides: [], tags: {}, gate: BUILTIN_GATE },
  };
}

const messages = (texts: readonly string[]): string =>
  `<Sequence>${texts.map((text) => `<ui:LogMessage Message="${text}" />`).join('')}</Sequence>`;

/** Letters in an order that makes a pattern with counted repetitions remember ever new states. */
function letters(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state < 0x40000000 ? 'a' : 'b';
  }).join('');
}

function validate(
  policy: EffectivePolicy,
  fragment: string,
): { readonly report: Report; readonly ms: number } {
  const bytes = Buffer.from(uipath.snippet(fragment));
  let report: Report | undefined;
  const json = JSON.stringify(policy);
  const ms = processorMsOf(() => {
    report = engine.validate({
      bytes,
      filename: 'Main.xaml',
      path: 'Main.xaml',
      platform: 'uipath',
      ruleset: packPolicy(json, json),
      findingsMax: 100,
    });
  });
  return { report: report!, ms };
}

function requireStopped({ report, ms }: ReturnType<typeof validate>): void {
  const stopped = report.ruleErrors.filter(({ message }) => STOPPED.test(message));
  assert.ok(stopped.length > 0, JSON.stringify(report.ruleErrors[0]));
  // Each of them is a finding as severe as the rule.
  assert.ok(report.summary.critical >= report.ruleErrors.length);
  assert.ok(ms < 15_000, `${ms} ms`);
}

describe('the rules of a pack together', () => {
  it('are stopped, with their severities, when patterns make ever new states on 100 kB', () => {
    const policy = policyOf(60, (index) => ({
      on: 'activity',
      where: `node.lit("Message").matches("a[ab]{${100 + index}}[cd]")`,
    }));
    requireStopped(validate(policy, messages([letters(100_000)])));
  });
  it('are stopped on many texts of together 1 MB', () => {
    const policy = policyOf(200, (index) => ({
      on: 'activity',
      where: `node.lit("Message").matches("a.{${10 + (index % 20)}}[#%${String.fromCharCode(65 + (index % 26))}]")`,
    }));
    const texts = Array.from({ length: 1_000 }, (_, index) => letters(1_000 + index).slice(index));
    requireStopped(validate(policy, messages(texts)));
  });
  it('are stopped when conditions look through the same list again and again', () => {
    const conditions = Array.from({ length: 90 }, (_, index) => `a.name != "n${index}"`).join(' && ');
    const policy = policyOf(500, (index) => ({
      on: 'workflow',
      where: `workflow.activities.exists(a, a.depth < 0 && a.name == "${index}" || !(${conditions}))`,
    }));
    requireStopped(validate(policy, messages(Array.from({ length: 3_000 }, () => 'x'))));
  });
  it('are stopped at the same place however often the file was analysed before', () => {
    const policy = policyOf(30, (index) => ({
      on: 'activity',
      where: `node.lit("Message").matches("b[ab]{${100 + index}}[cd]")`,
    }));
    const fragment = messages([letters(100_000)]);
    const failed = () => validate(policy, fragment).report.ruleErrors.map(({ ruleId }) => ruleId);
    const first = failed();
    assert.ok(first.length > 0);
    assert.deepEqual(failed(), first);
  });
  it('are all evaluated on 1 MB of ordinary texts', () => {
    const policy = policyOf(100, (index) => ({
      on: 'activity',
      where: `node.lit("Message").matches("(?i)(old|legacy)-srv${index}\\\\b")`,
    }));
    const texts = Array.from({ length: 5_000 }, () =>
      'The quick brown fox jumps over the lazy dog. '.repeat(4),
    );
    assert.deepEqual(validate(policy, messages(texts)).report.ruleErrors, []);
  });
});

describe('a pattern in an option of a rule of the product', () => {
  it('counts too, and is stopped with the severity of its rule', () => {
    const policy = policyOf(0, () => ({ on: 'activity', where: '' }), {
      'UIP-NMG-001': { pattern: '^(?:a|b)*a(?:a|b){300}[cd]', maxLength: 100_000 },
    });
    const { detection, ...rest } = policy;
    const variables = Array.from(
      { length: 200 },
      (_, index) => `<Variable x:TypeArguments="x:String" Name="${letters(20_000 + index).slice(index)}" />`,
    ).join('');
    const fragment = `<Sequence><Sequence.Variables>${variables}</Sequence.Variables></Sequence>`;
    const { report } = validate({ ...rest, detection: { rules: detection.rules } }, fragment);
    assert.deepEqual(
      report.ruleErrors.map(({ ruleId }) => ruleId),
      ['UIP-NMG-001'],
    );
    assert.match(report.ruleErrors[0]!.message, STOPPED);
    assert.equal(report.findings.filter(({ ruleId }) => ruleId === 'XPL-ENG-002').length, 1);
  });
});
