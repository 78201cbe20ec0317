/** An expression that is too long to read in the one line that the designer has for it. */
import type { Expression } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Texts in quotation marks and white space: neither makes an expression hard to follow. */
const FILLING = /'[^']*'|\s+/g;

/** Counts the characters of code in the longest expression of a setting, which may hold several between texts. */
function longestCode({ text, tree }: Expression): number {
  const pieces = tree.kind === 'interpolation' ? tree.parts : [tree];
  let longest = 0;
  for (const { kind, start, end } of pieces)
    if (kind !== 'literal') longest = Math.max(longest, text.slice(start, end).replace(FILLING, '').length);
  return longest;
}

export const rule = defineRule('PAF-MNT-008', {
  level: 'expression',
  *check(expression, { options, workflow }) {
    // Most are short: the range in the file shows it, without a text or a tree.
    const { raw } = expression;
    if ((raw === undefined ? expression.text.length : raw.end - raw.start) <= options.maxChars) return;
    const activity = workflow.activities[expression.owner];
    const length = longestCode(expression);
    if (length <= options.maxChars || activity?.reachable === false) return;
    yield {
      at: expression,
      subject: 'length',
      message: `An expression of "${activity?.name ?? workflow.name}" has ${length} characters of code; the maximum is ${options.maxChars}.`,
      measure: { option: 'maxChars', value: length },
    };
  },
});
