/** Finds secrets by their documented form, in any text of a workflow. */
import { defineRule } from '../../model/rule.ts';
import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { PROSE_WORDS, passwordInProse } from '../../patterns/secrets/prose-password.ts';
import {
  KNOWN_SECRET_MIN,
  KNOWN_SECRET_WORDS,
  knownSecretsIn,
} from '../../patterns/secrets/secret-formats.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';

// Joined at run time, so that no scanner takes this file for a leak.
const GITHUB = ['ghp', 'k3J9dQ7xZr2LmV8sTb5NcW1yHp4GfA6uEoRi'].join('_');
const STRIPE = ['sk', 'live', 'b7Qm2Zx9Kd4Tn6Vr8Ws3'].join('_');
const STORAGE = `AccountKey=${'Zq8Lw3Rt6Yp1Ks9Dv4Bn'.repeat(5).slice(0, 86)}==`;
const GOOGLE = ['AI', 'zaSyB4kQ9wEr7tYu1iOp3aSdF5gHjK8lZxCvN'].join('');

/** Returns whether another rule of the platform reports the secret: in a connection string or a request header. */
function hasOwnRule(title: string, { name, owner }: Text, workflow: Workflow): boolean {
  if (title === 'password in a connection string') {
    const isConnect = workflow.activities[owner]?.type.startsWith('Database/connect') === true;
    return workflow.language === 'robin' || isConnect;
  }
  const isHeader = /(?:headers\.authorization|authentication\.value)$/i.test(name);
  return title === 'login in an Authorization header' && isHeader && workflow.platform === 'power-automate';
}

