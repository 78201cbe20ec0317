/** A flow of a solution needs a child flow, connection or variable that the solution lacks. */
import { absentFlow, lackOf, membership } from '../../patterns/power-automate/solution/solution-members.ts';
import { undeclared } from '../../patterns/power-automate/solution/undeclared-parts.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-REL-020', {
  level: 'project',
  *check(project) {
    if (!project.isComplete) return;
    const isMember = membership(project);
    const hasFlows = project.workflows.some(({ kind }) => kind === 'power-automate-flow');
    for (const workflow of project.workflows) {
      for (const call of isMember(workflow) ? workflow.calls : []) {
        const what = absentFlow(project.calleeOf(workflow, call), isMember);
        if (what === undefined) continue;
        const message = `"${call.step}" runs the flow ${what}, which is not in the solution.`;
        const group = `flow ${what.toLowerCase()}`;
        yield { in: workflow, at: call, subject: what, message, group };
      }
      for (const reference of workflow.references) {
        const lack = lackOf(reference);
        if (lack === undefined) continue;
        const message = `The solution lists "${reference.target}" as a missing dependency.`;
        const group = `required ${reference.target}`;
        const problem = { in: workflow, at: reference, subject: reference.target, message, group };
        yield lack === 'flow' && hasFlows ? problem : { ...problem, severity: 'medium' };
      }
    }
    yield* undeclared(project, isMember);
  },
});
