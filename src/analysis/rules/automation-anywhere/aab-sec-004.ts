/** A secret lives in a variable that anyone can read. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { reaches, type SecretContext, secretness } from '../../semantics/secretness/secretness.ts';

/** Types that store their value as readable text. */
const READABLE = new Set(['STRING', 'ANY', 'DICTIONARY']);

/** Short-lived token that a service issues while the bot runs: only a text can hold it. */
const SESSION_TOKEN = /token|bearer/gi;
/** Code that is valid once, for a minute: stored, it opens nothing. */
const ONE_TIME = /token_?code|one_?time|(?:^|_)otp(?:$|_|[A-Z])/i;
/** Most connection strings sign in without a password, and a variable inside one is checked by itself. */
const CONTEXT: SecretContext = { counts: 'credentials' };

const isSuspect = (name: string): boolean => reaches(secretness(name, undefined, CONTEXT), 'likely');

export const rule = defineRule({
  id: 'AAB-SEC-004',
  version: 2,
  title: 'Secret kept in a string variable',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A text variable shows its value in the debugger, in logs, in messages and to every bot that it is handed to; as an input it is also stored with the schedule that starts the bot.',
  fix: 'In the Variables panel, change the type of the variable to Credential and pick the credential from a locker. Hand the Credential variable to the command that needs it, not its text.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-256'],
  dedupeGroup: 'plain-credential',
  options: {},
  level: 'workflow',
  wants: 'symbols',
  // A default that is a secret belongs to AAB-SEC-003; another default (an address, a switch) shows that the variable
  // holds no secret. The catalogue's milder severity for variables that are no inputs is not used: one rule has one
  // severity, and the text is as readable there.
  *check(workflow) {
    const symbols = [...workflow.variables, ...workflow.arguments];
    const suspects = symbols.filter(({ type, name }) => READABLE.has(type) && isSuspect(name));
    if (suspects.length === 0) return;
    const used = new Set(workflow.mentions.keys);
    const inputs = new Set(
      workflow.arguments.filter(({ direction }) => direction !== 'out').map(({ key }) => key),
    );
    for (const variable of suspects) {
      if (!used.has(variable.key) || ONE_TIME.test(variable.name)) continue;
      if (variable.default !== undefined && !isPlaceholder(literalOf(variable.default) ?? '?')) continue;
      const isInput = inputs.has(variable.key);
      if (!isInput && !isSuspect(variable.name.replace(SESSION_TOKEN, ''))) continue;
      const what = isInput ? 'input' : 'variable';
      yield {
        at: variable,
        message: `The ${what} "${variable.name}" holds a secret as ${variable.type}, which anyone can read.`,
      };
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `"nodes": [ { "commandName": "setText", "packageName": "Clipboard", "attributes": [
  { "name": "text", "value": { "type": "STRING", "expression": "$iPortalPassword$" } } ] } ],
"variables": [ { "name": "iPortalPassword", "type": "STRING", "input": true } ]`,
        `"nodes": [ { "commandName": "assign", "packageName": "String",
  "attributes": [ { "name": "sourceString", "value": { "type": "STRING", "expression": "$dConfig{Key}$" } } ],
  "returnTo": { "type": "VARIABLE", "variableName": "sApiKey" } } ],
"variables": [ { "name": "sApiKey", "type": "STRING", "defaultValue": { "type": "STRING", "string": "" } } ]`,
      ],
      good: [
        // Near miss: a code that is valid once.
        `"nodes": [ { "commandName": "logToFile", "packageName": "LogToFile", "attributes": [
  { "name": "logContent", "value": { "type": "STRING", "expression": "$sTokenCode$" } } ] } ],
"variables": [ { "name": "sTokenCode", "type": "STRING", "input": true, "output": false } ]`,
        `"nodes": [ { "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "auth", "value": { "type": "CREDENTIAL", "expression": "$cPortalPassword$" } } ] } ],
"variables": [ { "name": "cPortalPassword", "type": "CREDENTIAL", "input": true } ]`,
        `"variables": [ { "name": "sPassword", "type": "STRING" } ]`,
        `"nodes": [ { "commandName": "getNodeValue", "packageName": "JSON",
  "attributes": [ { "name": "key", "value": { "type": "STRING", "string": "access_token" } } ],
  "returnTo": { "type": "VARIABLE", "variableName": "sAccessToken" } } ],
"variables": [ { "name": "sAccessToken", "type": "STRING" } ]`,
        `"nodes": [ { "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionString", "value": { "type": "STRING", "expression": "$sConnectionString$" } } ] } ],
"variables": [ { "name": "sConnectionString", "type": "STRING" } ]`,
        // Near miss: a switch about a password, as its default shows.
        `"nodes": [ { "commandName": "logToFile", "packageName": "LogToFile", "attributes": [
  { "name": "logContent", "value": { "type": "STRING", "expression": "$sAskPassword$" } } ] } ],
"variables": [ { "name": "sAskPassword", "type": "STRING", "defaultValue": { "type": "STRING", "string": "true" } } ]`,
      ],
    },
  },
});
