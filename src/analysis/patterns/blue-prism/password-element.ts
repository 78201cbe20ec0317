/** Password fields among the elements of a Blue Prism application model. */
import type { Workflow } from '../../model/workflow.ts';
import { wordsOf } from '../../semantics/words.ts';

const PASSWORD =
  /^(?:txt)?(?:password|passwd|passphrase|passcode|pwd|pw|psw|kennwort|passwort|passe|mdp|contraseña|senha|wachtwoord)$/;
/** Elements that are about a password and take none. */
const NO_FIELD =
  /^(?:forgot|forgotten|change|reset|show|hide|label|link|button|checkbox|remember|error|message)$/;

/** Elements of the application model whose type says so, by their dotted names. */
export function passwordElements(workflow: Workflow): ReadonlySet<string> {
  const found = new Set<string>();
  const model = workflow.activities.find(({ type }) => type === 'ApplicationModel');
  for (const { name, text } of model?.properties ?? []) {
    if (name.endsWith('.type') && /password/i.test(text)) found.add(name.slice(0, -'.type'.length));
  }
  return found;
}

/**
 * Returns whether the last part of an element's dotted name means a password field: `Login.txtPassword`, but not
 * `Login.Forgot Password`.
 */
export function namesPassword(element: string): boolean {
  const words = wordsOf(element.slice(element.lastIndexOf('.') + 1));
  return words.some((word) => PASSWORD.test(word)) && !words.some((word) => NO_FIELD.test(word));
}
