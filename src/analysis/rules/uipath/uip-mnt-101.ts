/** A gateway of BPMN that neither divides nor joins ways. */
import { isBpmn } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

const GATEWAY = /^(?:exclusive|inclusive|parallel)Gateway$/;

export const rule = defineRule('UIP-MNT-101', {
  level: 'workflow',
  languages: ['javascript'],
  wants: 'transitions',
  *check(workflow) {
    if (!isBpmn(workflow)) return;
    const [ins, outs] = [new Map<number, number>(), new Map<number, number>()];
    for (const { from, to } of workflow.transitions) {
      outs.set(from, (outs.get(from) ?? 0) + 1);
      ins.set(to, (ins.get(to) ?? 0) + 1);
    }
    for (const gateway of workflow.activities) {
      const { index, name, type } = gateway;
      if (!GATEWAY.test(type) || ins.get(index) !== 1 || outs.get(index) !== 1) continue;
      yield { at: gateway, message: `The gateway "${name}" has one way in and one way out.` };
    }
  },
});
