/** A protected credential is turned into text. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Expression, Property } from '../../model/workflow.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { walk } from '../../semantics/visit.ts';

/** Packages whose commands return the value of a credential as another type. */
const CONVERTS = /^(?:credentials?(?: ?(?:manager|vault))?|string|type conversion)$/;
/** Name endings of such commands. */
const CONVERTED = /to(?:string|text)/;

/** Returns whether a text has `credential` or `password`, and one of two other words behind it. */
function namesSecretThen(text: string, words: RegExp): boolean {
  const start = text.search(/credential|password/);
  return start !== -1 && words.test(text.slice(start));
}

/** Returns whether a command exists to return a credential's value as another type; others use it. */
function isConversion(type: string): boolean {
  const [packageName = '', ...commands] = type.toLowerCase().split('/');
  if (commands.length === 0) return false;
  if (CONVERTS.test(packageName) || namesSecretThen(packageName, /string|text/)) return true;
  return commands.some((command) => /^(?:credential|password)/.test(command) && CONVERTED.test(command));
}

const READABLE = new Set(['STRING', 'ANY', 'DICTIONARY', 'LIST']);

/** Returns the credential variable whose value a function turns into text, as in `$cLogin.Credential:toString$`. */
function convertedIn({ tree }: Expression, symbols: BotSymbols): string | undefined {
  for (const node of walk(tree)) {
    const name = node.kind === 'member' && node.object?.kind === 'reference' ? node.object.name : '';
    if (symbols.declared(name.toLowerCase())?.secure === true) return name;
  }
  return undefined;
}

/** Returns the setting of a conversion that holds a credential, when its result goes into a readable variable. */
function convertedBy(activity: Activity, symbols: BotSymbols): Property | undefined {
  if (!isConversion(activity.type)) return undefined;
  const readable = activity.properties.some(
    ({ direction, expression }) =>
      direction === 'out' &&
      (expression?.mentions ?? []).some((key) => READABLE.has(symbols.declared(key)?.type ?? '')),
  );
  if (!readable) return undefined;
  return activity.properties.find(
    ({ direction, name, text, expression }) =>
      direction === 'in' &&
      ((text === 'CREDENTIAL' && name.endsWith('.type')) ||
        (expression?.mentions ?? []).some((key) => symbols.declared(key)?.secure)),
  );
}

export const rule = defineRule({
  id: 'AAB-SEC-005',
  version: 1,
  title: 'Credential converted to text',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'From here on the secret is ordinary text: the debugger, logs, messages and other bots show it.',
  fix: 'Hand the Credential variable itself to the command that needs it: switch its field from "Insecure string" to "Credential" or "Variable" of type Credential, and delete the conversion.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-316'],
  dedupeGroup: 'plain-credential',
  options: {},
  level: 'workflow',
  words: ['credential'],
  *check(workflow) {
    const symbols = botSymbols(workflow);
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      const whole = convertedBy(activity, symbols);
      if (whole !== undefined) {
        const name = whole.name.replace(/\.type$/, '');
        yield {
          at: whole,
          message: `"${activity.name}" gives the credential in "${name}" out as text.`,
          subject: name,
        };
        continue;
      }
      for (const property of activity.properties) {
        const variable = property.expression && convertedIn(property.expression, symbols);
        if (variable === undefined) continue;
        yield {
          at: property,
          message: `"${property.name}" of "${activity.name}" turns the credential "${variable}" into text.`,
          subject: property.name,
        };
      }
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `"nodes": [ { "commandName": "credentialToString", "packageName": "Credential",
  "attributes": [ { "name": "credential", "value": { "type": "CREDENTIAL",
    "credential": { "name": "Portal", "lockerName": "Finance", "attributeName": "Password" } } } ],
  "returnTo": { "type": "VARIABLE", "variableName": "sLogin" } } ],
"variables": [ { "name": "sLogin", "type": "STRING" } ]`,
        `"nodes": [ { "commandName": "setText", "packageName": "Clipboard", "attributes": [
  { "name": "text", "value": { "type": "STRING", "expression": "$cLogin.Credential:toString$" } } ] } ],
"variables": [ { "name": "cLogin", "type": "CREDENTIAL" } ]`,
      ],
      good: [
        `"nodes": [ { "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "auth", "value": { "type": "CREDENTIAL", "expression": "$cLogin$" } } ] } ],
"variables": [ { "name": "cLogin", "type": "CREDENTIAL" } ]`,
        `"nodes": [ { "commandName": "assign", "packageName": "Credential",
  "attributes": [ { "name": "source", "value": { "type": "CREDENTIAL", "expression": "$cLogin$" } } ],
  "returnTo": { "type": "VARIABLE", "variableName": "cCopy" } } ],
"variables": [ { "name": "cLogin", "type": "CREDENTIAL" }, { "name": "cCopy", "type": "CREDENTIAL" } ]`,
        // Near miss: takes a credential and returns text, but the text is the service's answer.
        `"nodes": [ { "commandName": "get", "packageName": "Rest",
  "attributes": [ { "name": "password", "value": { "type": "CREDENTIAL", "expression": "$cLogin$" } } ],
  "returnTo": { "type": "VARIABLE", "variableName": "sAnswer" } } ],
"variables": [ { "name": "cLogin", "type": "CREDENTIAL" }, { "name": "sAnswer", "type": "STRING" } ]`,
      ],
    },
  },
});
