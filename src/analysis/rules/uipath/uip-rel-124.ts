/** A node of a flow that stands for a resource which did not exist yet. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-124', {
  level: 'activity',
  languages: ['javascript'],
  types: ['core.logic.mock'],
  *check(node, { workflow }) {
    if (workflow.kind !== 'uipath-flow') return;
    const message = `"${node.name}" is a placeholder: nothing is done in its place.`;
    yield { at: node, message };
  },
});
