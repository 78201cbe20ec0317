/** Rows of packs about data flow: sources, sinks, barriers, guards and names, within files and across them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { packEffective } from '../../src/policy/built/built-pack.ts';
import { openPack } from '../../src/policy/built/open-pack.ts';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import { failedRuleTests } from '../../src/policy/cases/rule-tests.ts';
import { parentLocksProblem } from '../../src/policy/check-locks.ts';
import { looserPolicy } from '../../src/policy/compare/looser-policy.ts';
import { followedLines } from '../../src/policy/followed-lines.ts';
import { POLICY_LIMITS } from '../../src/policy/limits.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { build, problemsOf } from '../support/policies/pack-folder.ts';

const engine = createEngine(RULES);
const analyse = async (task: Parameters<typeof engine.validate>[0]) => engine.validate(task);
const TERMS = {
  file: 'a.flowpack',
  trust: undefined,
  engineVersion: '1.0.0',
  rules: RULES,
  now: new Date(0),
};

const variables = (...names: readonly string[]): string =>
  names.map((name) => `<Variable x:TypeArguments="x:String" Name="${name}" />`).join('');
const EMPLOYEE =
  '<acme:GetEmployee xmlns:acme="clr-namespace:Acme;assembly=Acme" DisplayName="Get employee"><acme:GetEmployee.Employee><OutArgument x:TypeArguments="x:String">[person]</OutArgument></acme:GetEmployee.Employee></acme:GetEmployee>';
const TOKENISE =
  '<acme:Tokenise xmlns:acme="clr-namespace:Acme;assembly=Acme" DisplayName="Tokenise" Text="[person]"><acme:Tokenise.Token><OutArgument x:TypeArguments="x:String">[person]</OutArgument></acme:Tokenise.Token></acme:Tokenise>';
const CASE =
  '<acme:CreateCase xmlns:acme="clr-namespace:Acme;assembly=Acme" DisplayName="Create case" Notes="[&quot;About &quot; + person]" />';
const log = (expression: string): string =>
  `<ui:LogMessage DisplayName="Write log" Message="[${expression}]" />`;
const guarded = (step: string): string =>
  `<If DisplayName="Is it public?" Condition="[Directory.IsPublic(person)]"><If.Then><Sequence>${step}</Sequence></If.Then></If>`;

const RULE = `
kind: FlowRule
id: ACME-PRV-010
title: Employee outside
severity: high
platforms: [uipath]
family: personal
sources:
  - { steps: [GetEmployee], settings: [Employee], words: record of an employee }
  - { names: [staff_*], words: number of an employee }
sinks:
  - log
  - { sink: ticket, steps: [CreateCase], settings: [Notes], words: notes of the case }
barriers:
  - { steps: [Tokenise], settings: [Token] }
guards:
  - { functions: [IsPublic] }
message: 'The {flow.from.words} reaches the {flow.to.words} of "{flow.to.step}" ({flow.sink}).'
why: Others read it.
fix: Send the number of the case.
`;
const TESTS = `tests:
  invalid:
    - snippet: { uipath: '${variables('person')}${EMPLOYEE}${CASE}' }
      message: 'The record of an employee reaches the notes of the case of "Create case" (ticket).'
    - snippet: { uipath: '${variables('person')}${EMPLOYEE}${log('person')}' }
    - snippet: { uipath: '<x:Property Name="staff_no" Type="InArgument(x:String)" />${log('staff_no')}' }
      message: 'The number of an employee reaches the log message of "Write log" (log).'
    - snippet: { uipath: '${variables('person')}${EMPLOYEE}${guarded('')}${log('person')}' }
  valid:
    - snippet: { uipath: '${variables('person')}${EMPLOYEE}${TOKENISE}${CASE}' }
    - snippet: { uipath: '${variables('person')}${EMPLOYEE}${guarded(log('person'))}' }
    - snippet: { uipath: '${variables('person')}${EMPLOYEE}' }
    - snippet: { uipath: '<x:Property Name="in_Iban" Type="InArgument(x:String)" />${log('in_Iban')}' }
`;
const buildRule = (text: string, pack = '') =>
  build(`custom: [rules/*.yaml]\n${pack}`, { 'rules/a.yaml': text });
const validate = (policy: Parameters<typeof packEffective>[0], bytes: Uint8Array, filename: string) =>
  engine.validate({ bytes, filename, platform: undefined, ruleset: packEffective(policy), findingsMax: 100 });

describe('rows of a pack about data flow', () => {
  it('give a rule its own sources, sinks, barriers and guards', async () => {
    const { custom } = await buildRule(RULE + TESTS);
    assert.deepEqual(await failedRuleTests(custom!, analyse), []);
  });

  it('name steps of every platform: connector and operation, command, object and action', async () => {
    const flow = (notes: string): string =>
      `"Get person": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_hrsystem", "connectionName": "hr", "operationId": "GetPerson"}, "parameters": {"no": "1"}}, "runAfter": {}},
"Open": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_servicedesk", "connectionName": "sd", "operationId": "OpenCase"}, "parameters": {"body/notes": "${notes}"}}, "runAfter": {"Get_person": ["Succeeded"]}}`;
    const bot = (notes: string): string =>
      `{"commandName": "getPerson", "packageName": "HrBot", "attributes": [], "returnTo": {"type": "VARIABLE", "variableName": "sPerson"}},
{"commandName": "openCase", "packageName": "ServiceDesk", "attributes": [{"name": "notes", "value": {"type": "STRING", "expression": "${notes}"}}]}`;
    const stages = (notes: string): string =>
      `<stage stageid="v1" name="Person" type="Data"><datatype>text</datatype><private /></stage>
<stage stageid="a1" name="Get person" type="Action"><resource object="HR System" action="Get Person" /><outputs><output type="text" name="Person" stage="Person" /></outputs><onsuccess>a2</onsuccess></stage>
<stage stageid="a2" name="Open case" type="Action"><resource object="Service Desk" action="Open Case" /><inputs><input type="text" name="Notes" expr="${notes}" /></inputs><onsuccess>end</onsuccess></stage>`;
    const cases = [
      ['power-automate', flow("About @{body('Get_person')?['name']}"), flow('About a person')],
      ['automation-anywhere', bot('About $sPerson$'), bot('About a person')],
      ['blue-prism', stages('&quot;About &quot; &amp; [Person]'), stages('&quot;About a person&quot;')],
    ] as const;
    const tests = (at: 1 | 2): string =>
      cases.map((one) => `    - snippet: ${JSON.stringify({ [one[0]]: one[at] })}\n`).join('');
    const text = `
kind: FlowRule
id: ACME-PRV-011
title: Person in a case
severity: high
platforms: [power-automate, automation-anywhere, blue-prism]
family: personal
sources:
  - { steps: [hrsystem/GetPerson], settings: [output], words: record of a person }
  - { steps: [HrBot/getPerson, "HR System::Get *"], words: record of a person }
sinks:
  - { sink: ticket, steps: [servicedesk/*, "Service Desk::Open Case"], settings: ["*notes*"], words: notes of a case }
message: 'The {flow.from.words} reaches the {flow.to.words}.'
why: Others read it.
fix: Send the number of the person.
tests:
  invalid:
${tests(1)}  valid:
${tests(2)}`;
    const { custom } = await buildRule(text);
    assert.deepEqual(await failedRuleTests(custom!, analyse), []);
  });

  it('name the trigger of a flow as a source, with or without the beginning that exports give connectors', async () => {
    const host = (connector: string, operation: string) => ({
      apiId: `/providers/Microsoft.PowerApps/apis/shared_${connector}`,
      connectionName: `shared_${connector}`,
      operationId: operation,
    });
    const flow = (connector: string, tweet: string): string =>
      JSON.stringify({
        triggers: {
          'When a row is added': {
            type: 'OpenApiConnectionWebhook',
            inputs: { host: host(connector, 'SubscribeWebhookTrigger'), parameters: {} },
          },
        },
        actions: {
          Post: {
            type: 'OpenApiConnection',
            inputs: { host: host('twitter', 'CreateTweet'), parameters: { tweetText: tweet } },
            runAfter: {},
          },
        },
      });
    const name = "New: @{triggerOutputs()?['body/name']}";
    const snippet = (text: string): string =>
      `    - snippet: ${JSON.stringify({ 'power-automate': text })}\n`;
    const rule = (settings: string, tests: string): string => `
kind: FlowRule
id: ACME-PRV-013
title: Row in public
severity: high
platforms: [power-automate]
family: personal
sources:
  - { steps: [shared_commondataserviceforapps/*], words: row${settings} }
sinks:
  - { sink: chat, steps: [twitter/*], words: text }
message: 'The {flow.from.words} of "{flow.from.step}" reaches the {flow.to.words}.'
why: Everybody reads it.
fix: Write something else.
${tests}`;
    const invalid = `tests:\n  invalid:\n${snippet(flow('commondataserviceforapps', name))}`;
    const valid = `  valid:\n${snippet(flow('commondataserviceforapps', 'New row'))}${snippet(flow('rss', name))}`;
    const { custom } = await buildRule(rule('', invalid + valid));
    assert.deepEqual(await failedRuleTests(custom!, analyse), []);
    const other = await buildRule(rule(', settings: [rows]', invalid + valid));
    assert.equal((await failedRuleTests(other.custom!, analyse)).length, 1);
  });

  it('name hosts, of requests alone and together with steps', async () => {
    const flow = (from: string, to: string): string =>
      `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://${from}/people/1"}, "runAfter": {}},
"Send": {"type": "Http", "inputs": {"method": "POST", "uri": "https://${to}/cases", "body": {"notes": "@{body('Get')?['note']}"}}, "runAfter": {"Get": ["Succeeded"]}}`;
    const bot = (to: string): string =>
      `${variables('answer')}<ui:HttpClient DisplayName="Get" EndPoint="https://hr.corp.example/people/1" Result="[answer]" /><ui:HttpClient DisplayName="Send" Method="POST" EndPoint="https://${to}/cases" Body="[answer]" />`;
    const snippet = (platform: string, text: string): string =>
      `    - snippet: ${JSON.stringify({ [platform]: text })}\n`;
    const text = `
kind: FlowRule
id: ACME-PRV-012
title: Data of the personnel system outside
severity: high
platforms: [power-automate, uipath]
family: personal
sources:
  - { hosts: [hr.corp.example], words: answer of the personnel system }
sinks:
  - { sink: request, hosts: ["*.crm.example"], words: request }
  - { sink: request, steps: [HttpClient], hosts: [desk.example], words: request to the desk }
message: 'The {flow.from.words} gets into the {flow.to.words} of "{flow.to.step}".'
why: Others read it.
fix: Send the number of the person.
tests:
  invalid:
${snippet('power-automate', flow('HR.corp.example', 'eu.crm.example'))}${snippet('uipath', bot('eu.crm.example'))}${snippet('uipath', bot('desk.example'))}  valid:
${snippet('power-automate', flow('hr.corp.example', 'crm.example.org'))}${snippet('power-automate', flow('hr.corp.example.org', 'eu.crm.example'))}${snippet('power-automate', flow('hr.corp.example', 'desk.example'))}${snippet('uipath', bot('api.desk.example'))}`;
    const pack = await buildRule(text);
    assert.deepEqual(await failedRuleTests(pack.custom!, analyse), []);
    const own = pack.custom![0]!.rule;
    assert.deepEqual(followedLines({ rule: RULES[0]!, own, classes: undefined }).slice(1), [
      '  from answer of the personnel system: requests to hr.corp.example',
      '  to request (request): requests to *.crm.example',
      '  to request to the desk (request): HttpClient, requests to desk.example',
    ]);
  });

  it('change no other rule', async () => {
    const pack = await buildRule(RULE + TESTS, 'extends: [builtin/recommended]\n');
    const file = `<x:Property Name="in_Iban" Type="InArgument(x:String)" />${variables('person')}${EMPLOYEE}${log('person')}${log('in_Iban')}`;
    const { findings } = validate(pack.base.policy, new Uint8Array(exampleFile('uipath', file)), 'Main.xaml');
    const ids = findings.map(({ ruleId }) => ruleId).filter((id) => /PRV/.test(id));
    assert.deepEqual(ids.sort(), ['ACME-PRV-010', 'XPL-PRV-002']);
  });

  it('follow data into another file, and not through a barrier there', async () => {
    const pack = await buildRule(RULE + TESTS);
    const call =
      '<ui:InvokeWorkflowFile DisplayName="Report" WorkflowFileName="Report.xaml"><ui:InvokeWorkflowFile.Arguments><InArgument x:TypeArguments="x:String" x:Key="person">[person]</InArgument></ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>';
    const report = (steps: string) =>
      `<x:Members><x:Property Name="person" Type="InArgument(x:String)" /></x:Members><Sequence>${steps}</Sequence>`;
    const found = (steps: string) =>
      validate(
        pack.base.policy,
        new Uint8Array(
          exampleFile(
            'uipath',
            `-- project.json --\n{"name":"Robot","main":"Main.xaml"}\n-- Main.xaml --\n${variables('person')}${EMPLOYEE}${call}\n-- Report.xaml --\n${report(steps)}`,
          ),
        ),
        'robot.zip',
      ).findings.filter(({ ruleId }) => ruleId === 'ACME-PRV-010');
    const [finding] = found(CASE);
    assert.equal(finding?.trace?.[0]?.file, 'Main.xaml');
    assert.match(finding.description, /^The record of an employee reaches the notes of the case/);
    assert.equal(found(TOKENISE + CASE).length, 0);
  });

  it('survive the built file, and are checked there', async () => {
    const pack = await buildRule(RULE + TESTS);
    const [rule] = openPack(writePack(pack), TERMS).base.policy.detection.custom!;
    assert.deepEqual(rule!.follows!.sinks, ['log']);
    assert.equal(rule!.follows!.rows!.sources!.length, 2);
    const hostile = structuredClone(pack);
    for (const one of [hostile.base.policy.detection.custom![0]!, hostile.custom![0]!.rule])
      (one.follows as { rows: unknown }).rows = { sources: [{ steps: ['*'], words: 'x' }] };
    assert.throws(() => openPack(writePack(hostile), TERMS), /at least two characters besides/);
  });

  it('are explained', async () => {
    const pack = await buildRule(RULE + TESTS, 'classes: { personal: [kundennummer] }\n');
    const own = pack.custom![0]!.rule;
    const { classes } = pack.base.policy.detection;
    assert.deepEqual(followedLines({ rule: RULES[0]!, own, classes }), [
      '  follows personal data',
      '  to log',
      '  from record of an employee: GetEmployee: Employee',
      '  from number of an employee: staff_*',
      '  to notes of the case (ticket): CreateCase: Notes',
      '  safe behind Tokenise: Token',
      '  safe where a condition calls IsPublic',
    ]);
    const builtIn = RULES.find(({ id }) => id === 'XPL-PRV-002')!;
    assert.deepEqual(followedLines({ rule: builtIn, own: undefined, classes }), [
      '  from names of the pack: kundennummer',
    ]);
  });

  it('are rejected with the place of each mistake', async () => {
    const cases: readonly (readonly [string, string, RegExp])[] = [
      ['steps: [GetEmployee]', 'steps: ["*"]', /at least two characters besides/],
      ['steps: [GetEmployee]', 'steps: []', /sources/],
      ['steps: [GetEmployee]', `steps: [${'x'.repeat(POLICY_LIMITS.flowNameCharactersMax + 1)}]`, /sources/],
      ['steps: [GetEmployee]', `steps: [${Array(POLICY_LIMITS.flowNamesMax + 1).fill('ab')}]`, /sources/],
      ['steps: [Tokenise]', 'steps: [Tokenise], when: {}', /barriers/],
      ['steps: [Tokenise]', 'steps: [Tokenise], when: { __proto__: x }', /no key that a pack may have/],
      ['words: record of an employee', 'words: "a\\nb"', /one line/],
      ['sink: ticket', 'sink: moon', /sink/],
      ['functions: [IsPublic]', 'steps: [If]', /guards/],
      [
        'platforms: [uipath]',
        'platforms: [uipath, automation-anywhere]',
        /Conditions of bots call no functions/,
      ],
      ['kind: FlowRule', 'kind: Rule\non: workflow\nwhere: "true"', /does not belong to a Rule/],
    ];
    for (const [from, to, expected] of cases) {
      const found = await problemsOf(buildRule(RULE.replace(from, to) + TESTS));
      assert.match(found.join('\n'), expected, to);
      assert.match(found[0]!, /^\d+: /);
    }
  });

  it('belong to at most so many rules', async () => {
    const many = Array.from(
      { length: POLICY_LIMITS.flowRowRulesMax + 1 },
      (_, index) => RULE.replace('-010', `-${String(index).padStart(3, '0')}`) + TESTS,
    ).join('---\n');
    const [problem] = await problemsOf(buildRule(many));
    assert.match(problem!, /at most 10 rules that follow data by rows of their own.* this one has 11/);
  });
});

describe('names of a pack that hold data', () => {
  const PACK = 'extends: [builtin/recommended]\n';
  const NAMES = 'classes: { personal: [kundennummer, "*_staffno"], secret: [erp_schluessel] }\n';
  const argument = (name: string): string => `<x:Property Name="${name}" Type="InArgument(x:String)" />`;
  const idsIn = (policy: Parameters<typeof packEffective>[0], file: string): readonly string[] =>
    validate(policy, new Uint8Array(exampleFile('uipath', file)), 'Main.xaml')
      .findings.map(({ ruleId }) => ruleId)
      .filter((id) => id === 'XPL-PRV-002' || id === 'XPL-SEC-005');

  it('feed the rules of their family', async () => {
    const [without, named] = [await build(PACK), await build(PACK + NAMES)];
    for (const [name, id] of [
      ['Kundennummer', 'XPL-PRV-002'],
      ['in_StaffNo', 'XPL-PRV-002'],
      ['erp_schluessel', 'XPL-SEC-005'],
    ] as const) {
      const file = argument(name) + log(`&quot;x&quot; + ${name}`);
      assert.deepEqual(idsIn(without.base.policy, file), []);
      assert.deepEqual(idsIn(named.base.policy, file), [id]);
    }
    const row = `<Variable x:TypeArguments="sd:DataRow" Name="row" />${log('row(&quot;Kundennummer&quot;).ToString')}`;
    assert.deepEqual(idsIn(named.base.policy, row), ['XPL-PRV-002']);
  });

  it('change what a policy detects, and can only be added', async () => {
    const [without, named] = [await build(PACK), await build(PACK + NAMES)];
    assert.match(
      looserPolicy(without.base.policy, named.base.policy, RULES)!,
      /"erp_schluessel" must be a name of secret data/,
    );
    assert.equal(looserPolicy(named.base.policy, without.base.policy, RULES), undefined);
    const locked = await build(`${PACK}${NAMES}rules: { XPL-PRV-002: { locked: true } }\n`);
    assert.match(
      parentLocksProblem(without, locked, RULES)!,
      /"erp_schluessel" of .* is no name of secret data/,
    );
  });

  it('are limited', async () => {
    const many = Array.from({ length: POLICY_LIMITS.flowNamesMax + 1 }, (_, index) => `name${index}`);
    assert.match((await problemsOf(build(`classes: { personal: [${many}] }\n`)))[0]!, /classes/);
    assert.match((await problemsOf(build('classes: { personal: ["*"] }\n')))[0]!, /at least two characters/);
    assert.match((await problemsOf(build('classes: { health: [diagnosis] }\n')))[0]!, /health/);
  });
});

describe('hosts of a pack that may get secrets', () => {
  const PACK = 'extends: [builtin/recommended]\n';
  const HOSTS = 'dlp: { hosts: ["*.contoso.example"] }\n';
  const sends = (host: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(
      exampleFile(
        'uipath',
        `<x:Property Name="erp_password" Type="InArgument(x:String)" /><uwah:HttpClient xmlns:uwah="clr-namespace:UiPath.Web.Activities;assembly=UiPath.Web.Activities" DisplayName="Send" EndPoint="https://${host}/login" Body="[erp_password]" />`,
      ),
    );
  const reported = (policy: Parameters<typeof packEffective>[0], host: string): number =>
    validate(policy, sends(host), 'Main.xaml').findings.filter(({ ruleId }) => ruleId === 'XPL-SEC-007')
      .length;

  it('are the only ones, but for hosts of the own network', async () => {
    const [without, named] = [await build(PACK), await build(PACK + HOSTS)];
    assert.equal(reported(without.base.policy, 'api.fabrikam.example'), 0);
    assert.equal(reported(named.base.policy, 'api.fabrikam.example'), 1);
    assert.equal(reported(named.base.policy, 'erp.contoso.example'), 0);
    for (const host of ['erp.corp', '10.1.2.3', '172.20.0.1', 'login.microsoftonline.com'])
      assert.equal(reported(named.base.policy, host), 0, host);
    const similar = [
      '10.fabrikam.example',
      '172.20.0.1.fabrikam.example',
      'login.microsoftonline.fabrikam.example',
    ];
    for (const host of similar) assert.equal(reported(named.base.policy, host), 1, host);
  });

  it('may become fewer where a pack locks them, and not none, which approves almost all', async () => {
    const hosts = (list: string) => `dlp: { hosts: [${list}] }\n`;
    const locked = await build(
      `${PACK}${hosts('"*.contoso.example", "*.fabrikam.example"')}rules: { XPL-SEC-007: { locked: true } }\n`,
    );
    const fewer = await build(PACK + hosts('"*.contoso.example"'));
    assert.equal(parentLocksProblem(fewer, locked, RULES), undefined);
    assert.equal(looserPolicy(fewer.base.policy, locked.base.policy, RULES), undefined);
    for (const list of ['', '"*"', '"*.webhook.site"']) {
      const wider = await build(PACK + hosts(list));
      assert.match(parentLocksProblem(wider, locked, RULES)!, /"hosts" .*as strict/, list);
      assert.match(looserPolicy(wider.base.policy, locked.base.policy, RULES)!, /"hosts" .*as strict/, list);
    }
  });

  it('are few', async () => {
    const many = Array.from({ length: 5_001 }, (_, at) => `h${at}.example`).join(', ');
    assert.match((await problemsOf(build(`${PACK}dlp: { hosts: [${many}] }\n`)))[0]!, /hosts/);
  });
});
