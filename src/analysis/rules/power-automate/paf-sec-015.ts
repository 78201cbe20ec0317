/** A flow of a solution that names one connection instead of a reference that each environment fills. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-015', {
  level: 'connection',
  fileKinds: ['power-automate-flow', 'power-automate-solution'],
  *check(connection, { workflow }) {
    if (workflow.kind !== 'power-automate-flow' || !connection.fixed) return;
    const message = `The flow uses one fixed connection for "${connection.name}", not a connection reference.`;
    yield { at: connection, subject: connection.name, message };
  },
});
