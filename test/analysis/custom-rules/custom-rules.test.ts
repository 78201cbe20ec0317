/** Custom rules in the engine: their conditions, their limits, and what the engine skips for them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compileCustomRule,
  customRuleProblems,
  describeCustomRule,
} from '../../../src/analysis/custom-rules/compile-rule.ts';
import { packPolicy } from '../../../src/analysis/engine/policies/task-policy.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { BUILTIN_GATE, type CustomRule, type EffectivePolicy } from '../../../src/analysis/model/policy.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import { defaultsOf } from '../../../src/analysis/model/rule-option.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { processorMsOf } from '../../support/processor-time.ts';

const HOSTS = { hosts: { default: ['erp-old.corp.example'], about: 'Hosts.', stricter: 'longer' } } as const;

function ruleOf(where: string, more: Partial<CustomRule> = {}): CustomRule {
  return {
    id: 'ACME-REL-001',
    title: 'Old ERP must be reached through the gateway',
    severity: 'high',
    category: 'reliability',
    kind: 'issue',
    platforms: ['uipath'],
    why: 'It goes away.',
    fix: 'Use the gateway.',
    on: 'activity',
    where,
    message: 'Found "{workflow.name}".',
    params: HOSTS,
    ...more,
  };
}

const engine = createEngine(RULES);
let policies = 0;
function validate(rule: CustomRule, fragment: string, options = {}) {
  const policy: EffectivePolicy = {
    name: 'test@1.0.0',
    detection: { rules: { [rule.id]: options }, custom: [rule] },
    judgement: { severities: {}, overrides: [], tags: {}, gate: BUILTIN_GATE },
  };
  policies += 1;
  const isFlow = rule.platforms[0] === 'power-automate';
  const filename = isFlow ? 'flow.json' : 'Main.xaml';
  return engine.validate({
    bytes: Buffer.from((isFlow ? powerAutomate : uipath).snippet(fragment)),
    filename,
    path: filename,
    platform: isFlow ? 'power-automate' : 'uipath',
    ruleset: packPolicy(JSON.stringify(policy), String(policies)),
    findingsMax: 100,
  });
}
const found = (rule: CustomRule, fragment: string, options = {}) =>
  validate(rule, fragment, options).findings.filter(({ ruleId }) => ruleId === rule.id);

const CALL = (host: string, name = 'Call ERP') =>
  `<ui:HttpClient DisplayName="${name}" EndPoint="http://${host}/orders" />`;
const SEQUENCE = (inner: string, name = 'Main') => `<Sequence DisplayName="${name}">${inner}</Sequence>`;

describe('a custom rule', () => {
  const rule = ruleOf(
    'node.role in ["http", "ui", "database"] && node.host in params.hosts && !node.ancestors.exists(a, a.name == "Gateway")',
    { message: '"{node.name}" calls {node.host} directly.' },
  );
  it('reports the subjects that its condition holds for, in the words of its author', () => {
    const [finding, ...others] = found(rule, SEQUENCE(CALL('erp-old.corp.example')));
    assert.deepEqual(others, []);
    assert.equal(finding?.description, '"Call ERP" calls erp-old.corp.example directly. It goes away.');
    assert.equal(finding?.severity, 'high');
    assert.equal(finding?.detectorId, `ACME-REL-001@${describeCustomRule(rule).textDigest}`);
    assert.equal(finding?.location.names.at(-1), 'Call ERP');
  });
  it('reports no subject that the condition does not hold for', () => {
    assert.deepEqual(found(rule, SEQUENCE(CALL('erp-new.corp.example'))), []);
    assert.deepEqual(found(rule, SEQUENCE(CALL('erp-old.corp.example'), 'Gateway')), []);
    assert.deepEqual(found(rule, SEQUENCE('<ui:LogMessage Message="http://erp-old.corp.example" />')), []);
  });
  it('has the options of its policy', () => {
    const fragment = SEQUENCE(CALL('other.example'));
    assert.equal(found(rule, fragment, { hosts: ['other.example'] }).length, 1);
    assert.equal(found(rule, fragment, { hosts: [] }).length, 0);
  });
  it('looks at symbols, calls and the workflow as a whole too', () => {
    const variable = `<Sequence><Sequence.Variables><Variable x:TypeArguments="x:String" Name="strTotal" Default="x"/></Sequence.Variables></Sequence>`;
    const symbol = ruleOf('symbol.kind == "variable" && !symbol.name.matches("^str[A-Z]")', { on: 'symbol' });
    assert.equal(found(symbol, variable).length, 0);
    assert.equal(found(symbol, variable.replace('strTotal', 'total')).length, 1);
    const called = ruleOf('call.target.endsWith("Legacy.xaml")', { on: 'call' });
    assert.equal(found(called, '<ui:InvokeWorkflowFile WorkflowFileName="a/Legacy.xaml" />').length, 1);
    const whole = ruleOf('workflow.activities.filter(a, a.role == "log").size() < 1', { on: 'workflow' });
    assert.equal(found(whole, SEQUENCE('<ui:LogMessage Message="x" />')).length, 0);
    assert.equal(found(whole, SEQUENCE(CALL('a.example'))).length, 1);
  });
  it('looks at expressions: what they call, with which arguments, and what each run computes', () => {
    const onExpression = (where: string, message = 'Found.') =>
      ruleOf(where, { on: 'expression', platforms: ['power-automate'], message });
    const request = (uri: string) => `"Read": {"type": "Http", "inputs": {"method": "GET", "uri": "${uri}"}}`;
    const computed = request("@concat('https://erp-old', '.example/', triggerBody()?['id'])");
    const fixed = request("@concat('https://erp-old', '.example')");
    const joins = onExpression(
      'expression.calls.exists(c, c.name == "concat" && !c.creates && c.arguments.exists(a, a.value.contains("erp-old")))',
      '"{expression.node.name}" joins the old address in "{expression.name}".',
    );
    const [finding] = found(joins, computed);
    assert.equal(finding?.description, '"Read" joins the old address in "inputs.uri". It goes away.');
    assert.equal(found(joins, request('https://erp-old.example')).length, 0);
    const value = onExpression('expression.value == "https://erp-old.example"');
    assert.deepEqual([found(value, fixed).length, found(value, computed).length], [1, 0]);
    const dynamic = onExpression('expression.dynamic && expression.language == "workflow-definition"');
    assert.deepEqual([found(dynamic, fixed).length, found(dynamic, computed).length], [0, 1]);
    const within = onExpression('expression.node.role == "http" && expression.reads("trigger")');
    assert.deepEqual([found(within, fixed).length, found(within, computed).length], [0, 1]);
  });
  it('looks at assignments: names that get values in settings, variables, headers and texts', () => {
    const onAssignment = (where: string, message = 'Found.') =>
      ruleOf(where, { on: 'assignment', platforms: ['power-automate'], message });
    const call = (more: string) =>
      `"Call": {"type": "Http", "inputs": {"method": "POST", "uri": "https://a.example", ${more}}}`;
    const tenant = onAssignment(
      'lower(assignment.name) in ["tenant", "x-tenant"] && assignment.value == "test"',
      '"{assignment.node.name}" sets {assignment.name} by {assignment.via} in {assignment.setting}.',
    );
    const places = [
      call('"headers": {"X-Tenant": "test"}'),
      call('"body": {"tenant": "test"}'),
      call(`"body": "{\\"user\\": \\"@{triggerBody()?['user']}\\", \\"tenant\\": \\"test\\"}"`),
      call('"body": "<Login><Tenant>test</Tenant></Login>"'),
      `"Set": {"type": "SetVariable", "inputs": {"name": "tenant", "value": "@concat('te', 'st')"}}`,
      `"Start": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "tenant", "type": "string", "value": "test"}]}}`,
    ].map((fragment) => found(tenant, fragment).map(({ description }) => description));
    assert.deepEqual(
      places.flat().map((description) => description.replace(' It goes away.', '')),
      [
        '"Call" sets X-Tenant by header in inputs.headers.X-Tenant.',
        '"Call" sets tenant by json in inputs.body.tenant.',
        '"Call" sets tenant by json in inputs.body.',
        '"Call" sets Tenant by xml in inputs.body.',
        '"Set" sets tenant by variable in inputs.value.',
        '"Start" sets tenant by default in tenant.',
      ],
    );
    const computed = onAssignment('assignment.name == "tenant" && assignment.dynamic');
    const ofTrigger = call(`"body": {"tenant": "@triggerBody()?['tenant']"}`);
    assert.deepEqual(
      [found(computed, ofTrigger).length, found(computed, call('"body": {"tenant": "test"}')).length],
      [1, 0],
    );
    // Each member of one text is a problem of its own.
    const both = onAssignment('assignment.via == "json" && assignment.value == "test"');
    assert.equal(found(both, call('"body": "{\\"a\\": \\"test\\", \\"b\\": \\"test\\"}"')).length, 2);
  });
  it('reads fixed and computed settings', () => {
    const fixed = ruleOf('node.lit("EndPoint").startsWith("http://")');
    const computed = ruleOf('node.dyn("EndPoint")');
    const dynamic = '<ui:HttpClient EndPoint="[strUrl]" />';
    assert.deepEqual([found(fixed, CALL('a.example')).length, found(fixed, dynamic).length], [1, 0]);
    assert.deepEqual([found(computed, CALL('a.example')).length, found(computed, dynamic).length], [0, 1]);
    assert.equal(found(ruleOf('node.reads("strURL")'), dynamic).length, 1);
  });
  it('reads the domains of mail addresses', () => {
    const rule = ruleOf('domain(node.lit("To")) == "other.example"');
    const mail = (to: string) => `<ui:SendOutlookMail To="${to}" />`;
    assert.equal(found(rule, mail('Jo &lt;jo@Other.example&gt;')).length, 1);
    assert.equal(found(rule, mail('jo@corp.example')).length, 0);
    assert.equal(found(rule, mail('other.example')).length, 0);
  });
  it('skips parts that are switched off', () => {
    const off = `<ui:CommentOut><ui:CommentOut.Body>${SEQUENCE(CALL('erp-old.corp.example'))}</ui:CommentOut.Body></ui:CommentOut>`;
    assert.deepEqual(found(rule, off), []);
  });
});

describe('the limits of a custom rule', () => {
  const many = SEQUENCE('<ui:LogMessage Message="x" />'.repeat(300));
  it('stop a condition that takes too long, which counts with its severity', () => {
    const rule = ruleOf(
      'workflow.activities.all(a, workflow.activities.all(b, workflow.activities.all(c, a.name == b.name || c.depth >= 0)))',
      { on: 'workflow', severity: 'critical' },
    );
    const report = validate(rule, many);
    assert.deepEqual(
      report.ruleErrors.map(({ ruleId }) => ruleId),
      ['ACME-REL-001'],
    );
    assert.match(report.ruleErrors[0]!.message, /more steps than a custom rule may take/);
    const [notice] = report.findings.filter(({ ruleId }) => ruleId === 'XPL-ENG-002');
    assert.equal(notice?.severity, 'critical');
  });
  it('stop a condition of a thousand million steps on a large file, and count its severity', () => {
    const large = SEQUENCE('<ui:LogMessage Message="x" />'.repeat(1_000));
    const each = (inner: string, name: string) => `workflow.activities.all(${name}, ${inner})`;
    const where = each(each(each('a.depth >= 0 || b.depth >= 0 || c.depth >= 0', 'c'), 'b'), 'a');
    const report = validate(ruleOf(where, { on: 'workflow', severity: 'critical' }), large);
    assert.match(report.ruleErrors[0]?.message ?? 'no error', /more steps than a custom rule may take/);
    assert.equal(report.summary.critical, 1);
  });
  it('stop what is short for each of many subjects but long for the file', () => {
    const large = SEQUENCE('<ui:LogMessage Message="x" />'.repeat(1_500));
    const rule = ruleOf('workflow.activities.all(a, a.depth >= 0) && node.depth < 0', { severity: 'high' });
    const report = validate(rule, large);
    assert.match(report.ruleErrors[0]?.message ?? 'no error', /more steps than a custom rule may take/);
    assert.equal(report.findings.find(({ ruleId }) => ruleId === 'XPL-ENG-002')?.severity, 'high');
  });
  it('counts the settings that it looks through as steps', () => {
    const settings = Array.from({ length: 4_000 }, (_, i) => `A${i}="b"`).join(' ');
    const condition = ruleOf('node.properties.exists(p, node.lit("Missing") == p.text)');
    const { ruleErrors } = validate(condition, `<ui:HttpClient ${settings} />`);
    assert.match(ruleErrors[0]?.message ?? 'no error', /more steps/);
  });
  it('count the parts of an expression as steps', () => {
    const long = `@concat(${Array.from({ length: 3_000 }, (_, i) => `string(${i})`).join(', ')})`;
    const flow = `"Join": {"type": "Compose", "inputs": "${long}"}`;
    const where = 'expression.calls.all(c, c.arguments.all(a, expression.calls.size() > 0))';
    const rule = ruleOf(where, { on: 'expression', platforms: ['power-automate'] });
    assert.match(validate(rule, flow).ruleErrors[0]?.message ?? 'no error', /more steps/);
  });
  it('count characters times instructions of a pattern as steps, with its severity, before it runs', () => {
    const text = 'ab'.repeat(500_000);
    const step = `<ui:LogMessage Message="${text}" />`;
    const rule = ruleOf('node.lit("Message").matches("(?:a|b)*a.{15}[#%]")', { severity: 'critical' });
    let report: Report | undefined;
    const ms = processorMsOf(() => {
      report = validate(rule, step);
    });
    assert.match(report?.ruleErrors[0]?.message ?? 'no error', /more steps than a custom rule may take/);
    assert.equal(report?.summary.critical, 1);
    // The pattern takes some seconds on this text.
    assert.ok(ms < 2_000, `${ms} ms`);
  });
  it('let an ordinary pattern read long texts', () => {
    const step = `<ui:LogMessage Message="${'lorem ipsum dolor '.repeat(5_500)}" />`;
    const words = '(?i)(password|passwd|pwd|secret|token|key)\\\\s*[:=]\\\\s*[A-Za-z0-9_-]{8,64}';
    assert.deepEqual(validate(ruleOf(`node.lit("Message").matches("${words}")`), step).ruleErrors, []);
  });
  it('count the work of a search for a text of the workflow', () => {
    const half = 'a'.repeat(100_000);
    const step = `<ui:LogMessage Message="${half}${half}" Text="${half}b${half}" />`;
    const rule = ruleOf('node.lit("Message").contains(node.lit("Text"))');
    assert.match(validate(rule, step).ruleErrors[0]?.message ?? 'no error', /more steps/);
  });
  it('count the characters of texts that are compared', () => {
    const long = 'x'.repeat(40_000);
    const steps = `<ui:LogMessage Message="${long}" />`.repeat(60);
    const each = (inner: string, name: string) => `workflow.activities.all(${name}, ${inner})`;
    const rule = ruleOf(each(each('a.lit("Message") == b.lit("Message") || a.name != ""', 'b'), 'a'), {
      on: 'workflow',
    });
    assert.match(validate(rule, SEQUENCE(steps)).ruleErrors[0]?.message ?? 'no error', /more steps/);
  });
  it('do not stop a short condition on many subjects', () => {
    assert.deepEqual(validate(ruleOf('node.name == "y"'), many).ruleErrors, []);
  });
});

describe('a condition', () => {
  const problem = (where: string, more: Partial<CustomRule> = {}) =>
    customRuleProblems(ruleOf(where, more)).map(({ field, message }) => `${field}: ${message}`);
  it('is checked against the types of its subject', () => {
    assert.deepEqual(problem('node.nam == "x"'), ['where: No such key: nam.']);
    assert.match(problem('node.name == 1')[0]!, /^where: no such overload/);
    assert.match(problem('node.name')[0]!, /It has the type string; it must be bool/);
    assert.match(problem('nod.name == "x"')[0]!, /^where: Unknown variable: nod/);
    assert.match(problem('params.maximum > 1')[0]!, /maximum/);
    assert.match(problem('node.name == ')[0]!, /Unexpected token/);
    assert.match(problem('call.target == ""')[0]!, /Unknown variable: call/);
  });
  it('has no function that builds texts or lists, or takes unbounded time', () => {
    for (const where of [
      'node.name + "x" == "y"',
      'node.children.map(c, c.name).size() > 0',
      'node.children[0].name == "x"',
      'node.name.matches("(?=a)")',
      'node.name.matches(node.type)',
      'node.depth * 2 > 3',
      'node.ancestors == node.children',
      'timestamp("2020-01-01T00:00:00Z") == timestamp("2020-01-01T00:00:00Z")',
      'string(node.depth) == "1"',
      '{"a": true}["a"]',
    ])
      assert.equal(problem(where).length, 1, where);
  });
  it('shows names in messages alone', () => {
    assert.deepEqual(problem('true', { message: '{node.name} {params.hosts} {workflow.name}' }), []);
    assert.match(problem('true', { message: '{node.prop("Password")}' })[0]!, /may show a secret/);
    assert.match(problem('true', { message: '{node.nme}' })[0]!, /^message: No such key: nme/);
    const on = 'expression';
    assert.deepEqual(problem('true', { on, message: '{expression.node.name} {expression.name}' }), []);
    const message = '{assignment.name} {assignment.via} {assignment.setting} {assignment.node.type}';
    assert.deepEqual(problem('true', { on: 'assignment', message }), []);
    assert.equal(problem('true', { on: 'assignment', message: '{assignment.value}' }).length, 1);
    for (const secret of ['expression.text', 'expression.value', 'expression.node.host.size()'])
      assert.equal(problem('true', { on, message: `{${secret}}` }).length, 1, secret);
  });
});

describe('the engine', () => {
  const compiled = (where: string, more: Partial<CustomRule> = {}) => {
    const rule = ruleOf(where, more);
    const { level, roles, types, words } = compileCustomRule(rule, defaultsOf(rule.params));
    return { level, roles, types, words };
  };
  it('skips activities that cannot match', () => {
    assert.deepEqual(compiled('node.role in ["http", "ui"] && node.host in params.hosts'), {
      level: 'activity',
      roles: ['http', 'ui'],
      types: undefined,
      words: ['example', '\\u', '\\x'],
    });
    assert.deepEqual(compiled('node.type == "InvokeCode" || node.type == "Script"').types, [
      'InvokeCode',
      'Script',
    ]);
    assert.deepEqual(
      compiled('lower(node.name).contains("legacy") || node.prop("Url") == "x://old-erp"').words,
      ['legacy', 'old', '\\u', '\\x'],
    );
  });
  it('skips settings without the names of assignments that they need', () => {
    const words = (where: string) => compiled(where, { on: 'assignment' }).words;
    assert.deepEqual(words('lower(assignment.name) == "tenant" && assignment.value != ""'), [
      'tenant',
      '\\u',
      '\\x',
    ]);
    assert.equal(words('assignment.value == "tenant"'), undefined);
    assert.equal(words('assignment.via == "header"'), undefined);
  });
  it('skips expressions without the names and texts that they need', () => {
    const words = (where: string) => compiled(where, { on: 'expression' }).words;
    const calls = 'expression.calls.exists(c, lower(c.path) == "environment.exit" || c.name == "Decrypt")';
    assert.deepEqual(words(calls), ['ronment', 'decrypt', '\\u', '\\x']);
    assert.deepEqual(words('expression.text.contains("legacy")'), ['legacy', '\\u', '\\x']);
    assert.equal(words('expression.value == "legacy"'), undefined);
    assert.equal(words('expression.calls.all(c, c.name == "legacy")'), undefined);
    assert.equal(words('expression.node.name == "legacy"'), undefined);
  });
  it('looks at texts whose letters are escapes in the code', () => {
    const escaped = (text: string) =>
      SEQUENCE(`<ui:LogMessage DisplayName="Log"><ui:LogMessage.Message><InArgument x:TypeArguments="x:String">
        <mca:CSharpValue xmlns:mca="clr-namespace:Microsoft.CSharp.Activities;assembly=System.Activities" x:TypeArguments="x:String">"${text}"</mca:CSharpValue>
      </InArgument></ui:LogMessage.Message></ui:LogMessage>`);
    const rule = ruleOf('node.lit("Message").contains("legacy")');
    for (const text of ['a legacy b', 'a leg\\u0061cy b', 'a \\x6cegacy b', 'a leg\\U00000061cy b'])
      assert.equal(found(rule, escaped(text)).length, 1, text);
  });
  it('looks at all where a part of the condition holds without the text', () => {
    assert.equal(compiled('node.name.contains("legacy") || node.depth > 3').words, undefined);
    assert.equal(compiled('!node.name.contains("legacy")').words, undefined);
    assert.equal(compiled('node.name == "é"').words, undefined);
    assert.equal(compiled('node.name == ""').words, undefined);
  });
});
