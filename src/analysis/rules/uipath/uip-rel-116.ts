/** A solution lists a project that is not there. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-116', {
  level: 'project',
  *check(project) {
    if (!project.isWhole) return;
    for (const solution of project.workflows) {
      if (solution.kind !== 'uipath-solution') continue;
      const folder = solution.file.slice(project.root.length, solution.file.lastIndexOf('/') + 1);
      for (const reference of solution.references) {
        const { target } = reference;
        if (target === '' || target.includes('..') || project.hasFile(folder + target)) continue;
        const message = `The solution "${solution.name}" lists the project "${target}", which is not there.`;
        yield { in: solution, at: reference, subject: target, message };
      }
    }
  },
});
