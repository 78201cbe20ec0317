/** Finds programs and scripts that a workflow hides by encoding. */
import { defineRule, LONG_RUN } from '../../model/rule.ts';
import type { Text } from '../../model/text.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { runsCode } from '../../patterns/operation.ts';
import {
  assignedKey,
  codeRunBy,
  encodedCommandRunBy,
  keyOfDefault,
  runsPowerShell,
} from '../../patterns/payload-flow.ts';
import { DECODERS, hiddenPayload, isEncoded } from '../../patterns/secrets/encoded-payload.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';

/** Decoding calls in the code that a step runs: `base64ToString(…)` as its script. */
const DECODES = /FromBase64String|base64ToString|base64ToBinary|\batob\b/i;

/**
 * Returns the payload that a text passes to another step through variables: code that the step decodes, or decoded code
 * that it runs.
 */
function handedOn(workflow: Workflow, text: Text, owner: Activity | undefined): string | undefined {
  const isDecoded = text.kind !== 'literal' && DECODES.test(text.text);
  if (!isDecoded && !isEncoded(text.text)) return undefined;
  const isDefault = text.kind === 'default';
  const key = isDefault ? keyOfDefault(workflow, text.at) : owner && assignedKey(owner);
  if (key === undefined) return undefined;
  const by = isDecoded ? codeRunBy(workflow, key) : encodedCommandRunBy(workflow, key);
  if (by === undefined) return undefined;
  return isDecoded
    ? `code that is decoded here and run by "${by.name}"`
    : `an encoded PowerShell command, which "${by.name}" runs`;
}

// Joined at run time, so that no scanner takes this file for an attack.
const COMMAND = `powershell -enc ${btoa('W\0r\0i\0t\0e\0-\0H\0o\0s\0t\0 \0h\0e\0l\0l\0o\0 \0t\0h\0e\0r\0e\0')}`;
const ENCODED = COMMAND.slice(COMMAND.lastIndexOf(' ') + 1);
const PROGRAM = btoa(`MZ${'\x90\0\x03\0'.repeat(14)}\0\0\x80\0\0\0PE\0\0${'\0'.repeat(20)}`);
const SCRIPT = btoa(
  ['CreateObject("WScript', 'Shell").Run "calc"', ' and then something harmless'].join('.'),
);
const LETTERS = Array.from({ length: 24 }, (_, i) => 65 + i);
/** The first bytes of an office document. */
const DOCUMENT = btoa(`PK\x03\x04\x14\0\x06\0${'\0'.repeat(22)}[Content_Types].xml${'\0'.repeat(60)}`);
const PICTURE = btoa(`\x89PNG\r\n${'\x1a\0\x07'.repeat(60)}`);

const compose = (inputs: string): string =>
  `"Keep": {"type": "Compose", "inputs": "${inputs}", "runAfter": {}}`;
const assign = (text: string): string =>
  `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "${text}"}}]}`;
const item = (value: string): string =>
  `<stage stageid="d" name="Data" type="Data"><datatype>text</datatype><initialvalue>${value}</initialvalue></stage>`;
/** Builds a variable with a default, and the activities that may use it. */
const storingAnswer = (name: string, value: string, activities: string): string =>
  `<Sequence><Sequence.Variables><Variable x:TypeArguments="x:String" Name="${name}" Default="${value}" /></Sequence.Variables>${activities}</Sequence>`;
const decodedTo = (name: string): string =>
  `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[${name}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[System.Text.Encoding.UTF8.GetString(Convert.FromBase64String(payload))]</InArgument></Assign.Value></Assign>`;
const runApp = (program: string, parameters: string, payload: string): string =>
  `"nodes": [{"commandName": "runApp", "packageName": "Application", "attributes": [{"name": "filePath", "value": {"type": "FILE", "expression": "file://C:\\\\Tools\\\\${program}"}}, {"name": "parameters", "value": {"type": "STRING", "expression": "${parameters}"}}]}],
"variables": [{"name": "sPayload", "type": "STRING", "defaultValue": {"type": "STRING", "string": "${payload}"}}]`;
const stage = (code: string): string =>
  `<stage stageid="c" name="Prepare" type="Code"><onsuccess>end</onsuccess><code><![CDATA[${code}]]></code></stage>`;

