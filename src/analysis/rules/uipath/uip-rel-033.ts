/** A setting that holds a text of another kind than it takes. */
import { valueFacts } from '../../facts/value-facts.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { KINDS_OF_TEXT } from '../../patterns/uipath/texts/kinds-of-text.ts';
import { wrongTexts } from '../../patterns/uipath/texts/wrong-texts.ts';
import { lastName } from '../../semantics/callee.ts';
import { defineRule } from '../define-rule.ts';

const AUTHORIZATION = 'Headers.Authorization';
const TOKEN = /token/i;
/** Names of values that may have their scheme already. */
const WITH_SCHEME = /bearer|basic|auth|header/i;

/** Returns the Authorization header that is a token by its name, where nothing in the workflow names a scheme. */
function bareToken(workflow: Workflow, activity: Activity): Property | undefined {
  const header = activity.properties.find(({ name }) => name === AUTHORIZATION);
  const tree = header?.expression?.tree;
  if (tree?.kind !== 'reference' || !TOKEN.test(tree.name) || WITH_SCHEME.test(lastName(tree)!))
    return undefined;
  const isNamed = workflow.expressions.some(({ text }) => /\b(?:bearer|basic|token) /i.test(text));
  return isNamed ? undefined : header;
}

export const rule = defineRule('UIP-REL-033', {
  level: 'activity',
  types: [...valueFacts().keys()],
  *check(activity, { workflow }) {
    for (const { setting, objection, expects } of wrongTexts(workflow, activity, KINDS_OF_TEXT)) {
      const problem = {
        at: setting,
        subject: setting.name,
        message: `"${activity.name}": "${setting.name}" ${objection}.`,
      };
      // The name of an asset is a strong hint, but only Orchestrator knows its kind.
      yield expects === 'credential-name' ? { ...problem, severity: 'low' } : problem;
    }
    const token = bareToken(workflow, activity);
    if (token === undefined) return;
    const message = `"${activity.name}": "${AUTHORIZATION}" is a token without its scheme, such as "Bearer".`;
    yield { at: token, subject: AUTHORIZATION, message, severity: 'medium' };
  },
});
