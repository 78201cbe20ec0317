/** A password, token or key stands as fixed text in a command. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { mayBeBody, secretsInBody } from '../../patterns/secrets/body-secret.ts';
import { secretsInCode } from '../../patterns/secrets/code-secret.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import type { TokenSecret } from '../../patterns/secrets/token-secrets.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

/** Words of which nearly every name has none: a cheap check before names are split into words. */
const MAYBE_SECRET_WORDS = [...SECRET_NAME_PARTS, 'secur'];
const MAYBE_SECRET = new RegExp(MAYBE_SECRET_WORDS.join('|'), 'i');
/** `CREDENTIAL`, `DO_NOT_REPEAT`: names of choices, which no person types. */
const CHOICE = /^[A-Z]+(?:_[A-Z]+)*$/;

function isSecret(property: Property, name: string, attributes: readonly string[]): boolean {
  if (!MAYBE_SECRET.test(name)) return false;
  const last = lastPart(name);
  if (attributes.includes(last.toLowerCase())) return true;
  // Real bots have names that no list foresees (`ewsSecuredPassword`, `clientCredSecret`, inputs of sub-bots).
  return secretness(last) === 'certain' && !CHOICE.test(property.text);
}

const NAME_OR_KEY = /(?:^|\.)(?:name|key|dictionarykey)$/;

/** Maps each lower-case prefix, as `headers.0.`, to the first name or key under it. */
function namesByPrefix({ properties }: Activity): ReadonlyMap<string, Property> {
  const names = new Map<string, Property>();
  for (const property of properties) {
    const lower = property.name.toLowerCase();
    if (!NAME_OR_KEY.test(lower)) continue;
    const prefix = lower.slice(0, lower.lastIndexOf('.') + 1);
    if (!names.has(prefix)) names.set(prefix, property);
  }
  return names;
}

/** Returns a lookup of the name beside a value: in lists of headers, and where a key of a dictionary is set. */
function nameFinder(activity: Activity): (value: Property) => string | undefined {
  let names: ReadonlyMap<string, Property> | undefined;
  return ({ name }) => {
    if (!/(?:^|\.)value$/i.test(name)) return undefined;
    names ??= namesByPrefix(activity);
    const beside = names.get(name.slice(0, -'value'.length).toLowerCase());
    return beside && literalOf(beside);
  };
}

/** Returns whether a setting's name can be that of a secret, or one may stand beside it. */
const mayBeNamed = factOfNames(
  (name) => MAYBE_SECRET.test(name) || /(?:^|\.)(?:value|authorization)$/i.test(name),
);

function* secretsIn(
  activity: Activity,
  property: Property,
  attributes: readonly string[],
  nameBeside: (value: Property) => string | undefined,
): Generator<TokenSecret> {
  const literal = mayBeNamed(property) ? literalOf(property) : undefined;
  if (literal !== undefined) {
    if (isSecret(property, property.name, attributes)) {
      yield { secret: literal };
      return;
    }
    const name = nameBeside(property);
    const secret =
      name !== undefined && isSecret(property, name, attributes)
        ? literal
        : secretInHeader(name ?? lastPart(property.name), literal);
    if (secret !== undefined) yield name === undefined ? { secret } : { secret, name };
  }
  const isScript = activity.role === 'script';
  if (!isScript && !mayBeBody(property)) return;
  const texts = isScript ? secretsInCode(property.text) : secretsInBody(property.text);
  for (const { name, text } of texts) yield { secret: text, name };
}

/** Returns the fields of type credential, which another rule checks. */
function credentialFields(activity: Activity): ReadonlySet<string> {
  const markers = activity.properties.filter(({ text }) => text === 'CREDENTIAL');
  return new Set(markers.map(({ name }) => name.replace(/\.type$/, '')));
}

