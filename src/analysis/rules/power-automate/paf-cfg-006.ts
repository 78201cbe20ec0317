/** A flow of a solution calls another that the solution ships switched off. */
import { defineRule } from '../define-rule.ts';

/** State of a flow in the customizations of a solution that is switched off. */
const OFF = '0';

export const rule = defineRule('PAF-CFG-006', {
  level: 'project',
  fileKinds: ['power-automate-solution'],
  *gather({ kind, name, settings }) {
    if (kind === 'power-automate-flow' && settings.get('StateCode') === OFF)
      yield { at: { at: 0, owner: -1, name }, text: '' };
  },
  *check(project) {
    const off = new Set(project.clues.map((clue) => clue.in));
    for (const workflow of off.size === 0 ? [] : project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'found' || !off.has(callee.workflow) || off.has(workflow)) continue;
        yield {
          in: workflow,
          at: call,
          subject: callee.workflow.name,
          message: `"${call.step}" runs the flow "${callee.workflow.name}", which the solution ships switched off.`,
        };
      }
    }
  },
});
