/** A workflow invokes a file that the project lacks. */
import type { CallFacts, WorkflowFacts } from '../../model/project.ts';
import { besideProcess } from '../../patterns/uipath/beside-process.ts';
import { defineRule } from '../define-rule.ts';

interface Missing {
  readonly in: WorkflowFacts;
  readonly call: CallFacts;
  readonly what: string;
}

export const rule = defineRule('UIP-REL-010', {
  level: 'project',
  *check(project) {
    const byFile = new Map<string, Missing[]>();
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'missing') continue;
        const { what } = callee;
        const file = what.replaceAll('\\', '/').toLowerCase();
        const places = byFile.get(file);
        if (places === undefined) byFile.set(file, [{ in: workflow, call, what }]);
        else places.push({ in: workflow, call, what });
      }
    }
    const isBeside = besideProcess(project);
    for (const [group, places] of byFile) {
      const isMild = places.every((place) => isBeside(place.in));
      for (const { in: workflow, call, what } of places)
        yield {
          in: workflow,
          at: call,
          subject: what,
          group,
          message: `"${call.step}" invokes "${what}", which is not in the project.`,
          ...(isMild ? { severity: 'medium' } : {}),
        };
    }
  },
});