export const rule = defineRule({
  id: 'AAB-SEC-001',
  version: 1,
  title: 'Literal secret in a command attribute',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who can view, copy or export the bot can read the secret, and changing it means editing every bot that has it.',
  fix: 'Create the secret under Manage > Credentials in the Control Room and put it in a locker. In the command, switch the field from "Insecure string" to "Credential" and pick it; then change the secret itself, because the old one is known.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {
    attributes: {
      default: [
        'securedPassword',
        'password',
        'connectionPassword',
        'clientSecret',
        'token',
        'apiKey',
        'accessToken',
        'secretKey',
        'passphrase',
        'userSecureText',
      ] as readonly string[],
      about: 'Attributes of commands whose literal values are secrets.',
      stricter: 'longer',
    },
    minLength: {
      default: 4,
      unit: 'characters',
      about: 'Shortest text that can be a secret.',
      stricter: 'lower',
    },
  },
  level: 'activity',
  words: MAYBE_SECRET_WORDS,
  includeDisabled: true,
  *check(activity, { options }) {
    const attributes = options.attributes.map((name) => name.toLowerCase());
    const nameBeside = nameFinder(activity);
    let credentials: ReadonlySet<string> | undefined;
    for (const property of activity.properties) {
      if (property.direction === 'out' || property.name.startsWith('uiObject.')) continue;
      for (const { secret, name } of secretsIn(activity, property, attributes, nameBeside)) {
        if (secretness(null, secret, options) !== 'certain') continue;
        credentials ??= credentialFields(activity);
        if (credentials.has(property.name)) continue;
        const what = name === undefined ? '' : ` for "${name}"`;
        yield {
          at: property,
          message: `"${activity.name}" has the secret ${mask(secret)} as fixed text${what} in "${property.name}".`,
          subject: name === undefined ? property.name : `${property.name} ${name}`,
        };
      }
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "emailConnect", "packageName": "Email", "attributes": [
  { "name": "securedPassword", "value": { "type": "STRING", "string": "Nordwind-71" } } ] }`,
        `{ "commandName": "runTask", "packageName": "TaskBot", "disabled": true, "attributes": [
  { "name": "taskbot", "value": { "type": "TASKBOT",
    "taskbotFile": { "type": "FILE", "string": "repository:///Automation%20Anywhere/Bots/Log%20in" },
    "taskbotInput": { "type": "DICTIONARY", "dictionary": [
      { "key": "in_ApiKey", "value": { "type": "STRING", "string": "k-2208-example-only" } } ] } } } ] }`,
        `{ "commandName": "post", "packageName": "Rest", "attributes": [
  { "name": "customBody", "value": { "type": "STRING",
    "expression": "{ \\"user\\": \\"$sUser$\\", \\"password\\": \\"Nordwind-71\\" }" } } ] }`,
        `{ "commandName": "get", "packageName": "Rest", "attributes": [
  { "name": "headers", "value": { "type": "LIST", "list": [ { "type": "DICTIONARY", "dictionary": [
    { "key": "Name", "value": { "type": "STRING", "string": "X-Api-Key" } },
    { "key": "Value", "value": { "type": "STRING", "string": "k-2208-example-only" } } ] } ] } } ] }`,
        `{ "commandName": "get", "packageName": "Rest", "attributes": [
  { "name": "headers", "value": { "type": "DICTIONARY", "dictionary": [
    { "key": "Authorization", "value": { "type": "STRING", "string": "Bearer k-2208-example-only" } } ] } } ] }`,
        `{ "commandName": "put", "packageName": "Dictionary", "attributes": [
  { "name": "key", "value": { "type": "STRING", "string": "ErpPassword" } },
  { "name": "value", "value": { "type": "STRING", "string": "Nordwind-71" } } ] }`,
        `{ "commandName": "runScript", "packageName": "VBScript", "attributes": [
  { "name": "manualScript", "value": { "type": "STRING", "string": "password = \\"Nordwind-71\\"\\nLogin user, password" } } ] }`,
      ],
      good: [
        `{ "commandName": "emailConnect", "packageName": "Email", "attributes": [
  { "name": "securedPassword", "value": { "type": "CREDENTIAL",
    "credential": { "name": "Mailbox", "lockerName": "Finance", "attributeName": "Password" } } } ] }`,
        `{ "commandName": "emailConnect", "packageName": "Email", "attributes": [
  { "name": "securedPassword", "value": { "type": "STRING", "expression": "$cMailPassword$" } } ] }`,
        // Near miss: an address without a password; with one it is the matter of AAB-SEC-019.
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionString", "value": { "type": "STRING", "string": "Server=db1;Database=Orders;Trusted_Connection=True;" } } ] }`,
        // Near miss: a choice about the password, not the password.
        `{ "commandName": "OpenSpreadsheet", "packageName": "Excel_MS", "attributes": [
  { "name": "passwordOption", "value": { "type": "STRING", "string": "CREDENTIAL" } },
  { "name": "openPassword", "value": { "type": "STRING", "string": "" } } ] }`,
        // Near misses: the bot fills in the secret when it runs.
        `{ "commandName": "post", "packageName": "Rest", "attributes": [
  { "name": "customBody", "value": { "type": "STRING",
    "expression": "{ \\"user\\": \\"bot\\", \\"password\\": \\"$cLogin$\\", \\"token_type\\": \\"bearer\\" }" } },
  { "name": "headers", "value": { "type": "DICTIONARY", "dictionary": [
    { "key": "Authorization", "value": { "type": "STRING", "expression": "Bearer $sToken$" } } ] } } ] }`,
        `{ "commandName": "runScript", "packageName": "VBScript", "attributes": [
  { "name": "manualScript", "value": { "type": "STRING",
    "string": "password = WScript.Arguments(0)\\nIf password = \\"\\" Then WScript.Quit" } } ] }`,
      ],
    },
  },
});
