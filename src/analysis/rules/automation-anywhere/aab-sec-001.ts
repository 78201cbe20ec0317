/** A password, token or key stands as fixed text in a command. */
import { defineRule } from '../../model/rule.ts';
import type { Assignment } from '../../model/subjects/assignment.ts';
import type { Activity } from '../../model/workflow.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { secretOfPart } from '../../patterns/secrets/assigned-secret.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import type { FixedSecret } from '../../patterns/secrets/tree-secrets.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

/** Words of which a setting with a secret has one, in its name or in its text. */
const MAYBE_SECRET_WORDS = [...SECRET_NAME_PARTS, 'secur'];
/** `CREDENTIAL`, `DO_NOT_REPEAT`: names of choices, which no person types. */
const CHOICE = /^[A-Z]+(?:_[A-Z]+)*$/;

/** Settings of a captured element of a screen. */
const CAPTURED = /^uiObject\./;

/** Returns the secret that a setting holds as a whole. */
function secretOfSetting({ name, at, text }: Assignment, attributes: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  if (attributes.includes(name.toLowerCase())) return text;
  // Real bots have names that no list foresees (`ewsSecuredPassword`, `clientCredSecret`, inputs of sub-bots).
  return secretness(name) === 'certain' && !CHOICE.test(at.text) ? text : secretInHeader(name, text);
}

/** Yields the secrets of an assignment, those in a script with their names. */
function* secretsIn(
  assignment: Assignment,
  role: Activity['role'],
  attributes: readonly string[],
): Generator<FixedSecret> {
  const secret = assignment.isPart ? secretOfPart(assignment) : secretOfSetting(assignment, attributes);
  if (secret !== undefined) yield { secret };
  if (assignment.isPart || role !== 'script') return;
  for (const { name, text } of secretsInScript(assignment.at.text)) yield { secret: text, name };
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
  level: 'assignment',
  words: [...MAYBE_SECRET_WORDS, 'authorization'],
  includeDisabled: true,
  *check(assignment, { workflow, options }) {
    const { at, via } = assignment;
    const activity = workflow.activities[at.owner];
    // AAB-SEC-003 checks what is written to variables.
    if (activity === undefined || via === 'variable' || CAPTURED.test(at.name)) return;
    const attributes = options.attributes.map((name) => name.toLowerCase());
    for (const { secret, name: own = assignment.name } of secretsIn(assignment, activity.role, attributes)) {
      if (secretness(null, secret, options) !== 'certain') continue;
      if (credentialFields(activity).has(at.name)) continue;
      const isBeside = own !== lastPart(at.name);
      yield {
        at,
        message: `"${activity.name}" has the secret ${mask(secret)} as fixed text${isBeside ? ` for "${own}"` : ''} in "${at.name}".`,
        subject: isBeside ? `${at.name} ${own}` : at.name,
      };
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
