/** A bot types a secret key by key, as ordinary text. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { secondField, textWithoutKeys } from '../../patterns/automation-anywhere/typed-keys.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { looksSecret } from '../../semantics/secretness/possible-secret.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

/** Titles of windows that prompt for a secret. */
const PASSWORD_WINDOW = /pass ?word|pass ?phrase|kennwort|passwort|contraseña|senha|\bpin\b/i;
/** Titles of windows in which a person logs in. */
const LOGIN_WINDOW = /log ?[io]n|sign ?[io]n|anmeld|ログイン/i;

/** Returns the typed text; undefined when the command types a credential. */
function typed(activity: Activity): Property | undefined {
  const kind = literalOf(propertyOf(activity, 'typeOfInputStringToType'));
  return kind !== undefined && /cred/i.test(kind) ? undefined : propertyOf(activity, 'stringToType');
}

/** Returns whether the keys go to a window with such a title. */
function goesTo(activity: Activity, symbols: BotSymbols, titles: RegExp): boolean {
  return activity.properties.some(({ name, text, expression }) => {
    if (!/window|target|title/i.test(name)) return false;
    const recorded = (expression?.mentions ?? []).map((key) => symbols.declared(key)?.default?.text ?? '');
    return [text, ...recorded].some((title) => titles.test(title.replace(/\$[^$]*\$/g, '')));
  });
}

/** Returns whether a text mixes small letters, capitals and digits, as passwords do and codes of a business do not. */
const isMixed = (text: string): boolean =>
  text.length >= 6 && /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text) && /\d/.test(text);

/** Returns the password in a fixed part of the keys: `bot01[TAB]…[ENTER]`, or all of them in a window that prompts for it. */
function fixedPassword(activity: Activity, keys: Property, symbols: BotSymbols): string | undefined {
  const second = secondField(keys.text);
  const literal = literalOf(keys);
  const prompts = literal !== undefined && goesTo(activity, symbols, PASSWORD_WINDOW);
  const password = prompts && second === '' ? textWithoutKeys(literal) : second;
  if (password.includes('$') || secretness(null, password) !== 'certain') return undefined;
  const isPrompted = prompts || (looksSecret(password) && goesTo(activity, symbols, LOGIN_WINDOW));
  return isPrompted || isMixed(password) ? password : undefined;
}

export const rule = defineRule('AAB-SEC-013', {
  level: 'workflow',
  *check(workflow) {
    const commands = commandsOf(workflow, ({ type }) => type.startsWith('Keystrokes/')).filter(isLive);
    if (commands.length === 0) return;
    const symbols = botSymbols(workflow);
    for (const activity of commands) {
      const keys = typed(activity);
      if (keys === undefined) continue;
      const problem = { at: keys, subject: keys.name };
      const what = `"${activity.name}" on line ${activity.editorLine} types`;
      const fixed = fixedPassword(activity, keys, symbols);
      const secret = keys.expression && symbols.secret([keys.expression.tree]);
      // Other rules may see the same text.
      if (fixed !== undefined)
        yield {
          ...problem,
          message: `${what} the password ${mask(fixed)}, which is stored in the bot.`,
          severity: 'critical',
          dedupeGroup: 'literal-secret',
        };
      else if (secret !== undefined)
        yield { ...problem, message: `${what} the secret in "${secret}" as ordinary text.` };
    }
  },
});
