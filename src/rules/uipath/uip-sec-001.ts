/** A password, token or key stands as fixed text in an activity. */
import { factOfNames } from '../../model/name-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Expression, Property, Token } from '../../model/workflow.ts';
import { derivedOfList } from '../patterns/derived.ts';
import { secretsInJson } from '../patterns/json-secret.ts';
import { mask } from '../patterns/mask.ts';
import { namedTexts } from '../patterns/named-texts.ts';
import { isOwnSecretName } from '../patterns/own-secret-name.ts';
import { isPlaceholder } from '../patterns/placeholder.ts';
import { SECRET_NAME_PARTS } from '../patterns/secret-name.ts';
import { isSecretValue } from '../patterns/secret-value.ts';

const lowerCased = derivedOfList((names: readonly string[]) => names.map((name) => name.toLowerCase()));

/** `Key` is a key of a keyboard for most activities. */
const HAS_CRYPTO_KEY = /crypt|hash|sign/i;
/** Dictionaries whose keys are chosen by the author: `Arguments.in_Password`, `Headers.X-Api-Key`. */
const OWN_NAMES = /^(?:Arguments|Headers|Parameters|Attachments|Cookies)\./;

/** What the name of a property says: whether it is that of a secret, and how it ends where that has to be looked up. */
const whatIsCalled = factOfNames((name): { readonly isSecret: boolean; readonly last: string } => {
  const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (OWN_NAMES.test(name)) return { isSecret: isOwnSecretName(last) || isOwnSecretName(name), last: '' };
  return { isSecret: last.endsWith('password'), last };
});

function isSecretProperty(activity: Activity, property: Property, properties: readonly string[]): boolean {
  const { isSecret, last } = whatIsCalled(property);
  if (isSecret || last === '') return isSecret;
  return properties.includes(last) && (last !== 'key' || HAS_CRYPTO_KEY.test(activity.type));
}

/** The fixed second argument of `New NetworkCredential("", "text")`: a secure property fed with plain text. */
function literalInCredential(tokens: readonly Token[]): string | undefined {
  const start = tokens.findIndex((token) => token.kind === 'name' && token.text === 'NetworkCredential');
  if (start === -1 || tokens[start + 1]?.text !== '(') return undefined;
  let depth = 0;
  for (let at = start + 1; at < tokens.length; at += 1) {
    const { text } = tokens[at]!;
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    if (depth === 0) return undefined;
    if (depth > 1 || text !== ',') continue;
    const [password, behind] = [tokens[at + 1], tokens[at + 2]];
    const isWhole = behind?.text === ')' || behind?.text === ',';
    return password?.kind === 'string' && isWhole ? password.text : undefined;
  }
  return undefined;
}

/** The fixed texts that `If(condition, "one", "other")` of Visual Basic chooses between. */
function* literalsInChoice(tokens: readonly Token[]): Generator<string> {
  if (!/^i?if$/i.test(tokens[0]?.text ?? '') || tokens[1]?.text !== '(') return;
  let depth = 0;
  for (let at = 1; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'string') {
      const isWhole = tokens[at - 1]!.text === ',' && /^[,)]$/.test(tokens[at + 1]?.text ?? '');
      if (depth === 1 && isWhole) yield text;
    } else if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
  }
}

/** A secret, and what it is called when that is not the property itself. */
interface Found {
  readonly secret: string;
  readonly name?: string;
}

/** Secrets of an expression or of code: in a credential, or under the name of one. */
function* inExpression({ tokens, language }: Expression, isCode: boolean): Generator<Found> {
  const password = literalInCredential(tokens);
  if (password !== undefined) yield { secret: password };
  for (const { name, text } of namedTexts(tokens, isCode || language === 'csharp')) {
    if (isOwnSecretName(name)) yield { secret: text, name };
  }
}

