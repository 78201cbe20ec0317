/** A bot fills a password field on the screen from ordinary text. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { textWithoutKeys } from '../../patterns/automation-anywhere/typed-keys.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

/** The attribute that the recorder adds for password controls. */
const PASSWORD_ACTION = /^password ?text ?action$/i;
const CRITERION =
  /^uiObject\.criteria\.(?:html ?type|type|control ?type|role|html ?name|html ?id|name|id|class)$/i;
const PASSWORD = /pass ?w(?:or)?d|passwort|pwd|kennwort|contraseña|senha|mot ?de ?passe|wachtwoord/i;
/** The last step of a path through a page, when it is a field: `//form/input[@type='password']`. */
const FIELD_STEP = /(?:^|\/)(?:input|\*)\[[^/]*$/i;
/** Texts beside a password: a hint, or the address and the user that it belongs to, as in `password-signin-email`. */
const ABOUT_PASSWORD = /hint|forg[eo]t|question|expir|(?:mail|user ?name|user ?id|login)['"\])\d[]*$/i;
/** Criterion with the kind of the field on the page. */
const FIELD_TYPE = /^uiObject\.criteria\.(?:html ?|ie)type$/i;
/** Kinds of fields that hold a password, shown or hidden. */
const PASSWORD_TYPE = /^(?:password|text|)$/i;
const MAIL_ADDRESS = /^[^@\s]+@[\w-]+\.[\w.-]+$/;
/** Control that is only near a password: a label, a check box, a link. */
const OTHER_CONTROL = /button|label|link|checkbox|radio|image|static|table|combo/i;
const READS = /^(?:get|read)/i;

const isPasswordText = (text: string): boolean => PASSWORD.test(text) && !ABOUT_PASSWORD.test(text);

/** Returns whether the recorder took the control for a password field, or its search criteria name one. */
function isPasswordField(activity: Activity): boolean {
  const action = activity.properties.find(({ name }) => PASSWORD_ACTION.test(name));
  if (action !== undefined) return true;
  const control = literalOf(propertyOf(activity, 'uiObject.controlType')) ?? '';
  if (OTHER_CONTROL.test(control)) return false;
  if (activity.properties.some(({ name, text }) => FIELD_TYPE.test(name) && !PASSWORD_TYPE.test(text)))
    return false;
  return (
    PASSWORD.test(control) ||
    activity.properties.some(
      ({ name, text }) =>
        (CRITERION.test(name) && isPasswordText(text)) ||
        (name === 'uiObject.criteria.DOMXPath' && isPasswordText(FIELD_STEP.exec(text)?.[0] ?? '')),
    )
  );
}

/** Returns whether an action reads, as `GETTEXT` and `GET_PROPERTY` do; every other one with a value sets it. */
function reads(activity: Activity): boolean {
  return activity.properties.some(({ name, text }) => /action$/i.test(name) && READS.test(text));
}

export const rule = defineRule('AAB-SEC-014', {
  level: 'workflow',
  types: ['Recorder/capture'],
  *check(workflow) {
    const captures = commandsOf(workflow, ({ type }) => type === 'Recorder/capture').filter(isLive);
    if (captures.length === 0) return;
    const symbols = botSymbols(workflow);
    for (const activity of captures) {
      const value = propertyOf(activity, 'value');
      if (value === undefined || value.text === '' || !isPasswordField(activity) || reads(activity)) continue;
      // The editor stores the typed text from before the author switched to a credential.
      if (activity.properties.some(({ name }) => /^valueCV(?:\.|$)/i.test(name))) continue;
      const source = symbols.declared(value.expression?.mentions[0] ?? '');
      if (source?.secure === true) continue;
      const literal = literalOf(value);
      // Only keys are pressed in the field: `[ENTER]`, or the clipboard is pasted.
      const password = literal === undefined ? undefined : textWithoutKeys(literal).trim();
      if (password === '' || MAIL_ADDRESS.test(password ?? '')) continue;
      const from = source === undefined ? 'ordinary text' : `the ${source.type} variable "${source.name}"`;
      const what = `"${activity.name}" on line ${activity.editorLine} fills a password field`;
      const problem = { at: value, subject: value.name };
      if (password !== undefined && secretness(null, password) === 'certain')
        yield {
          ...problem,
          message: `${what} with the password ${mask(password)}, which is stored in the bot.`,
          severity: 'critical',
          dedupeGroup: 'literal-secret',
        };
      else yield { ...problem, message: `${what} from ${from}.` };
    }
  },
});
