/** An expression with more operators than a reader can follow. */
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Signs that an operator and its operands have at least, so that shorter expressions are not looked at. */
const OPERATOR_LENGTH = 4;
/** Possible operators: most expressions have too few of them to need a tree. */
const SIGNS = /[-+*/^=<>]|\b(?:and|or)\b/gi;

export const rule = defineRule('BPR-MNT-010', {
  level: 'expression',
  *check(expression, { options, workflow }) {
    // Code is for BPR-MNT-009.
    if (expression.language !== 'blue-prism') return;
    const { raw } = expression;
    if (raw !== undefined && raw.end - raw.start <= options.maxOperators * OPERATOR_LENGTH) return;
    const { text } = expression;
    if ((text.match(SIGNS)?.length ?? 0) <= options.maxOperators) return;
    let count = 0;
    // A joined text is long and still simple.
    for (const node of walk(expression.tree)) if (node.kind === 'binary' && node.operator !== '&') count += 1;
    if (count <= options.maxOperators) return;
    const stage = workflow.activities[expression.owner];
    yield {
      at: expression,
      subject: 'operators',
      message: `An expression of "${stage?.name ?? workflow.name}" has ${count} operators; the maximum is ${options.maxOperators}.`,
      measure: { option: 'maxOperators', value: count },
    };
  },
});
