/** A variable, Compose, environment variable or field with a secret's name and a fixed text. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { defineRule } from '../../model/rule.ts';
import type { Variable } from '../../model/workflow.ts';
import { ownFixedText } from '../../patterns/power-automate/flow-values.ts';
import { literalCredentialRule, type SecretPlace } from '../../patterns/secrets/literal-credential-rule.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

/** Parts of the names that count: a connection or credential alone does not, and stands in each use of a connector. */
const NAME_PARTS = SECRET_NAME_PARTS.filter((part) => part !== 'conn' && part !== 'credential');

/** Settings that other rules check, and those whose names stand for allowed values. */
const ELSEWHERE = /(?:^|[./])(?:authentication|headers|queries|schema|host)\./i;

const fieldOf = (name: string): string => lastPart(name.replaceAll('/', '.'));

/** Returns whether a setting is a field with a secret's name that no other rule checks. */
const isSecretField = factOfNames((name) => secretness(fieldOf(name)) === 'certain' && !ELSEWHERE.test(name));

/** Actions whose whole result is their value. */
const SETS: ReadonlySet<string> = new Set(['Compose', 'SetVariable']);

/**
 * Returns the secret's name in `Client secret (new_ClientSecret)`: an environment variable has a display name and a
 * schema name.
 */
const secretPart = (name: string): string | undefined =>
  name.split(/[()]/).find((part) => reaches(secretness(part), 'likely'));

/** Returns the name by which the start value of a symbol is judged: '' where its type says that it is a secret. */
function nameOfSymbol(symbol: Variable): string | undefined {
  const type = symbol.type.toLowerCase();
  const isParameter = symbol.key.startsWith('parameter:');
  if (isParameter && symbol.secure) return type === 'secureobject' ? undefined : '';
  return type === 'string' && (isParameter || !('direction' in symbol)) ? secretPart(symbol.name) : undefined;
}

/** Returns the name by which a value is judged: '' for the field of a secret; undefined if no secret is expected. */
function judgedName({ assignment: { name, via, at }, activity, symbol }: SecretPlace): string | undefined {
  if (symbol !== undefined) return nameOfSymbol(symbol);
  if (isSecretField(at)) return '';
  // A value made of something else is no secret of the file.
  const isOwn = via === 'variable' && (at.expression?.mentions.length ?? 0) === 0;
  return isOwn && SETS.has(activity?.type ?? '') ? secretPart(name) : undefined;
}

