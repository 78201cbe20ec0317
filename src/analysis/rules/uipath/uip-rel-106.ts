/** A way out of a gateway of BPMN with neither a condition nor the mark of the default. */
import { outgoingOf } from '../../semantics/flow/links.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-106', {
  level: 'transition',
  languages: ['javascript'],
  *check(transition, { workflow }) {
    const gateway = workflow.activities[transition.from];
    if (gateway?.type !== 'exclusiveGateway' && gateway?.type !== 'inclusiveGateway') return;
    const ways = outgoingOf(workflow)[gateway.index]!;
    if (ways.length < 2 || !transition.when.includes('next')) return;
    yield {
      at: transition,
      subject: transition.name,
      message: `The way from "${gateway.name}" to "${transition.target}" has no condition and is not the default.`,
    };
  },
});
