/** Subflows that no action runs, and those too long to read. */
import { descendantsOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const MAIN = 'main';

export const rule = defineRule('PAD-MNT-001', {
  level: 'workflow',
  types: ['Subflow'],
  *check(workflow, { options }) {
    const called = new Set(workflow.calls.map(({ target = '' }) => target.toLowerCase()));
    for (const subflow of workflow.activities) {
      if (subflow.type !== 'Subflow') continue;
      const name = subflow.name.toLowerCase();
      if (name !== MAIN && !called.has(name)) {
        yield { at: subflow, subject: 'call', message: `No action runs the subflow "${subflow.name}".` };
        continue;
      }
      let count = 0;
      for (const { role } of descendantsOf(workflow, subflow)) if (role !== 'comment') count += 1;
      if (count <= options.max) continue;
      yield {
        at: subflow,
        subject: 'length',
        message: `The subflow "${subflow.name}" has ${count} actions; the maximum is ${options.max}.`,
        measure: { option: 'max', value: count },
      };
    }
  },
});