export const rule = defineRule({
  id: 'PAF-SEC-003',
  version: 2,
  title: 'Secret-named variable, Compose or parameter with a literal',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'critical',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who can see the flow or one of its runs can read the value, and it travels with every export. What variables and Compose actions hold cannot even be hidden from the run history.',
  fix: 'In the solution choose New > More > Environment variable, data type Secret, and let it point to Azure Key Vault. Read it with the Dataverse action "Perform an unbound action" (RetrieveEnvironmentVariableSecretValue), with Secure outputs switched on, directly where it is needed. Delete this value and renew the secret, because it is known.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {
    minLength: {
      default: 4,
      unit: 'characters',
      about: 'Shortest text that can be a secret.',
      stricter: 'lower',
    },
  },
  includeDisabled: true,
  ...literalCredentialRule({
    // Initial objects of variables may hold escapes, which their members have no longer.
    words: [...NAME_PARTS, 'secure', '\\u00'],
    least: 'certain',
    *whole(place) {
      const name = judgedName(place);
      const text = name === undefined ? undefined : ownFixedText(place.assignment.at);
      if (text !== undefined) yield { texts: [text], judgedBy: name === '' ? undefined : name };
    },
    hasParts({ assignment: { via, at, text }, symbol }) {
      if (symbol !== undefined && 'direction' in symbol) return false;
      const isMember = via === 'json' || (via === 'xml' && at.name === 'inputs.body');
      return isMember && !ELSEWHERE.test(at.name) && text?.startsWith('@') !== true;
    },
    problem({ masked, part }, { assignment: { name, at }, activity, symbol }) {
      const owner = symbol === undefined ? `"${activity?.name}"` : `The variable "${symbol.name}"`;
      if (part !== undefined) {
        const message = `${owner} holds a fixed secret in the field "${part}" of a text: ${masked}.`;
        return { subject: `${at.name} ${part}`, message };
      }
      if (symbol !== undefined) {
        const starts = `${owner} starts with a fixed secret: ${masked}.`;
        const has = `The parameter "${symbol.name}" has a fixed secret as its default value: ${masked}.`;
        return { subject: symbol.name, message: 'direction' in symbol ? has : starts };
      }
      if (isSecretField(at)) {
        const message = `${owner} holds a fixed secret in the field "${fieldOf(at.name)}": ${masked}.`;
        return { subject: at.name, message };
      }
      const what = activity?.type === 'Compose' ? 'holds' : `sets the variable "${name}" to`;
      return { subject: name, message: `${owner} ${what} a fixed secret: ${masked}.` };
    },
  }),
  examples: {
    'power-automate': {
      bad: [
        `"Initialize_password": {"type": "InitializeVariable",
          "inputs": {"variables": [{"name": "dbPassword", "type": "string", "value": "not-a-real-one"}]}}`,
        `"API_key": {"type": "Compose", "inputs": "invented-key-0123"}`,
        `"API_key": {"type": "Compose", "inputs": "@base64ToString('aW52ZW50ZWQta2V5LTAxMjM=')"}`,
        `{"parameters": {"Client secret (new_ClientSecret)": {"type": "String", "defaultValue": "invented-0123"}}}`,
        `"Set": {"type": "SetVariable", "inputs": {"name": "accessKey", "value": "invented-0123"}}`,
        `"Password_for_SAP": {"type": "Compose", "inputs": "invented-0123!"}`,
        `"Sign_in": {"type": "Http", "inputs": {"method": "POST", "uri": "https://api.example.com/login",
          "body": {"user": "svc", "password": "invented-for-this"}}}`,
        `"Run_desktop_flow": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "d", "operationId": "RunUIFlow_V2",
          "apiId": "/providers/Microsoft.PowerApps/apis/shared_uiflows"}, "parameters": {"uiFlowId": "1", "item/Password": "invented-for-this"}}}`,
        `"Sign_in": {"type": "Http", "inputs": {"method": "POST", "uri": "https://api.example.com/login",
          "body": "{\\"user\\": \\"@{triggerBody()?['user']}\\", \\"password\\": \\"invented-for-this\\"}"}}`,
        `"Sign_in": {"type": "Http", "inputs": {"method": "POST", "uri": "https://erp.example.com/soap",
          "body": "<Envelope><Body><Login><User>svc</User><Password>invented-for-this</Password></Login></Body></Envelope>"}}`,
        `"Settings": {"type": "InitializeVariable", "inputs": {"variables": [
          {"name": "settings", "type": "object", "value": {"user": "svc", "clientSecret": "invented-for-this"}}]}}`,
      ],
      good: [
        `"Initialize_password": {"type": "InitializeVariable",
          "inputs": {"variables": [{"name": "dbPassword", "type": "string", "value": "@body('Get_secret')?['value']"}]}}`,
        `"Sign_in": {"type": "Http", "inputs": {"method": "POST", "uri": "https://api.example.com/login",
          "body": {"grant_type": "password", "password": "@body('Get_secret')?['value']", "token_type": "bearer"}}}`,
        `"Read": {"type": "ParseJson", "inputs": {"content": "@body('Sign_in')", "schema": {"type": "object",
          "properties": {"token": {"type": "string"}, "password": "string"}}}}`,
        `"Initialize_type": {"type": "InitializeVariable",
          "inputs": {"variables": [{"name": "tokenType", "type": "string", "value": "Bearer"},
            {"name": "passedChecks", "type": "string", "value": "none so far"}]}}`,
        `"Settings": {"type": "InitializeVariable", "inputs": {"variables": [
          {"name": "settings", "type": "object", "value": {"user": "svc", "clientSecret": "@body('Get_secret')?['value']"}}]}},
         "Sample": {"type": "Compose", "inputs": "{\\"token\\": \\"string\\", \\"password\\": \\"@{outputs('Get')}\\"}"}`,
        // Near misses: answers that say why there is no token.
        `"Answer": {"type": "Response", "kind": "PowerApp", "inputs": {"statusCode": 200, "body": {"token": "Unauthorized!"}}},
         "Late": {"type": "Response", "kind": "PowerApp", "inputs": {"statusCode": 200, "body": {"token": "Time out!"}}}`,
        // Near misses: a connection that signs in by itself, the name of a credential, and texts about passwords and tokens.
        `"Initialize": {"type": "InitializeVariable", "inputs": {"variables": [
          {"name": "ConnectionString", "type": "string", "value": "Server=db1;Database=Orders;Authentication=ActiveDirectoryIntegrated;"},
          {"name": "CredentialToUse", "type": "string", "value": "SAP_PROD1"},
          {"name": "PasswordNotice", "type": "string", "value": "Please change your password within 14 days"}]}}`,
        `"Compose_-_token_request_body": {"type": "Compose", "inputs": "grant_type=client_credentials&scope=https%3A%2F%2Fgraph"},
         "Compose_secret_santa": {"type": "Compose", "inputs": "List of 2025"}`,
        `{"parameters": {"Token lifetime (new_TokenLifetime)": {"type": "String", "defaultValue": "3600"},
          "Secret owner (new_SecretOwner)": {"type": "String", "defaultValue": "ops2@contoso.example"}}}`,
        `{"parameters": {"Client secret (new_ClientSecret)": {"type": "String", "defaultValue": ""},
          "API secret (new_Secret)": {"type": "String",
            "defaultValue": "/subscriptions/1/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v/secrets/s"}}}`,
      ],
    },
  },
});
