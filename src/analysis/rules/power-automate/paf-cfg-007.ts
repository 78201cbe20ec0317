/** A part of a solution in Git that no manifest lists. */
import { unlistedWorkflows } from '../../patterns/power-automate/solution/listed-paths.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-CFG-007', {
  level: 'project',
  *check(project) {
    for (const workflow of unlistedWorkflows(project)) {
      const message = `"${workflow.name}" lies among the components of the solution, and no manifest lists it.`;
      yield { in: workflow, at: workflow.start, subject: workflow.name, message };
    }
  },
});
