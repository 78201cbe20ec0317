/** A solution that is deployed in the form for development. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-CFG-004', {
  fileKinds: ['power-automate-solution'],
  level: 'project',
  *check({ workflows }) {
    for (const workflow of workflows) {
      if (workflow.kind !== 'power-automate-solution' || workflow.settings.Managed !== '0') continue;
      const message = `The solution "${workflow.name}" is unmanaged.`;
      yield { in: workflow, at: workflow.start, subject: 'Managed', message };
    }
  },
});