export const rule = defineRule({
  id: 'XPL-SEC-001',
  version: 2,
  title: 'Known secret format',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everybody who can read the file, its history or a copy of it can use the secret.',
  fix: 'Revoke the secret at its issuer now, then read a new one from a credential store at run time. Deleting it from the file is not enough: old versions still hold it.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {},
  includeDisabled: true,
  examples: {
    uipath: {
      bad: [
        `<ui:LogMessage DisplayName="Log" Message="[&quot;using ${GITHUB}&quot;]" />`,
        `<Variable x:TypeArguments="x:String" Name="connection" Default="${STORAGE}" />`,
        '<ui:ExecuteQuery ConnectionString="Server=db1;Database=orders;User Id=app;Password=Nordwind-71;" Sql="SELECT 1" />',
        `<ui:ExecuteQuery ConnectionString="Server=db1;User Id=app;Password='Nordwind-71'" Sql="SELECT 1" />`,
        `<ui:InvokePowerShell Script="$pw = ConvertTo-SecureString -String 'Nordwind-71' -AsPlainText -Force" />`,
        '<ui:StartProcess FileName="cmd.exe" Arguments="[&quot;/c net use Z: \\\\srv1\\share Nordwind-71 /user:CORP\\svc&quot;]" />',
        `<ui:StartProcess FileName="sapshcut.exe" Arguments="-user=SVC -pw=Nordwind71 -client=100" />`,
        `<ui:HttpClient Body="username=svc&amp;password=Nordwind-71" />`,
      ],
      good: [
        `<ui:StartProcess FileName="sapshcut.exe" Arguments="[&quot;-user=SVC -pw=&quot; + pw + &quot; -client=100&quot;]" />`,
        `<ui:StartProcess FileName="tool.exe" Arguments="-password %PW% /password-file a1.txt -pass {0}" />`,
        `<ui:LogMessage DisplayName="Log" Message="[&quot;using ghp_token from the vault&quot;]" />`,
        `<Variable x:TypeArguments="x:String" Name="connection" Default="AccountName=invoices;EndpointSuffix=core.windows.net" />`,
        '<ui:ExecuteQuery ConnectionString="[&quot;Server=db1;Uid=app;Pwd=&quot; + pwd + &quot;;&quot;]" Sql="SELECT 1" />',
        '<ui:InvokeCode Language="CSharp" Code="var c = &quot;Server=db1;Uid=app;Pwd=&quot;+pwd+&quot;;Encrypt=true&quot;;" />',
        `<ui:InvokePowerShell Script="$pw = ConvertTo-SecureString $env:PW -AsPlainText -Force; $old = ConvertTo-SecureString '01000000d08c9ddf0115'" />`,
        `<ui:InvokePowerShell Script="[&quot;ConvertTo-SecureString '&quot; + pwd + &quot;' -AsPlainText -Force; 'next'&quot;]" />`,
        '<ui:StartProcess FileName="cmd.exe" Arguments="[&quot;/c net use Z: \\\\srv1\\share /persistent:no &amp;&amp; net use Y: \\\\srv1\\b * /user:CORP\\svc&quot;]" />',
        // Near miss: an example of the form, as documentation has it.
        `<ui:LogMessage DisplayName="Log" Message="[&quot;a token looks like ghp_${'x'.repeat(36)}&quot;]" />`,
      ],
    },
    'power-automate': {
      bad: [
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.org", "headers": {"X-Key": "${STRIPE}"}}, "runAfter": {}}`,
        `"Note": {"type": "Compose", "inputs": "key ${GOOGLE}", "runAfter": {}}`,
      ],
      good: [
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.org", "headers": {"X-Key": "@parameters('ApiKey (crm_ApiKey)')"}}, "runAfter": {}}`,
        `"Note": {"type": "Compose", "inputs": "keys start with sk_live_ or AIza", "runAfter": {}}`,
        // Near miss: an example of the form, as documentation has it.
        `"Note": {"type": "Compose", "inputs": "a token looks like ghp_${'x'.repeat(36)}", "runAfter": {}}`,
      ],
    },
    'automation-anywhere': {
      bad: [
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "${GITHUB}"}}]}`,
        `"variables": [{"name": "sKey", "type": "STRING", "defaultValue": {"type": "STRING", "string": "${STRIPE}"}}]`,
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "header", "value": {"type": "STRING", "string": "Basic c3ZjOk5vcmR3aW5kLTcx"}}]}`,
        `{"commandName": "post", "packageName": "Rest", "attributes": [{"name": "body", "value": {"type": "STRING", "string": "grant_type=password&username=bot&password=Nord-71"}}]}`,
        `{"commandName": "runScript", "packageName": "VBScript", "attributes": [{"name": "manualScript", "value": {"type": "STRING", "string": "session.findById(\\"wnd[0]/usr/pwdRSYST-BCODE\\").text = \\"Nordwind-71\\""}}]}`,
        `"variables": [{"name": "sServer", "type": "STRING", "description": "mail server, user bot01, password Nordwind-71"}]`,
        `"variables": [{"name": "sUrl", "type": "STRING", "defaultValue": {"type": "STRING", "string": "jdbc:oracle:thin:bot/Nordwind-71@db1:1521:orcl"}}]`,
      ],
      good: [
        `{"commandName": "runScript", "packageName": "VBScript", "attributes": [{"name": "manualScript", "value": {"type": "STRING", "string": "session.findById(\\"wnd[0]/usr/pwdRSYST-BCODE\\").text = WScript.Arguments(0)"}}]}`,
        // Near misses: descriptions that say where the password is, or what it must be like.
        `"variables": [{"name": "sServer", "type": "STRING", "description": "password: see the locker Mail2 · password for bot01 · Password: $vPassword1$"},
          {"name": "nLength", "type": "NUMBER", "description": "password 8 characters, at least 1 digit"}]`,
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "ghp_ is the prefix of a token"}}]}`,
        `"variables": [{"name": "sKey", "type": "STRING", "defaultValue": {"type": "STRING", "string": "https://vault.example.org/keys/${'0'.repeat(36)}"}}]`,
        // Near miss: an example of the form, as documentation has it.
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "a token looks like ghp_${'x'.repeat(36)}"}}]}`,
      ],
    },
    'blue-prism': {
      bad: [
        `<stage stageid="d1" name="Connection" type="Data"><datatype>text</datatype><initialvalue>${STORAGE}</initialvalue></stage>`,
        `<stage stageid="c1" name="Set key" type="Calculation"><calculation expression="&quot;${GITHUB}&quot;" stage="Key" /><onsuccess>end</onsuccess></stage>`,
        '<stage stageid="d1" name="Database" type="Data"><datatype>text</datatype><initialvalue>Data Source=db1;User Id=app;Password=Nordwind-71</initialvalue></stage>',
      ],
      good: [
        '<stage stageid="d1" name="Connection" type="Data"><datatype>text</datatype><initialvalue>AccountName=invoices</initialvalue></stage>',
        '<stage stageid="c1" name="Set key" type="Calculation"><calculation expression="&quot;ghp_&quot; &amp; [Suffix]" stage="Key" /><onsuccess>end</onsuccess></stage>',
        // Near miss: an example of the form, as documentation has it.
        `<stage stageid="d1" name="Note" type="Data"><datatype>text</datatype><initialvalue>a token looks like ghp_${'x'.repeat(36)}</initialvalue></stage>`,
      ],
    },
  },
  level: 'text',
  words: [...KNOWN_SECRET_WORDS, ...PROSE_WORDS],
  names: () => false,
  lengthMin: KNOWN_SECRET_MIN,
  *check(text, { workflow }) {
    const reported = new Set<string>();
    for (const { title, secret } of knownSecretsIn(text.text)) {
      if (reported.has(secret)) continue;
      reported.add(secret);
      if (hasOwnRule(title, text, workflow)) continue;
      const where = textTitle(workflow, text);
      const kind = `${/^(?:[AEO]|npm)/.test(title) ? 'an' : 'a'} ${title}`;
      yield {
        at: text,
        message: `${where} holds what looks like ${kind}: ${mask(secret)}.`,
        subject: `${text.name} ${title}`,
      };
    }
    if (text.kind !== 'annotation' && text.kind !== 'comment') return;
    const inProse = passwordInProse(text.text);
    if (
      inProse === undefined ||
      [...reported].some((secret) => secret.includes(inProse) || inProse.includes(secret))
    )
      return;
    yield {
      at: text,
      message: `${textTitle(workflow, text)} holds a password in its prose: ${mask(inProse)}.`,
      subject: `${text.name} password in prose`,
    };
  },
});
