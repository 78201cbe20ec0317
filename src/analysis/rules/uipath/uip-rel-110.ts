/** A way of an orchestration that leads to or from a step which the file does not have. */
import { propertyOf } from '../../model/navigate.ts';
import { isCase } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-110', {
  level: 'transition',
  languages: ['javascript'],
  *check(transition, { workflow }) {
    const { from, to, target, owner } = transition;
    if (from !== -1 && to !== -1) return;
    const stage = isCase(workflow) ? workflow.activities[owner] : undefined;
    if (stage !== undefined) {
      const named = stage.properties.find(({ at }) => at === transition.at)?.text ?? '';
      const label = propertyOf(stage, 'label')?.text ?? stage.name;
      yield {
        at: transition,
        subject: named,
        message: `The stage "${label}" is entered behind the stage "${named}", which the case does not have.`,
      };
      return;
    }
    const step = workflow.activities[from];
    yield {
      at: transition,
      subject: target,
      message:
        step === undefined
          ? `A way to "${target}" begins at a step that the file does not have.`
          : `A way from "${step.name}" leads to "${target}", which the file does not have.`,
    };
  },
});
