/** A flow that reads the body of any request without a schema for it. */
import { propertyOf } from '../../model/navigate.ts';
import { isHttpTrigger, triggerKind } from '../../patterns/power-automate/flow-trigger.ts';
import { schemaText } from '../../patterns/power-automate/steps/schema-text.ts';
import { defineRule } from '../define-rule.ts';

/** Members of a schema that restrict the body. */
const RESTRICTING = /"(?:properties|items|required|enum|const|allOf|anyOf|oneOf|\$ref|pattern)"\s*:/;
/** Functions that read the body of the request. */
const READS_BODY = /\btriggerBody\s?\(|\btriggerOutputs\s?\(\s?\)\s?\??(?:\[\s?'body|\.body)/i;

// Posts of Teams have a form that Teams decides. A request by GET has no body.
export const rule = defineRule('PAF-SEC-008', {
  level: 'workflow',
  roles: ['trigger'],
  workflowWords: ['triggerbody', 'triggeroutputs'],
  *check(workflow) {
    for (const trigger of workflow.activities) {
      if (trigger.role !== 'trigger' || !isHttpTrigger(trigger) || triggerKind(trigger) !== 'http') continue;
      if (propertyOf(trigger, 'inputs.method')?.text.toUpperCase() === 'GET') continue;
      if (RESTRICTING.test(schemaText(trigger))) continue;
      if (!workflow.expressions.some(({ text }) => READS_BODY.test(text))) continue;
      yield {
        at: trigger,
        subject: 'schema',
        message: `"${trigger.name}" has no schema for the body that the flow reads.`,
      };
    }
  },
});