/** What begins a text in one of the languages: code without one has no fixed text in it. */
const HAS_TEXT = /["'\u201c\u201d]/;

/** The fixed value of an `Authorization` header, without the scheme. */
function inHeader({ name }: Property, text: string): string | undefined {
  if (!/^Headers\.Authorization$/i.test(name)) return undefined;
  const secret = /^(?:bearer|token|apikey)\s+(\S{8,})$/i.exec(text.trim())?.[1];
  return secret === undefined || isPlaceholder(secret) ? undefined : secret;
}

function* secretsIn(activity: Activity, property: Property, names: readonly string[]): Generator<Found> {
  const literal = literalOf(property);
  if (literal === undefined) {
    const { name, expression } = property;
    if (expression === undefined || !HAS_TEXT.test(expression.text)) return;
    yield* inExpression(expression, name === 'Code');
    if (!isSecretProperty(activity, property, names)) return;
    for (const secret of literalsInChoice(expression.tokens)) yield { secret };
    return;
  }
  const secret = isSecretProperty(activity, property, names) ? literal : inHeader(property, literal);
  if (secret !== undefined) yield { secret };
  else for (const { name, text } of secretsInJson(literal)) yield { secret: text, name };
}

export const rule = defineRule({
  id: 'UIP-SEC-001',
  version: 1,
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
    minLength: 4,
    properties: [
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
    ],
  },
  level: 'activity',
  words: ({ properties }) => [...SECRET_NAME_PARTS, ...lowerCased(properties), 'authorization'],
  includeDisabled: true,
  *check(activity, { options }) {
    const properties = lowerCased(options.properties);
    for (const property of activity.properties) {
      if (property.direction === 'out') continue;
      for (const { secret, name } of secretsIn(activity, property, properties)) {
        if (!isSecretValue(secret, options.minLength)) continue;
        const where =
          name === undefined ? `"${property.name}"` : `"${property.name}", under the name "${name}"`;
        yield {
          at: property,
          message: `"${activity.name}" has the secret ${mask(secret)} as fixed text in ${where}.`,
          subject: name === undefined ? property.name : `${property.name} ${name}`,
        };
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        '<ui:SendMail DisplayName="Send report" Password="Nordwind-71" />',
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
      ],
      good: [
        '<ui:SendMail Password="[strPassword]" SecurePassword="{x:Null}" />',
        '<ui:SendMail Password="{x:Null}" /><ui:HttpClient ClientSecret="&lt;your secret&gt;" />',
        `<ui:InvokeCode Code="password = Config(&quot;Password&quot;).ToString&#xA;token = &quot;&quot;&#xA;passwordField = &quot;txtPassword&quot;" />`,
        `<ui:InvokeCode Code="If tokenType = &quot;Bearer&quot; Then password = &quot;pre&quot; + seed + name" />`,
        '<If Condition="[strToken = &quot;EndOfFile&quot;]" />',
        `<ui:SendMail Password="[If(stage = &quot;Production&quot;, Config(&quot;MailPassword&quot;).ToString, Nothing)]" />`,
        '<ui:HttpClient Body="{}{&quot;password&quot;: &quot;string&quot;, &quot;token&quot;: &quot;{{token}}&quot;, &quot;passwordField&quot;: &quot;txtPassword&quot;}" />',
        // Near misses: the name of an asset, a connection without a password, and a key of the keyboard.
        `<ui:InvokeWorkflowFile WorkflowFileName="Login.xaml"><ui:InvokeWorkflowFile.Arguments>
  <InArgument x:TypeArguments="x:String" x:Key="in_Credential">ErpLogin</InArgument>
  <InArgument x:TypeArguments="x:String" x:Key="in_ConnectionString">Server=DB1;Integrated Security=SSPI</InArgument>
</ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>`,
        '<ui:SendHotkey Key="enter" />',
        '<ui:GetRobotCredential AssetName="MailBox" Password="[secPassword]" />',
      ],
    },
  },
});
