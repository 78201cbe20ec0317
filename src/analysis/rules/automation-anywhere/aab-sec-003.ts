/** A variable with a secret's name has that secret in the bot. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Variable, Workflow } from '../../model/workflow.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

/** Types that store their value as readable text. */
const READABLE = new Set(['STRING', 'ANY']);

function secretVariables(workflow: Workflow): Map<string, Variable> {
  const found = new Map<string, Variable>();
  for (const variable of [...workflow.variables, ...workflow.arguments]) {
    if (READABLE.has(variable.type) && reaches(secretness(variable.name), 'likely'))
      found.set(variable.key, variable);
  }
  return found;
}

/** Yields the entries of a dictionary's initial value, which stands in lines: `Password: …`. */
function* inDictionary({ default: initial, ...variable }: Variable, minLength: number): Generator<Problem> {
  for (const line of initial?.text.split('\n') ?? []) {
    const colon = line.indexOf(': ');
    const key = line.slice(0, Math.max(colon, 0));
    const text = line.slice(colon + 2);
    if (secretness(key, text, { minLength }) !== 'certain') continue;
    yield {
      at: variable,
      message: `The dictionary "${variable.name}" starts with the fixed text ${mask(text)} for "${key}".`,
      subject: key,
    };
  }
}

/** Yields the text that an assignment gives to a secret variable. */
function* assigned(
  activity: Activity,
  secrets: ReadonlyMap<string, Variable>,
  minLength: number,
): Generator<Problem> {
  if (activity.type !== 'String/assign') return;
  const source = propertyOf(activity, 'sourceString');
  const literal = literalOf(source);
  const variable = secrets.get(propertyOf(activity, 'returnTo')?.expression?.mentions[0] ?? '');
  if (source === undefined || literal === undefined || variable === undefined) return;
  if (!reaches(secretness(variable.name, literal, { minLength }), 'likely')) return;
  yield {
    at: source,
    message: `"${activity.name}" writes the fixed text ${mask(literal)} into "${variable.name}".`,
    subject: variable.name,
  };
}

export const rule = defineRule({
  id: 'AAB-SEC-003',
  version: 2,
  title: 'Secret-named variable has a literal default',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'critical',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A default or an assigned text is stored readable in the bot, in its version history and in every export.',
  fix: 'Delete the text. Make the variable a Credential variable that points to a locker, or take the credential directly in the command that needs it. Then change the secret, because the old one is known.',
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
  wants: 'symbols',
  *check(workflow, { options }) {
    for (const variable of [...workflow.variables, ...workflow.arguments])
      if (variable.type === 'DICTIONARY') yield* inDictionary(variable, options.minLength);
    const secrets = secretVariables(workflow);
    if (secrets.size === 0) return;
    for (const variable of secrets.values()) {
      const initial = variable.default;
      const literal = literalOf(initial);
      if (
        initial === undefined ||
        literal === undefined ||
        !reaches(secretness(variable.name, literal, options), 'likely')
      )
        continue;
      yield {
        at: initial,
        message: `The variable "${variable.name}" has the fixed text ${mask(literal)} as its default.`,
      };
    }
    for (const activity of workflow.activities) yield* assigned(activity, secrets, options.minLength);
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `"variables": [ { "name": "sPortalPassword", "type": "STRING", "input": true,
  "defaultValue": { "type": "STRING", "string": "Nordwind-71" } } ]`,
        `"nodes": [ { "commandName": "assign", "packageName": "String",
  "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "string": "k-2208-example-only" } } ],
  "returnTo": { "type": "VARIABLE", "variableName": "sApiKey" } } ],
"variables": [ { "name": "sApiKey", "type": "STRING" } ]`,
        `"variables": [ { "name": "dConfig", "type": "DICTIONARY", "subtype": "STRING", "defaultValue": { "type": "DICTIONARY", "dictionary": [
  { "key": "User", "value": { "type": "STRING", "string": "bot" } },
  { "key": "Password", "value": { "type": "STRING", "string": "Nordwind-71" } } ] } } ]`,
      ],
      good: [
        `"variables": [ { "name": "sPortalPassword", "type": "STRING", "input": true,
  "defaultValue": { "type": "STRING", "string": "" } } ]`,
        `"nodes": [ { "commandName": "assign", "packageName": "String",
  "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "expression": "$dConfig{ApiKey}$" } } ],
  "returnTo": { "type": "VARIABLE", "variableName": "sApiKey" } } ],
"variables": [ { "name": "sApiKey", "type": "STRING" } ]`,
        // Near misses: a connection that signs in by itself, and the name of a stored credential.
        `"variables": [ { "name": "sConnectionString", "type": "STRING",
  "defaultValue": { "type": "STRING", "string": "Server=db1;Database=Orders;Trusted_Connection=True;" } },
  { "name": "sErpCredential", "type": "STRING", "defaultValue": { "type": "STRING", "string": "ERP_PROD" } } ]`,
        `"variables": [ { "name": "dConfig", "type": "DICTIONARY", "subtype": "STRING", "defaultValue": { "type": "DICTIONARY", "dictionary": [
  { "key": "Password", "value": { "type": "STRING", "string": "" } },
  { "key": "PasswordAsset", "value": { "type": "STRING", "string": "ERP_PROD" } } ] } } ]`,
        // Near miss: the name is about a password, but says where to look for it.
        `"variables": [ { "name": "sPasswordFieldLabel", "type": "STRING",
  "defaultValue": { "type": "STRING", "string": "Password" } } ]`,
      ],
    },
  },
});
