/** A workflow invokes a file that the project lacks. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-010', {
  level: 'project',
  *check(project) {
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'missing') continue;
        yield {
          in: workflow,
          at: call,
          subject: callee.what,
          group: callee.what.replaceAll('\\', '/').toLowerCase(),
          message: `"${call.step}" invokes "${callee.what}", which is not in the project.`,
        };
      }
    }
  },
});
