/** A variable, Compose, environment variable or field with a secret's name and a fixed text. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Value, Workflow } from '../../model/workflow.ts';
import { ownFixedText } from '../../patterns/power-automate/flow-values.ts';
import { secretsInBody } from '../../patterns/secrets/body-secret.ts';
import { mayBeJson } from '../../patterns/secrets/json-secret.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

/** Returns the fixed text of a value under a secret's name; undefined when it is computed or can be no secret. */
function secretIn(name: string | null, value: Value | undefined, minLength: number): string | undefined {
  const text = ownFixedText(value)?.trim();
  return text !== undefined && secretness(name, text, { minLength }) === 'certain' ? text : undefined;
}

const isSuspect = (name: string): boolean => reaches(secretness(name), 'likely');

/**
 * Returns the secret's name in `Client secret (new_ClientSecret)`: an environment variable has a display name and a
 * schema name.
 */
const secretPart = (name: string): string | undefined => name.split(/[()]/).find(isSuspect);

function* inDeclarations(workflow: Workflow, minLength: number): Generator<Problem> {
  for (const variable of workflow.variables) {
    if (variable.type.toLowerCase() !== 'string' || !isSuspect(variable.name)) continue;
    const secret = secretIn(variable.name, variable.default, minLength);
    if (secret === undefined) continue;
    const message = `The variable "${variable.name}" starts with a fixed secret: ${mask(secret)}.`;
    yield { at: variable.default!, subject: variable.name, message };
  }
  for (const parameter of workflow.arguments) {
    if (
      parameter.default === undefined ||
      !parameter.key.startsWith('parameter:') ||
      parameter.type.toLowerCase() === 'secureobject'
    )
      continue;
    const isText = parameter.secure || parameter.type.toLowerCase() === 'string';
    const name = parameter.secure ? null : secretPart(parameter.name);
    if (!isText || name === undefined) continue;
    const secret = secretIn(name, parameter.default, minLength);
    if (secret === undefined) continue;
    const message = `The parameter "${parameter.name}" has a fixed secret as its default value: ${mask(secret)}.`;
    yield { at: parameter.default, subject: parameter.name, message };
  }
}

/** Settings that other rules check, and those whose names stand for allowed values. */
const ELSEWHERE = /(?:^|[./])(?:authentication|headers|queries|schema|host)\./i;

/** Returns the field in a setting, when it has a secret's name and no other rule checks it; else ''. */
const secretField = factOfNames((name) => {
  const field = lastPart(name.replaceAll('/', '.'));
  return secretness(field) === 'certain' && !ELSEWHERE.test(name) ? field : '';
});

/** Returns whether an action has a field with a secret's name: nearly none has. */
function hasSecretField({ properties }: Activity): boolean {
  for (const property of properties) if (secretField(property) !== '') return true;
  return false;
}

/**
 * Yields fixed texts that an action passes on under the name of a secret: a field of a body, a parameter of a
 * connector.
 */
function* inFields(activity: Activity, minLength: number): Generator<Problem> {
  for (const property of activity.properties) {
    const field = secretField(property);
    if (field === '') continue;
    const secret = secretIn(null, property, minLength);
    if (secret === undefined) continue;
    const message = `"${activity.name}" holds a fixed secret in the field "${field}": ${mask(secret)}.`;
    yield { at: property, subject: property.name, message };
  }
}

/** Returns whether a setting is a request body, which may be XML; mails and pages are too, and have no such fields. */
const isRequestBody = factOfNames((name) => name === 'inputs.body');

/** Returns false for nearly every value, which saves the walk over its fields. */
const mayHaveFields = (value: Value): boolean => mayBeJson(value) || isRequestBody(value);

/** Decodes an object, which stands as it is in the file, where letters may be escapes. */
function unescaped(text: string): string {
  if (!text.includes('\\u')) return text;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Yields the secret fields of a JSON text, of XML, or of the object that a variable starts with. */
function* inText(value: Value, owner: string, minLength: number): Generator<Problem> {
  if (ELSEWHERE.test(value.name)) return;
  for (const { name, text } of secretsInBody(unescaped(value.text))) {
    if (text.startsWith('@') || secretness(null, text, { minLength }) !== 'certain') continue;
    const message = `${owner} holds a fixed secret in the field "${name}" of a text: ${mask(text)}.`;
    yield { at: value, subject: `${value.name} ${name}`, message };
  }
}

/** Returns the variable that an action sets, or the Compose itself, with the value, when it has a secret's name. */
function settingOf(activity: Activity): readonly [name: string, value: Value] | undefined {
  const inputs = (name: string) => activity.properties.find((property) => property.name === name);
  const isCompose = activity.type === 'Compose';
  // The id is made of the name, and equal to it.
  const called = isCompose ? activity.id : literalOf(inputs('inputs.name'));
  if (called === undefined || !isSuspect(called)) return undefined;
  const value = inputs(isCompose ? 'inputs' : 'inputs.value');
  // A value made of something else is no secret of the file.
  if (value === undefined || (value.expression?.mentions.length ?? 0) > 0) return undefined;
  return [isCompose ? activity.name : called, value];
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
  level: 'workflow',
  // Initial objects of variables may hold escapes, which the check decodes.
  words: [...SECRET_NAME_PARTS, 'secure', '\\u00'],
  *check(workflow, { options }) {
    yield* inDeclarations(workflow, options.minLength);
    for (const { name, default: initial } of workflow.variables)
      if (initial !== undefined && mayHaveFields(initial))
        yield* inText(initial, `The variable "${name}"`, options.minLength);
    for (const activity of workflow.activities) {
      for (const property of activity.properties)
        if (mayHaveFields(property)) yield* inText(property, `"${activity.name}"`, options.minLength);
      if (hasSecretField(activity)) yield* inFields(activity, options.minLength);
      if (activity.type !== 'Compose' && activity.type !== 'SetVariable') continue;
      const [name, value] = settingOf(activity) ?? [];
      if (name === undefined) continue;
      const secret = secretIn(name, value, options.minLength);
      if (secret === undefined) continue;
      const what = activity.type === 'Compose' ? 'holds' : `sets the variable "${name}" to`;
      yield {
        at: value!,
        subject: name,
        message: `"${activity.name}" ${what} a fixed secret: ${mask(secret)}.`,
      };
    }
  },
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
