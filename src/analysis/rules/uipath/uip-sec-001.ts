/** A password, token or key stands as fixed text in an activity. */

import { derivedOfList } from '../../model/interning/derived.ts';
import { factOfNames } from '../../model/interning/name-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Value } from '../../model/workflow.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { secretsInCalls } from '../../patterns/secrets/tree-secrets.ts';
import { isPasswordField, typedText } from '../../patterns/uipath/password-field.ts';
import { heldTexts } from '../../patterns/uipath/workflow-values.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

const lowerCased = derivedOfList((names: readonly string[]) => names.map((name) => name.toLowerCase()));

/** Types for which `Key` is a secret; for most activities it is a key of a keyboard. */
const HAS_CRYPTO_KEY = /crypt|hash|sign/i;
/** Dictionaries with the author's own keys: `Arguments.in_Password`, `Headers.X-Api-Key`. */
const OWN_NAMES = /^(?:Arguments|Headers|Parameters|Attachments|Cookies)\./;

/** Classifies the name of a property: whether it is that of a secret, and its last part for lookups. */
const whatIsCalled = factOfNames((name): { readonly isSecret: boolean; readonly last: string } => {
  const own = lastPart(name);
  const last = own.toLowerCase();
  const isSecret = reaches(secretness(own), 'likely');
  if (OWN_NAMES.test(name)) return { isSecret: isSecret || reaches(secretness(name), 'likely'), last: '' };
  return { isSecret: isSecret || last.endsWith('password'), last };
});

function isSecretSetting(activity: Activity, at: Value, properties: readonly string[]): boolean {
  const { isSecret, last } = whatIsCalled(at);
  if (isSecret || (properties.includes(last) && (last !== 'key' || HAS_CRYPTO_KEY.test(activity.type))))
    return true;
  return at === typedText(activity) && isPasswordField(activity, literalOf(at));
}

/** Properties with a script in another language than that of expressions. */
const SCRIPTS = /^(?:CommandText|Script|ScriptCode)$/;
const isAuthorization = factOfNames((name): boolean => /\.authorization$/i.test(name));

