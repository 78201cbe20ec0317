/** Rules of packs that follow data: read strictly, tested, bounded, and run within files and across them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { packEffective } from '../../src/policy/built/built-pack.ts';
import { openPack } from '../../src/policy/built/open-pack.ts';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import { failedRuleTests } from '../../src/policy/cases/rule-tests.ts';
import { POLICY_LIMITS } from '../../src/policy/limits.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { build, problemsOf } from '../support/policies/pack-folder.ts';

const IBAN = '<x:Property Name="in_CustomerIban" Type="InArgument(x:String)" />';
const variable = (name: string): string => `<Variable x:TypeArguments="x:String" Name="${name}" />`;
const assign = (to: string, value: string): string =>
  `<Assign DisplayName="Build line"><Assign.To><OutArgument x:TypeArguments="x:String">[${to}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[${value}]</InArgument></Assign.Value></Assign>`;
const steps = (...all: readonly string[]): string => `${IBAN}${variable('line')}${all.join('')}`;
const ASSIGN = assign('line', '&quot;Pay to &quot; + in_CustomerIban');
const LOG = '<ui:LogMessage DisplayName="Write log" Message="[line]" />';

const ruleText = (changes: Readonly<Record<string, string>> = {}): string => {
  const lines: Record<string, string> = {
    kind: 'FlowRule',
    id: 'ACME-PRV-001',
    title: 'IBAN in a log',
    severity: 'high',
    platforms: '[uipath]',
    family: 'personal',
    sinks: '[log]',
    where: 'lower(flow.from.name).endsWith("iban") && !flow.steps.exists(s, s.holder in params.masks)',
    message: `'"{flow.from.name}" reaches the {flow.to.words} of "{flow.to.step}".'`,
    why: 'People read logs.',
    fix: 'Log the number of the invoice.',
    params: '{ masks: { type: texts, default: [masked] } }',
    tests: `
  invalid:
    - snippet: { uipath: '${steps(ASSIGN, LOG)}' }
      message: '"in_CustomerIban" reaches the log message of "Write log".'
  valid:
    - snippet: { uipath: '${steps(ASSIGN)}' }
    - snippet: { uipath: '${steps(ASSIGN, LOG)}' }
      params: { masks: [line] }`,
    ...changes,
  };
  return Object.entries(lines)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
};
const buildRule = (text: string) => build('custom: [rules/*.yaml]\n', { 'rules/a.yaml': text });
const problems = (changes: Readonly<Record<string, string>>) => problemsOf(buildRule(ruleText(changes)));
const TERMS = {
  file: 'a.flowpack',
  trust: undefined,
  engineVersion: '1.0.0',
  rules: RULES,
  now: new Date(0),
};
const engine = createEngine(RULES);
const analyse = async (task: Parameters<typeof engine.validate>[0]) => engine.validate(task);

describe('a rule of a pack that follows data', () => {
  it('passes its tests, and fails them when the condition changes', async () => {
    const { custom } = await buildRule(ruleText());
    assert.deepEqual(await failedRuleTests(custom!, analyse), []);
    const other = await buildRule(ruleText({ where: 'flow.from.name == "other"' }));
    assert.equal((await failedRuleTests(other.custom!, analyse)).length, 1);
  });

  it('needs no condition, and survives the built file', async () => {
    const pack = await buildRule(
      ruleText({
        where: '',
        params: '',
        tests: `
  invalid: [{ snippet: { uipath: '${steps(ASSIGN, LOG)}' } }]
  valid: [{ snippet: { uipath: '${steps(LOG)}' } }]`,
      }),
    );
    const opened = openPack(writePack(pack), TERMS);
    const [rule] = opened.base.policy.detection.custom!;
    assert.deepEqual(rule!.follows, { family: 'personal', sinks: ['log'] });
    assert.equal(rule!.where, 'true');
    const hostile = structuredClone(pack);
    for (const one of [hostile.base.policy.detection.custom![0]!, hostile.custom![0]!.rule])
      delete (one as { follows?: unknown }).follows;
    assert.throws(() => openPack(writePack(hostile), TERMS), /a rule about ways follows data/);
  });

  it('follows data into another file, with the way as its trace', async () => {
    const { base } = await buildRule(ruleText());
    const main = steps(
      ASSIGN,
      '<ui:InvokeWorkflowFile DisplayName="Report" WorkflowFileName="Report.xaml"><ui:InvokeWorkflowFile.Arguments><InArgument x:TypeArguments="x:String" x:Key="in_Text">[line]</InArgument></ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>',
    );
    const report =
      '<x:Members><x:Property Name="in_Text" Type="InArgument(x:String)" /></x:Members><Sequence><ui:LogMessage DisplayName="Write log" Message="[in_Text]" /></Sequence>';
    const { findings } = engine.validate({
      bytes: new Uint8Array(
        exampleFile(
          'uipath',
          `-- project.json --\n{"name":"Robot","main":"Main.xaml"}\n-- Main.xaml --\n${main}\n-- Report.xaml --\n${report}`,
        ),
      ),
      filename: 'robot.zip',
      platform: undefined,
      ruleset: packEffective(base.policy),
      findingsMax: 100,
    });
    const [found] = findings.filter(({ ruleId }) => ruleId === 'ACME-PRV-001');
    assert.equal(found?.trace?.[0]?.file, 'Main.xaml');
    assert.match(found.description, /^"in_CustomerIban" reaches the log message of "Write log"\./);
  });

  it('is rejected with the place of each mistake', async () => {
    const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{ family: '' }, /"family" is missing: a FlowRule needs it/],
      [{ sinks: '' }, /"sinks" is missing/],
      [{ sinks: '[]' }, /sinks/],
      [{ sinks: '[moon]' }, /sinks/],
      [{ on: 'activity' }, /"on" does not belong to a FlowRule/],
      [{ kind: 'Rule' }, /"on" is missing: a Rule needs it/],
      [{ on: 'flow', kind: 'Rule' }, /on/],
      [{ where: 'workflow.name == "x"' }, /workflow/],
      [{ where: 'flow.value == "x"' }, /value/],
      [{ where: `'"text"'` }, /must be bool/],
      [{ message: "'{flow.steps}'" }, /list<FlowStep>/],
    ];
    for (const [changes, expected] of cases) {
      const found = await problems(changes);
      assert.match(found[0] ?? 'no problem', expected);
      assert.match(found[0]!, /^\d+: /);
    }
  });

  it('is one of at most so many', async () => {
    const many = Array.from({ length: POLICY_LIMITS.flowRulesMax + 1 }, (_, index) =>
      ruleText({ id: `ACME-PRV-${String(index).padStart(3, '0')}` }),
    ).join('---\n');
    const [problem] = await problemsOf(buildRule(many));
    assert.match(problem!, /at most 50 rules that follow data, .*; this one has 51/);
  });

  it('counts as not evaluated where its condition takes too long, and no other rule does', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `v${index}`);
    const chain = names.map((name, index) => assign(name, index === 0 ? 'in_CustomerIban' : `v${index - 1}`));
    const file = [...names.map(variable), ...chain, assign('line', 'v11'), LOG];
    const condition = ['a', 'b', 'c', 'd', 'e', 'f'].reduce(
      (inner, name) => `flow.steps.exists(${name}, ${inner})`,
      'flow.sink == "none"',
    );
    const heavy = ruleText({ where: `'${condition}'` });
    const { base } = await buildRule(`${heavy}---\n${ruleText({ id: 'ACME-PRV-002' })}`);
    const { findings, ruleErrors } = engine.validate({
      bytes: new Uint8Array(exampleFile('uipath', steps(...file))),
      filename: 'Main.xaml',
      platform: undefined,
      ruleset: packEffective(base.policy),
      findingsMax: 100,
    });
    assert.deepEqual(
      ruleErrors.map(({ ruleId, message }) => [ruleId, message]),
      [['ACME-PRV-001', 'The condition took more steps than a custom rule may take.']],
    );
    assert.ok(findings.some(({ ruleId }) => ruleId === 'ACME-PRV-002'));
    assert.ok(findings.some(({ ruleId }) => ruleId === 'XPL-ENG-002'));
  });
});
