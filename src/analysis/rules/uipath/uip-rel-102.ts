/** A response of an API workflow that answers nothing: its value is set as that of an assignment. */
import { isApiWorkflow } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-102', {
  level: 'activity',
  languages: ['javascript'],
  types: ['Response'],
  *check(activity, { workflow }) {
    if (!isApiWorkflow(workflow)) return;
    const { properties } = activity;
    if (properties.some(({ name }) => /^response(?:\.|$)/.test(name))) return;
    const set = properties.find(({ name }) => /^set(?:\.|$)/.test(name));
    const what = set === undefined ? 'has no response' : 'sets a variable instead of its response';
    yield {
      at: set ?? activity,
      message: `The step "${activity.name}" ${what}, so callers get no answer from it.`,
    };
  },
});