export const rule = defineRule({
  id: 'UIP-SEC-001',
  version: 3,
  title: 'Literal credential in an activity property',
  platforms: ['uipath'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who can open the project, its package or its Git history can read the secret, and changing it means publishing the process again.',
  fix: 'Create a Credential asset in Orchestrator (Tenant or folder > Assets > Add asset > Credential), read it with "Get Credential" and bind its Password output (a SecureString) to the secure property of the activity. Then change the secret itself, because the old one is known.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {
    minLength: {
      default: 4,
      unit: 'characters',
      about: 'Shortest text that can be a secret.',
      stricter: 'lower',
    },
    properties: {
      default: [
        'Password',
        'ConsumerSecret',
        'OAuth2Token',
        'AccessToken',
        'ClientSecret',
        'ApplicationSecret',
        'ApiKey',
        'ApiToken',
        'Key',
        'PfxPassword',
        'ProxyPassword',
        'EncryptionKey',
        'Passphrase',
      ] as readonly string[],
      about: 'Properties of activities whose literal values are secrets.',
      stricter: 'longer',
    },
  },
  includeDisabled: true,
  ...literalCredentialRule<{ minLength: number; properties: readonly string[] }>({
    words: ({ properties }) => [
      ...SECRET_NAME_PARTS,
      ...lowerCased(properties),
      'authorization',
      'appendchar',
    ],
    least: 'likely',
    *whole({ workflow, assignment: { at }, activity }, { properties }) {
      if (activity === undefined) return;
      if (isSecretSetting(activity, at, lowerCased(properties))) yield { texts: heldTexts(workflow, at) };
      else if (isAuthorization(at))
        yield {
          texts: heldTexts(workflow, at).flatMap((text) => secretInHeader('Authorization', text) ?? []),
        };
      else if (SCRIPTS.test(at.name))
        for (const { name, text } of secretsInScript(literalOf(at) ?? ''))
          yield { texts: [text], part: name };
      if (at.expression !== undefined) yield* secretsInCalls(at.expression);
    },
    hasParts: ({ assignment: { via }, activity }) => activity !== undefined && via !== 'field',
    problem({ masked, part }, { assignment: { at }, activity }) {
      const where = part === undefined ? `"${at.name}"` : `"${at.name}", under the name "${part}"`;
      return {
        subject: part === undefined ? at.name : `${at.name} ${part}`,
        message: `"${activity?.name}" has the secret ${masked} as fixed text in ${where}.`,
      };
    },
  }),
  examples: {
    uipath: {
      bad: [
        '<ui:SendMail DisplayName="Send report" Password="Nordwind-71" />',
        `<ui:TypeInto DisplayName="Sign in" Text="Nordwind-71"><ui:TypeInto.Target>
  <ui:Target Selector="&lt;webctrl tag='INPUT' type='password' /&gt;" /></ui:TypeInto.Target></ui:TypeInto>`,
        `<ui:TypeInto Text="[&quot;Nordwind&quot; + &quot;-71&quot;]"><ui:TypeInto.Target>
  <ui:Target Selector="&lt;webctrl id='txtPassword' tag='INPUT' /&gt;" /></ui:TypeInto.Target></ui:TypeInto>`,
        `<ui:CommentOut><ui:CommentOut.Body><Sequence>
  <ui:HttpClient ClientSecret="[&quot;k-2208-example-only&quot;]" />
</Sequence></ui:CommentOut.Body></ui:CommentOut>`,
        `<ui:InvokeWorkflowFile WorkflowFileName="Login.xaml"><ui:InvokeWorkflowFile.Arguments>
  <InArgument x:TypeArguments="x:String" x:Key="in_Password">Nordwind-71</InArgument>
</ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>`,
        `<uix:NTypeInto><uix:NTypeInto.SecureText><InArgument x:TypeArguments="ss:SecureString">
  <CSharpValue x:TypeArguments="ss:SecureString">new NetworkCredential("", "Nordwind-71").SecurePassword</CSharpValue>
</InArgument></uix:NTypeInto.SecureText></uix:NTypeInto>`,
        `<Assign><Assign.To><OutArgument x:TypeArguments="ss:SecureString">[secret]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="ss:SecureString">[New System.Net.NetworkCredential(String.Empty, "Nordwind-71").SecurePassword]</InArgument></Assign.Value></Assign>`,
        `<ui:InvokeCode Code="Dim password As String = &quot;Nordwind-71&quot;&#xA;Login(user, password)" />`,
        `<Assign><Assign.To><OutArgument x:TypeArguments="scg:Dictionary(x:String, x:String)">[settings]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="scg:Dictionary(x:String, x:String)">[New Dictionary(Of String, String) From {{"User", "svc"}, {"Password", "Nordwind-71"}}]</InArgument></Assign.Value></Assign>`,
        `<ui:HttpClient><ui:HttpClient.Headers>
  <InArgument x:TypeArguments="x:String" x:Key="Authorization">Bearer k-2208-example-only</InArgument>
</ui:HttpClient.Headers></ui:HttpClient>`,
        '<ui:ReadPDFText UserPassword="Nordwind-71" />',
        `<ui:HttpClient Body="[&quot;{&quot;&quot;user&quot;&quot;: &quot;&quot;svc&quot;&quot;, &quot;&quot;password&quot;&quot;: &quot;&quot;Nordwind-71&quot;&quot;}&quot;]" />`,
        '<ui:SendMail Password="[If(isTest, &quot;Nordwind-71&quot;, Config(&quot;MailPassword&quot;).ToString)]" />',
        '<ui:HttpClient OAuth1TokenSecret="k-2208-example-only" /><ui:WriteLine Text="a" />',
        '<ui:TypeInto DisplayName="Type Into \'Password\'" Text="Nordwind-71" />',
        '<ui:SendMail Password="[(&quot;Nordwind&quot; + &quot;-71&quot;).ToString]" />',
        `<ui:SendMail><ui:SendMail.Password><InArgument x:TypeArguments="x:String">
  <CSharpValue x:TypeArguments="x:String">isTest ? "Nordwind-71" : Config["MailPassword"].ToString()</CSharpValue></InArgument></ui:SendMail.Password></ui:SendMail>`,
        `<ui:InvokeCode Code="first = New NetworkCredential(user, pw)&#xA;client.Credentials = New NetworkCredential(userName:=&quot;svc&quot;, password:=&quot;Nordwind-71&quot;)" />`,
        `<ui:InvokeCode Code="For Each c As Char In &quot;Nordwind-71&quot;&#xA;  secure.AppendChar(c)&#xA;Next" />`,
        `<ui:InvokeCode Code="client.Headers.Add(&quot;Authorization&quot;, &quot;Bearer k-2208-example-only&quot;)" />`,
        `<ui:NetHttpRequest Headers="[New Dictionary(Of String, String) From {{&quot;Authorization&quot;, &quot;Bearer k-2208-example-only&quot;}}]" />`,
        `<ui:HttpClient Body="[&quot;{'usernameOrEmailAddress':'svc', 'password':'Nordwind-71'}&quot;]" />`,
        `<ui:BuildDataTable TableInfo="&lt;NewDataSet&gt;&lt;Logins&gt;&lt;User&gt;svc&lt;/User&gt;&lt;Password&gt;Nordwind-71&lt;/Password&gt;&lt;/Logins&gt;&lt;/NewDataSet&gt;" />`,
        `<ui:InvokePowerShell CommandText="$password = 'Nordwind-71'; Connect-Store -Password $password" />`,
        `<Variable x:TypeArguments="x:String" Name="start" Default="Nordwind" />
<ui:SendMail Password="[String.Format(&quot;{0}-{1}&quot;, start, &quot;71&quot;)]" />`,
        '<ui:SendMail Password="[Encoding.UTF8.GetString(Convert.FromBase64String(&quot;Tm9yZHdpbmQtNzE=&quot;))]" />',
        '<Assign Value="[New Login With {.User = &quot;svc&quot;, .Password = &quot;Nordwind-71&quot;}]" />',
      ],
      good: [
        `<Variable x:TypeArguments="x:String" Name="start" Default="Nordwind-71" /><ui:Ask Answer="[start]" />
<ui:SendMail Password="[start]" />`,
        '<ui:InvokeCode Code="If password = &quot;Nordwind-71&quot; OrElse retry Then Return" />',
        '<ui:SendMail Password="[strPassword]" SecurePassword="{x:Null}" />',
        '<ui:SendMail Password="{x:Null}" /><ui:HttpClient ClientSecret="&lt;your secret&gt;" />',
        `<ui:InvokeCode Code="password = Config(&quot;Password&quot;).ToString&#xA;token = &quot;&quot;&#xA;passwordField = &quot;txtPassword&quot;" />`,
        `<ui:InvokeCode Code="If tokenType = &quot;Bearer&quot; Then password = &quot;pre&quot; + seed + name" />`,
        '<If Condition="[strToken = &quot;EndOfFile&quot;]" />',
        `<ui:SendMail Password="[If(stage = &quot;Production&quot;, Config(&quot;MailPassword&quot;).ToString, Nothing)]" />`,
        '<ui:HttpClient Body="{}{&quot;password&quot;: &quot;string&quot;, &quot;token&quot;: &quot;{{token}}&quot;, &quot;passwordField&quot;: &quot;txtPassword&quot;}" />',
        `<ui:InvokeCode Code="table.Columns.Add(&quot;Password&quot;, GetType(String))&#xA;client.Headers.Add(&quot;Authorization&quot;, &quot;Bearer &quot; + token)" />`,
        `<ui:InvokePowerShell CommandText="$password = 'pre' + $seed; $passwordFile = 'C:\\a.txt'; $token = '$env:TOKEN'" />`,
        `<ui:HttpClient Body="&lt;Login&gt;&lt;Password&gt;{{password}}&lt;/Password&gt;&lt;Token&gt;?&lt;/Token&gt;&lt;PasswordField&gt;txtPassword&lt;/PasswordField&gt;&lt;/Login&gt;" />`,
        `<ui:SendMail><ui:SendMail.Password><InArgument x:TypeArguments="x:String">
  <CSharpValue x:TypeArguments="x:String">stage == "Production" ? Config["A"].ToString() : secret + "Nordwind"</CSharpValue></InArgument></ui:SendMail.Password></ui:SendMail>`,
        // Near misses: the name of an asset, a connection without a password, and a key of the keyboard.
        `<ui:InvokeWorkflowFile WorkflowFileName="Login.xaml"><ui:InvokeWorkflowFile.Arguments>
  <InArgument x:TypeArguments="x:String" x:Key="in_Credential">ErpLogin</InArgument>
  <InArgument x:TypeArguments="x:String" x:Key="in_ConnectionString">Server=DB1;Integrated Security=SSPI</InArgument>
</ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>`,
        // Near misses: what is said of a token.
        '<ui:HttpClient ApiToken="Unauthorized!" Body="{}{&quot;token&quot;: &quot;Forbidden&quot;}" />',
        '<ui:SendHotkey Key="enter" />',
        `<ui:TypeInto Text="Nordwind-71"><ui:TypeInto.Target>
  <ui:Target Selector="&lt;webctrl id='txtUser' tag='INPUT' type='text' /&gt;" /></ui:TypeInto.Target></ui:TypeInto>`,
        '<ui:GetRobotCredential AssetName="MailBox" Password="[secPassword]" />',
      ],
    },
  },
});
