/** A bot types a secret key by key, as ordinary text. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';

/** Titles of windows that prompt for a secret. */
const PASSWORD_WINDOW = /pass ?word|pass ?phrase|kennwort|passwort|contraseña|senha|\bpin\b/i;
/** Keys without a letter: `[TAB]`, `[CTRL DOWN]`. */
const KEYS = /\[[A-Z0-9 _-]{1,30}\]/gi;

/** Returns the typed text; undefined when the command types a credential. */
function typed(activity: Activity): Property | undefined {
  const kind = literalOf(propertyOf(activity, 'typeOfInputStringToType'));
  return kind !== undefined && /cred/i.test(kind) ? undefined : propertyOf(activity, 'stringToType');
}

/** Returns whether the keys go to a window whose title prompts for a secret. */
function promptsForSecret(activity: Activity, symbols: BotSymbols): boolean {
  return activity.properties.some(({ name, text, expression }) => {
    if (!/window|target|title/i.test(name)) return false;
    const recorded = (expression?.mentions ?? []).map((key) => symbols.declared(key)?.default?.text ?? '');
    return [text, ...recorded].some((title) => PASSWORD_WINDOW.test(title.replace(/\$[^$]*\$/g, '')));
  });
}

export const rule = defineRule({
  id: 'AAB-SEC-013',
  version: 1,
  title: 'Secret typed as ordinary keystrokes',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The secret lies in a text variable or in the bot itself, where the debugger, logs and exports show it.',
  fix: 'Open "Simulate keystrokes", choose "Credential" instead of "Insecure string" for the keys and pick the credential from a locker, or a variable of type Credential.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-549'],
  dedupeGroup: 'plain-credential',
  options: {},
  level: 'workflow',
  *check(workflow) {
    const commands = commandsOf(workflow, ({ type }) => type.startsWith('Keystrokes/')).filter(isLive);
    if (commands.length === 0) return;
    const symbols = botSymbols(workflow);
    for (const activity of commands) {
      const keys = typed(activity);
      if (keys === undefined) continue;
      const secret = keys.expression && symbols.secret([keys.expression.tree]);
      const literal = (literalOf(keys) ?? '').replace(KEYS, '');
      const fixed = secretness(null, literal) === 'certain' && promptsForSecret(activity, symbols);
      if (secret === undefined && !fixed) continue;
      const what =
        secret === undefined
          ? 'a fixed text into a window that asks for a password'
          : `the secret in "${secret}" as ordinary text`;
      const message = `"${activity.name}" on line ${activity.editorLine} types ${what}.`;
      const problem = { at: keys, message, subject: keys.name };
      // Other rules may see the same text.
      yield secret === undefined ? { ...problem, dedupeGroup: 'literal-secret' } : problem;
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "keystrokes", "packageName": "Keystrokes", "attributes": [
  { "name": "stringToType", "value": { "type": "STRING", "expression": "$sUser$[TAB]$sPassword$[ENTER]" } } ] }`,
        `"nodes": [ { "commandName": "keystrokes", "packageName": "Keystrokes", "attributes": [
  { "name": "window", "value": { "type": "WINDOW", "expression": "$wLogin$" } },
  { "name": "stringToType", "value": { "type": "STRING", "string": "Nordwind-71[ENTER]" } } ] } ],
"variables": [ { "name": "wLogin", "type": "WINDOW", "defaultValue": { "type": "WINDOW",
  "window": { "name": "Enter your password", "class": "#32770" } } } ]`,
        `{ "commandName": "keystrokes", "packageName": "Keystrokes", "attributes": [
  { "name": "stringToType", "value": { "type": "STRING", "expression": "$dLogin{Password}$" } } ] }`,
      ],
      good: [
        `{ "commandName": "keystrokes", "packageName": "Keystrokes", "attributes": [
  { "name": "typeOfInputStringToType", "value": { "type": "STRING", "string": "CREDENTIAL" } },
  { "name": "stringToType", "value": { "type": "STRING", "expression": "$sPassword$" } },
  { "name": "cvToType", "value": { "type": "CREDENTIAL",
    "credential": { "name": "Portal", "lockerName": "Finance", "attributeName": "Password" } } } ] }`,
        `{ "commandName": "keystrokes", "packageName": "Keystrokes", "attributes": [
  { "name": "stringToType", "value": { "type": "STRING", "expression": "$sUser$[TAB]" } } ] }`,
        // Near miss: only keys without letters go to the window that prompts for a password.
        `"nodes": [ { "commandName": "keystrokes", "packageName": "Keystrokes", "attributes": [
  { "name": "window", "value": { "type": "WINDOW", "expression": "$wLogin$" } },
  { "name": "stringToType", "value": { "type": "STRING", "string": "[TAB][TAB][ENTER]" } } ] } ],
"variables": [ { "name": "wLogin", "type": "WINDOW", "defaultValue": { "type": "WINDOW",
  "window": { "name": "Enter your password", "class": "#32770" } } } ]`,
      ],
    },
  },
});
