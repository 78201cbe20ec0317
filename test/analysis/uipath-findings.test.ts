/** Severities and sentences of UiPath findings that depend on the case at hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onlyFinding } from '../support/analysis/only-finding.ts';

const findingOf = (ruleId: string, example: string): readonly [string, string] =>
  onlyFinding('uipath', ruleId, example);

describe('UIP-SEC-018', () => {
  const cases: readonly [string, string, RegExp][] = [
    ['<ui:EncryptText Algorithm="DES" />', 'high', /encrypts with DES: its keys of 56 bits/],
    ['<ui:HashText Algorithm="MD5" />', 'high', /hashes with MD5: two different inputs/],
    ['<ui:KeyedHashText Algorithm="HMACSHA1" />', 'medium', /hashes with HMAC-SHA-1: it is not broken/],
    ['<ui:DecryptText Algorithm="Rijndael" />', 'medium', /decrypts with Rijndael: it does not show/],
  ];
  for (const [example, severity, message] of cases)
    it(`reports ${example} as ${severity}, with its own reason`, () => {
      const found = findingOf('UIP-SEC-018', example);
      assert.equal(found[0], severity);
      assert.match(found[1], message);
    });
});

describe('UIP-REL-001', () => {
  const guarded = (inside: string): string =>
    `<TryCatch><TryCatch.Try><Sequence>${inside}</Sequence></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception" /></Catch></TryCatch.Catches></TryCatch>`;
  it('is low around clean-up, pictures and logs', () => {
    for (const inside of [
      '<ui:TakeScreenshot />',
      '<ui:DeleteFileX />',
      '<ui:CloseBrowser /><ui:KillProcess />',
    ])
      assert.equal(findingOf('UIP-REL-001', guarded(inside))[0], 'low');
  });
  it('is high around work', () => {
    for (const inside of ['<ui:Click />', '<ui:TakeScreenshot /><ui:SendMail />'])
      assert.equal(findingOf('UIP-REL-001', guarded(inside))[0], 'high');
  });
  it('is low around nothing, as in a template', () => {
    for (const inside of ['', '<Sequence DisplayName="Close the application" />'])
      assert.equal(findingOf('UIP-REL-001', guarded(inside))[0], 'low');
  });
  const read = guarded(
    '<ui:GetValue><ui:GetValue.Value><OutArgument x:TypeArguments="x:String">[status]</OutArgument></ui:GetValue.Value></ui:GetValue>',
  );
  const decision = (condition: string): string =>
    `<If Condition="[${condition}]"><If.Then><Throw Exception="[New Exception(status)]" /></If.Then></If>`;
  it('is medium where the next decision tests what the Try reads', () => {
    for (const [before, condition] of [
      ['', 'status = &quot;&quot;'],
      ['<ui:LogMessage Message="[status]" />', 'String.IsNullOrEmpty(status)'],
    ] as const)
      assert.equal(
        findingOf('UIP-REL-001', `<Sequence>${read}${before}${decision(condition)}</Sequence>`)[0],
        'medium',
      );
  });
  it('is medium where the Finally decides about another attempt', () => {
    const example = guarded('<ui:Click />').replace(
      '</TryCatch>',
      `<TryCatch.Finally><Sequence>${decision('isDone')}</Sequence></TryCatch.Finally></TryCatch>`,
    );
    assert.equal(findingOf('UIP-REL-001', example)[0], 'medium');
  });
  const coded = (steps: string): string =>
    `-- Read.cs --
using UiPath.CodedWorkflows;
public class Read : CodedWorkflow { [Workflow] public void Execute() { ${steps} Log(bucket); } }`;
  it('is low where code falls back to a default without the asset', () =>
    assert.equal(
      findingOf(
        'UIP-REL-001',
        coded('string bucket = "Documents"; try { bucket = (string)system.GetAsset("BUCKET"); } catch { }'),
      )[0],
      'low',
    ));
  it('stays high in code without a default, or around work', () => {
    for (const steps of [
      'string bucket; try { bucket = (string)system.GetAsset("BUCKET"); } catch { }',
      'string bucket = ""; try { bucket = (string)system.GetAsset("BUCKET"); system.AddQueueItem("Orders"); } catch { }',
      'string bucket = ""; try { bucket = File.ReadAllText("bucket.txt"); } catch { }',
    ])
      assert.equal(findingOf('UIP-REL-001', coded(steps))[0], 'high');
  });
  it('stays high where another decision comes first, or none', () => {
    for (const behind of [
      decision('retry'),
      '<ui:Click />',
      `${'<ui:Click />'.repeat(6)}${decision('status = &quot;&quot;')}`,
    ])
      assert.equal(findingOf('UIP-REL-001', `<Sequence>${read}${behind}</Sequence>`)[0], 'high');
  });
});

describe('UIP-REL-023', () => {
  const project = (options: string, activity = '<ui:MessageBox Text="Done" />'): string =>
    `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"runtimeOptions":{${options}}}\n-- Main.xaml --\n${activity}`;
  it('is high when the project is not attended', () =>
    assert.equal(findingOf('UIP-REL-023', project('"isAttended":false'))[0], 'high'));
  it('is medium for an activity that needs no answer', () => {
    const example = project('"isAttended":false', '<ui:BlockUserInput />');
    const [severity, description] = findingOf('UIP-REL-023', example);
    assert.equal(severity, 'medium');
    assert.match(description, /keeps a person from typing/);
  });
  it('is medium when the project does not set isAttended', () => {
    const [severity, description] = findingOf('UIP-REL-023', project('"requiresUserInteraction":true'));
    assert.equal(severity, 'medium');
    assert.match(description, /does not set isAttended/);
  });
});

describe('UIP-REL-023 in a file that the project does not start', () => {
  const BOX = '<ui:MessageBox Text="Done" />';
  const invoke = (file: string): string => `<ui:InvokeWorkflowFile WorkflowFileName="${file}" />`;
  const severityOf = (main: string, scratch: string, more = ''): string =>
    findingOf(
      'UIP-REL-023',
      `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"runtimeOptions":{"isAttended":false}${more}}
-- Main.xaml --\n<Sequence>${main}</Sequence>\n-- Steps.xaml --\n<Sequence>${scratch}</Sequence>\n-- Notes\\Scratch.xaml --\n${BOX}`,
    )[0];
  it('is low', () => assert.equal(severityOf('', invoke('Notes\\Scratch.xaml')), 'low'));
  it('stays high when another workflow invokes it', () =>
    assert.equal(severityOf(invoke('Steps.xaml'), invoke('Notes\\Scratch.xaml')), 'high'));
  it('stays high when the name of an invoked file is computed', () =>
    assert.equal(severityOf(invoke('[in_File]'), ''), 'high'));
  it('stays high when it is a test case', () => {
    const cases =
      ',"designOptions":{"fileInfoCollection":[{"fileName":"Notes\\\\Scratch.xaml","testCaseType":"TestCase"}]}';
    assert.equal(severityOf('', '', cases), 'high');
  });
});

describe('rules across files in workflows that production does not start', () => {
  const MAIN = (options: string): string =>
    `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{}${options}}`;
  const missing = '<ui:InvokeWorkflowFile WorkflowFileName="Gone.xaml" />';
  const severityOf = (file: string, main = '<WriteLine Text="a" />', options = ''): string =>
    findingOf('UIP-REL-010', `${MAIN(options)}\n-- Main.xaml --\n${main}\n-- ${file} --\n${missing}`)[0];
  it('are medium in a test, a trial and an archive', () => {
    for (const file of [
      'Tests/Load.xaml',
      'Test_Framework/Load.xaml',
      '_Test.xaml',
      'Archive/Main(Autosaved).xaml',
    ])
      assert.equal(severityOf(file), 'medium');
  });
  it('stay high when the main workflow invokes the file', () => {
    const invoke = '<ui:InvokeWorkflowFile WorkflowFileName="Tests\\Load.xaml" />';
    assert.equal(severityOf('Tests/Load.xaml', invoke), 'high');
  });
  it('go by the names of folders when the name of an invoked file is computed', () => {
    const invoke = '<ui:InvokeWorkflowFile WorkflowFileName="[in_File]" />';
    assert.equal(severityOf('Load.xaml', invoke), 'high');
    assert.equal(severityOf('Tests/Load.xaml', invoke), 'medium');
  });
  it('stay high in a library, of which others invoke every workflow', () =>
    assert.equal(severityOf('Load.xaml', undefined, ',"designOptions":{"outputType":"Library"}'), 'high'));
  it('are medium in the project of a fixture', () => {
    const example = `-- tests/fixtures/Orders/project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{}}\n-- tests/fixtures/Orders/Main.xaml --\n${missing}`;
    assert.equal(findingOf('UIP-REL-010', example)[0], 'medium');
    assert.equal(findingOf('UIP-REL-028', example.replace('"main":"Main', '"main":"Start'))[0], 'medium');
  });
});

describe('UIP-REL-011', () => {
  const empty = (type: string, read: string): readonly [string, string] =>
    findingOf(
      'UIP-REL-011',
      `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{}}\n-- Main.xaml --\n<ui:InvokeWorkflowFile DisplayName="Load" WorkflowFileName="Load.xaml"><ui:InvokeWorkflowFile.Arguments><InArgument x:TypeArguments="x:String" x:Key="in_Value" /></ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>
-- Load.xaml --\n<x:Property Name="in_Value" Type="InArgument(${type})" /><WriteLine Text="[${read}]" />`,
    );
  it('is medium for a field that is left empty, where the text is only handed on', () => {
    const [severity, description] = empty('x:String', 'in_Value');
    assert.equal(severity, 'medium');
    assert.match(description, /"Load" leaves "in_Value" empty/);
  });
  it('is high for an empty field whose value must be there', () => {
    assert.equal(empty('x:String', 'in_Value.Trim')[0], 'high');
    assert.equal(empty('ui:QueueItem', 'in_Value')[0], 'high');
  });
  const leftOut = (type: string): readonly [string, string] =>
    findingOf(
      'UIP-REL-011',
      `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{}}\n-- Main.xaml --\n<ui:InvokeWorkflowFile DisplayName="Load" WorkflowFileName="Load.xaml" />
-- Load.xaml --\n<x:Property Name="in_Value" Type="InArgument(${type})" /><WriteLine Text="[in_Value.ToString]" />`,
    );
  it('is high for a call that hands over nothing', () => assert.equal(leftOut('x:String')[0], 'high'));
  it('is medium for a value that is never empty, and names what is read instead', () => {
    const [severity, description] = leftOut('x:Int32');
    assert.equal(severity, 'medium');
    assert.match(description, /which the invoked workflow reads as 0 then/);
  });
});

describe('UIP-SEC-006', () => {
  const symbol = (name: string): string =>
    `<Variable x:TypeArguments="x:String" Name="${name}" /><WriteLine Text="[${name}]" />`;
  it('is high for a password, and medium for a token that goes into a header as text', () => {
    assert.equal(findingOf('UIP-SEC-006', symbol('erpPassword'))[0], 'high');
    assert.equal(findingOf('UIP-SEC-006', symbol('passwordToken'))[0], 'high');
    assert.equal(findingOf('UIP-SEC-006', symbol('bearerToken'))[0], 'medium');
  });
});

describe('passwords as text', () => {
  const unwrap = (target: string): string =>
    `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[${target}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[New System.Net.NetworkCredential("", secret).Password]</InArgument></Assign.Value></Assign>`;
  const VARIABLE = '<Variable x:TypeArguments="x:String" Name="mailPassword" />';
  const mail = '<ui:SendMail DisplayName="Send" Password="[mailPassword]" />';
  it('are medium where only the setting of an activity takes them as text', () => {
    const example = `${VARIABLE}${unwrap('mailPassword')}${mail}`;
    assert.equal(findingOf('UIP-SEC-003', example)[0], 'medium');
    assert.equal(findingOf('UIP-SEC-006', example)[0], 'medium');
    const direct =
      '<ui:ExcelApplicationScope Password="[New NetworkCredential(&quot;&quot;, secret).Password]" />';
    assert.equal(findingOf('UIP-SEC-003', direct)[0], 'medium');
  });
  it('are medium where a SecureString or a header is made of them', () => {
    for (const value of [
      'mailPassword.ToCharArray',
      'Convert.ToBase64String(Encoding.UTF8.GetBytes(user + &quot;:&quot; + mailPassword))',
    ]) {
      const loop = `<ForEach x:TypeArguments="x:Char" Values="[${value}]" />`;
      assert.equal(findingOf('UIP-SEC-006', `${VARIABLE}${mail}${loop}`)[0], 'medium');
    }
  });
  it('are medium where UIP-SEC-002 reports the fixed text', () => {
    const text =
      '<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[mailPassword]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">q8Zr!t52Lwx</InArgument></Assign.Value></Assign>';
    const example = `${VARIABLE}${text}<WriteLine Text="[mailPassword]" />`;
    assert.equal(findingOf('UIP-SEC-006', example)[0], 'medium');
  });
  it('are high where they go on', () => {
    for (const use of [
      '<WriteLine Text="[mailPassword]" />',
      '<ui:TypeInto Text="[mailPassword]" />',
      '<ui:InvokeWorkflowFile WorkflowFileName="Log.xaml"><ui:InvokeWorkflowFile.Arguments><InArgument x:TypeArguments="x:String" x:Key="Password">[mailPassword]</InArgument></ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>',
    ]) {
      const example = `${VARIABLE}${unwrap('mailPassword')}${mail}${use}`;
      assert.equal(findingOf('UIP-SEC-003', example)[0], 'high');
      assert.equal(findingOf('UIP-SEC-006', example)[0], 'high');
    }
    const out = '<x:Property Name="out_Plain" Type="OutArgument(x:String)" />';
    assert.equal(findingOf('UIP-SEC-003', `${out}${unwrap('out_Plain')}`)[0], 'high');
  });
});

describe('UIP-SEC-012', () => {
  it('is low for mail without a login, and high with one', () => {
    const send = (login: string): string =>
      `<ui:SendMail ${login} EnableSSL="False" SecureConnection="None" />`;
    assert.equal(findingOf('UIP-SEC-012', send('Email="{x:Null}" Password="{x:Null}"'))[0], 'low');
    assert.equal(findingOf('UIP-SEC-012', send('Email="[user]" SecurePassword="[secret]"'))[0], 'high');
  });
});

describe('UIP-REL-028', () => {
  it('names invoked files that are missing in an archive without project.json', () => {
    const example =
      '-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Steps\\Load.xaml" />\n-- Copy.xaml --\n<WriteLine Text="a" />';
    assert.match(
      findingOf('UIP-REL-028', example)[1],
      /no project\.json, and "Steps\\Load\.xaml" is not here/,
    );
  });
});

describe('XPL-SEC-004', () => {
  it('speaks of the page, not of a connection, when only the address of the chosen element is known', () => {
    const example =
      '<uix:NClick DisplayName="Pay"><uix:NClick.Target><uix:TargetAnchorable BrowserURL="http://shop.example.com/" /></uix:NClick.Target></uix:NClick>';
    assert.match(
      findingOf('XPL-SEC-004', example)[1],
      /"Pay" works on a page of "shop\.example\.com" that is opened over http,/,
    );
  });
});

describe('UIP-SEC-026', () => {
  const message = (value: string): string =>
    onlyFinding(
      'uipath',
      'UIP-SEC-026',
      `<ui:LogMessage DisplayName="Log login" Message="[&quot;Login &quot; + ${value}]" />`,
    )[1];
  it('names the key of a look-up, and masks what an unknown function gets', () => {
    assert.match(message('in_Config(&quot;ErpPassword2&quot;).ToString'), /writes "ErpPassword2" to the log/);
    assert.match(message('Decrypt(&quot;my-Autumn4-password&quot;)'), /writes "my\*{6}" to the log/);
  });
});
