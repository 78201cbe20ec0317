/** A flow that is not part of a solution. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-CFG-003', {
  fileKinds: [
    'power-automate-definition',
    'power-automate-package-flow',
    'power-automate-package',
    'power-automate-solution',
  ],
  level: 'workflow',
  *check(workflow) {
    const isPackage = workflow.kind === 'power-automate-package-flow';
    if (!isPackage && workflow.kind !== 'power-automate-definition') return;
    const what = isPackage ? 'from a package' : 'a definition by itself';
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      subject: 'solution',
      message: `The flow "${workflow.name}" is ${what}, not part of a solution.`,
    };
  },
});
