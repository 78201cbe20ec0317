/** A password, token or key stands as fixed text in a command. */
import { derivedOfList } from '../../model/interning/derived.ts';
import { defineRule } from '../../model/rule.ts';
import type { Property } from '../../model/workflow.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { literalCredentialRule, type SecretPlace } from '../../patterns/secrets/literal-credential-rule.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

/** `CREDENTIAL`, `DO_NOT_REPEAT`: names of choices, which no person types. */
const CHOICE = /^[A-Z]+(?:_[A-Z]+)*$/;

/** Settings of a captured element of a screen. */
const CAPTURED = /^uiObject\./;

const lowerCased = derivedOfList((names) => names.map((name) => name.toLowerCase()));

/** Types of the fields of a command that take a credential. */
const credentialTypes = derivedOfList(
  (properties: readonly Property[]) =>
    new Set(properties.flatMap(({ name, text }) => (text === 'CREDENTIAL' ? [name] : []))),
);

/** Returns whether a setting is the rule's: AAB-SEC-003 checks variables, and another one fields of type credential. */
function isOwn({ assignment: { via, at }, activity }: SecretPlace): boolean {
  if (activity === undefined || via === 'variable' || CAPTURED.test(at.name)) return false;
  return !credentialTypes(activity.properties).has(`${at.name}.type`);
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
  includeDisabled: true,
  ...literalCredentialRule<{ minLength: number; attributes: readonly string[] }>({
    words: [...SECRET_NAME_PARTS, 'secur', 'authorization'],
    least: 'certain',
    *whole(place, { attributes }) {
      const { name, at, text } = place.assignment;
      if (!isOwn(place)) return;
      // Real bots have names that no list foresees (`ewsSecuredPassword`, `clientCredSecret`, inputs of sub-bots).
      const isNamed = secretness(name) === 'certain' && !CHOICE.test(at.text);
      const isSecret = isNamed || lowerCased(attributes).includes(name.toLowerCase());
      const secret = isSecret || text === undefined ? text : secretInHeader(name, text);
      if (secret !== undefined) yield { texts: [secret] };
      if (place.activity?.role !== 'script') return;
      for (const found of secretsInScript(at.text)) yield { texts: [found.text], part: found.name };
    },
    hasParts: (place) => !/^(?:code|field)$/.test(place.assignment.via) && isOwn(place),
    problem({ masked, part }, { assignment: { name, at }, activity }) {
      const own = part ?? name;
      const isBeside = own !== lastPart(at.name);
      return {
        message: `"${activity?.name}" has the secret ${masked} as fixed text${isBeside ? ` for "${own}"` : ''} in "${at.name}".`,
        subject: isBeside ? `${at.name} ${own}` : at.name,
      };
    },
  }),
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