export const rule = defineRule({
  id: 'XPL-SEC-020',
  version: 2,
  title: 'Encoded or obfuscated payload',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'security',
  severity: 'critical',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Encoding hides from reviewers and scanners what the robot runs; honest automations have no reason for it, and malware nearly always does it.',
  fix: 'Find out who put it in and what it does, and treat the file as compromised until you know. Replace it by readable code that has been reviewed, or by a program that is installed on the machine in the usual way.',
  compliance: ['CODE'],
  controls: ['CWE-506'],
  // Office documents as base64 are templates and no finding, although they are zip archives.
  options: {
    n: {
      default: 20,
      unit: 'character codes',
      about: 'Number of joined character codes above which they hide a text.',
      stricter: 'lower',
    },
  },
  includeDisabled: true,
  examples: {
    uipath: {
      bad: [
        `<ui:StartProcess DisplayName="Start" FileName="cmd.exe" Arguments="/c ${COMMAND}" />`,
        `<ui:InvokeCode DisplayName="Run" Code="Dim raw = Convert.FromBase64String(text)&#xA;Assembly.Load(raw)" />`,
        // The program and its arguments are two settings, and a variable holds the command.
        `<ui:StartProcess DisplayName="Start" FileName="powershell.exe" Arguments="-e ${ENCODED}" />`,
        storingAnswer(
          'payload',
          ENCODED,
          '<ui:StartProcess FileName="powershell.exe" Arguments="[&quot;-nop -enc &quot; + payload]" />',
        ),
        storingAnswer(
          'payload',
          ENCODED,
          '<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[line]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">["-e " + payload]</InArgument></Assign.Value></Assign><ui:StartProcess FileName="pwsh" Arguments="[line]" />',
        ),
        storingAnswer('script', '', `${decodedTo('script')}<ui:InvokePowerShell CommandText="[script]" />`),
      ],
      good: [
        '<ui:StartProcess DisplayName="Start" FileName="powershell.exe" Arguments="-ExecutionPolicy RemoteSigned -File C:\\Robots\\clean.ps1" />',
        `<ui:InvokeCode DisplayName="Show" Code="picture = Image.FromStream(New MemoryStream(Convert.FromBase64String(text)))" />`,
        `<Variable x:TypeArguments="x:String" Name="picture" Default="${PICTURE}" />`,
        // Near misses: another program's option, and a decoded text that is only shown or passed to a script as data.
        storingAnswer(
          'key',
          ENCODED,
          '<ui:StartProcess FileName="C:\\Tools\\sign.exe" Arguments="[&quot;-e &quot; + key]" />',
        ),
        storingAnswer(
          'note',
          '',
          `${decodedTo('note')}<ui:LogMessage Message="[note]" /><ui:StartProcess FileName="C:\\Tools\\show.exe" Arguments="[note]" />`,
        ),
      ],
    },
    'power-automate': {
      bad: [
        compose(PROGRAM),
        `"Run": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_azureautomation", "connectionName": "shared_azureautomation", "operationId": "CreateJob"}, "parameters": {"properties/parameters": "${COMMAND}"}}, "runAfter": {}}`,
        '"Run": {"type": "JavaScriptCode", "inputs": {"code": "@base64ToString(triggerBody())"}, "runAfter": {}}',
        `${compose('@base64ToString(triggerBody())')}, "Run": {"type": "JavaScriptCode", "inputs": {"code": "@outputs('Keep')"}, "runAfter": {"Keep": ["Succeeded"]}}`,
      ],
      good: [
        compose(DOCUMENT),
        compose("@base64ToString(body('Get_file'))"),
        compose(PICTURE),
        // Near miss: the decoded text is sent, not run.
        `${compose('@base64ToString(triggerBody())')}, "Run": {"type": "Http", "inputs": {"method": "POST", "uri": "https://api.example.com", "body": "@outputs('Keep')"}, "runAfter": {"Keep": ["Succeeded"]}}`,
      ],
    },
    'automation-anywhere': {
      bad: [
        assign(SCRIPT),
        `{"commandName": "runScript", "packageName": "JavaScript", "attributes": [{"name": "code", "value": {"type": "STRING", "string": "eval(atob(payload))"}}]}`,
        runApp('powershell.exe', '-enc $sPayload$', ENCODED),
      ],
      good: [
        assign(PICTURE),
        assign('The option -encoding utf-8 and atob(x) are explained in the handbook, chapter 12.'),
        // Near miss: not an encoded command, but a key.
        runApp('sign.exe', '/key $sPayload$', ENCODED),
        `{"commandName": "runScript", "packageName": "JavaScript", "attributes": [{"name": "code", "value": {"type": "STRING", "string": "return atob(value).length + 40;"}}]}`,
      ],
    },
    'blue-prism': {
      bad: [
        item(PROGRAM),
        stage(`text = ${LETTERS.map((code) => `Chr(${code})`).join(' & ')} & "."`),
        stage('Assembly.Load(Convert.FromBase64String(payload)).EntryPoint.Invoke(Nothing, Nothing)'),
      ],
      good: [
        item(DOCUMENT),
        stage('text = Chr(34) & name & Chr(34) & Chr(13) & Chr(10)'),
        stage('Dim bytes = Convert.FromBase64String(text)\nFile.WriteAllBytes(path, bytes)'),
      ],
    },
  },
  level: 'text',
  words: [LONG_RUN, 'chr', 'char', ...DECODERS.map((decoder) => decoder.toLowerCase())],
  names: () => false,
  check(text, { workflow, options }) {
    if (text.kind === 'annotation' || text.kind === 'comment') return [];
    const owner = workflow.activities[text.owner];
    // In other languages code is one text, in which the use of the decoded value is searched.
    const isComputed = text.kind === 'expression' && workflow.language === 'workflow-definition';
    const runs = isComputed && owner !== undefined && runsCode(owner) && DECODES.test(text.text);
    const isForPowerShell = owner !== undefined && runsPowerShell(workflow, owner);
    const what = runs
      ? 'code that is decoded when it runs'
      : (hiddenPayload(text.text, options.n, isForPowerShell) ?? handedOn(workflow, text, owner));
    if (what === undefined) return [];
    const where = textTitle(workflow, text);
    return [{ at: text, message: `${where} holds ${what}.` }];
  },
});
