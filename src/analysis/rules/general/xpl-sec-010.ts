/** A secret that another workflow, flow or bot gets as plain text. */
import { defineFlowRule } from '../define-flow-rule.ts';

// A value of a protected type stays sealed on its way.
export const rule = defineFlowRule('XPL-SEC-010', {
  family: 'secret',
  sinks: ['argument'],
  // The called desktop flow may mark its input as sensitive, too: its caller does not say it.
  isHarmless: (_sink, { language }) => language === 'robin',
  message: ({ from, to }) =>
    `"${to.step}" hands over the ${from.words} of "${from.step || from.name}" as plain text.`,
});
