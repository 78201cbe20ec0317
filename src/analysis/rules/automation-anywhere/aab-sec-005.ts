/** A protected credential is turned into text. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Expression, Property } from '../../model/workflow.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

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

export const rule = defineRule('AAB-SEC-005', {
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
          message: `"${activity.name}" returns the credential in "${name}" as text.`,
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
});
