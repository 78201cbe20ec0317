/** A password, token or key stands as fixed text in an activity. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property, Token } from '../../model/workflow.ts';
import { derived } from '../patterns/derived.ts';
import { mask } from '../patterns/mask.ts';
import { isSecretName } from '../patterns/secret-name.ts';
import { isSecretValue } from '../patterns/secret-value.ts';

const lowerCased = derived((names: readonly string[]) => names.map((name) => name.toLowerCase()));

/** `Key` is a key of a keyboard for most activities. */
const HAS_CRYPTO_KEY = /crypt|hash|sign/i;
/** Dictionaries whose keys are chosen by the author: `Arguments.in_Password`, `Headers.X-Api-Key`. */
const OWN_NAMES = /^(?:Arguments|Headers|Parameters|Attachments|Cookies)\./;

function isSecretProperty(activity: Activity, property: Property, properties: readonly string[]): boolean {
  const last = property.name.slice(property.name.lastIndexOf('.') + 1).toLowerCase();
  if (OWN_NAMES.test(property.name)) return isSecretName(last) || isSecretName(property.name);
  return properties.includes(last) && (last !== 'key' || HAS_CRYPTO_KEY.test(activity.type));
}

/** The fixed second argument of `New NetworkCredential("", "text")`: a secure property fed with plain text. */
function literalInCredential(tokens: readonly Token[]): string | undefined {
  const start = tokens.findIndex((token) => token.kind === 'name' && token.text === 'NetworkCredential');
  const [open, , comma, password, close] = start === -1 ? [] : tokens.slice(start + 1, start + 6);
  const isCall = open?.text === '(' && comma?.text === ',' && close?.text === ')';
  return isCall && password?.kind === 'string' ? password.text : undefined;
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
  includeDisabled: true,
  *check(activity, { options }) {
    const properties = lowerCased(options.properties);
    for (const property of activity.properties) {
      if (property.direction === 'out') continue;
      const secret = isSecretProperty(activity, property, properties)
        ? literalOf(property)
        : property.expression && literalInCredential(property.expression.tokens);
      if (secret === undefined || !isSecretValue(secret, options.minLength)) continue;
      yield {
        at: property,
        message: `"${activity.name}" has the secret ${mask(secret)} as fixed text in "${property.name}".`,
        subject: property.name,
      };
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
      ],
      good: [
        '<ui:SendMail Password="[strPassword]" SecurePassword="{x:Null}" />',
        '<ui:SendMail Password="{x:Null}" /><ui:HttpClient ClientSecret="&lt;your secret&gt;" />',
        // Near miss: a key of the keyboard.
        '<ui:SendHotkey Key="enter" />',
        '<ui:GetRobotCredential AssetName="MailBox" Password="[secPassword]" />',
      ],
    },
  },
});
