/** A variable with a secret's name has that secret in the bot. */
import { defineRule } from '../../model/rule.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';

/** Types that store their value as readable text. */
const READABLE = new Set(['STRING', 'ANY']);

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
  includeDisabled: true,
  ...literalCredentialRule({
    words: SECRET_NAME_WORDS,
    least: 'likely',
    *whole({ assignment: { name, via, text }, activity, symbol }) {
      const isWritten = via === 'variable' && activity?.type === 'String/assign';
      const isRead = symbol === undefined ? isWritten : READABLE.has(symbol.type);
      if (isRead && text !== undefined) yield { texts: [text], judgedBy: name };
    },
    hasParts: ({ symbol }) => symbol?.type === 'DICTIONARY',
    problem({ masked, part }, { assignment: { name }, activity, symbol }) {
      if (symbol === undefined)
        return {
          subject: name,
          message: `"${activity?.name}" writes the fixed text ${masked} into "${name}".`,
        };
      if (part === undefined)
        return { message: `The variable "${symbol.name}" has the fixed text ${masked} as its default.` };
      const message = `The dictionary "${symbol.name}" starts with the fixed text ${masked} for "${part}".`;
      return { at: symbol, subject: part, message };
    },
  }),
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
        // Near miss: what became of the token.
        `"variables": [ { "name": "sToken", "type": "STRING",
  "defaultValue": { "type": "STRING", "string": "Time out!" } } ]`,
        // Near miss: the name is about a password, but says where to look for it.
        `"variables": [ { "name": "sPasswordFieldLabel", "type": "STRING",
  "defaultValue": { "type": "STRING", "string": "Password" } } ]`,
      ],
    },
  },
});
