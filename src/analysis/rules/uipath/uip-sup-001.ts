/** A package whose version is found anew whenever the project is restored. */
import { defineRule } from '../define-rule.ts';

/** `[22.10.1]`: this version and no other. */
const PINNED = /^\[[^,*\]]+\]$/;

// All hits on public projects were in samples that no robot runs, and a bare version is that one wherever the feed has
// it: for the strict ruleset.
export const rule = defineRule('UIP-SUP-001', {
  level: 'project',
  *check({ workflows }) {
    for (const workflow of workflows) {
      // Studio adds the lowest version to libraries: the process that uses one decides.
      if (workflow.settings['designOptions.outputType'] === 'Library') continue;
      for (const at of workflow.references) {
        if (at.kind !== 'dependency' || PINNED.test(at.detail)) continue;
        const message = `The project "${workflow.name}" takes "${at.target}" in any version that fits "${at.detail}".`;
        yield { in: workflow, at, subject: at.target, message };
      }
    }
  },
});
