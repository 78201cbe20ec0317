/** A text becomes a date or number as the machine's culture reads it. */
import type { Expr } from '../../model/expr.ts';
import { expressionTitle } from '../../patterns/code/expression-code.ts';
import { qualifiedName } from '../../semantics/callee.ts';
import { defineRule } from '../define-rule.ts';

/** Functions whose only argument is read by the culture; those of types take nothing but texts. */
const PARSES = /(?:^|\.)(?:date|datetime|datetimeoffset|double|decimal|single)\.parse$/;
const CONVERTS = /^(?:cdate|cdbl|cdec|csng|(?:system\.)?convert\.to(?:datetime|double|decimal|single))$/;
/** Members that give a text; what else is converted may be a number already. */
const GIVES_TEXT = /^(?:tostring|trim|trimstart|trimend|replace|substring|tolower|toupper|remove)$/i;
/** A date that every culture reads alike. */
const SORTABLE = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/;

/** Returns whether an argument is certainly a text in a form that depends on the culture. */
function isLocalText(tree: Expr): boolean {
  if (tree.kind === 'literal') return tree.type === 'text' && !SORTABLE.test(tree.value);
  const callee = tree.kind === 'call' ? tree.callee : tree;
  return callee.kind === 'member' && GIVES_TEXT.test(callee.name);
}

export const rule = defineRule('UIP-REL-022', {
  level: 'callSite',
  callees: [
    ...['parse', 'cdate', 'cdbl', 'cdec', 'csng'],
    ...['todatetime', 'todouble', 'todecimal', 'tosingle'],
  ],
  *check({ call, at }, { workflow }) {
    const [argument, culture] = call.args;
    if (call.kind === 'new' || argument === undefined || culture !== undefined) return;
    const path = qualifiedName(call.callee);
    const name = path.toLowerCase();
    if (!PARSES.test(name) && !(CONVERTS.test(name) && isLocalText(argument.value))) return;
    const message = `In ${expressionTitle(workflow, at)} ${path} parses a text with the culture of the machine.`;
    yield { at, message, subject: `${at.name} ${path}` };
  },
});
