/** A flow that reads the body of any request without a schema for it. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { isHttpTrigger, triggerKind } from '../../patterns/power-automate/flow-trigger.ts';
import { schemaText } from '../../patterns/power-automate/steps/schema-text.ts';

/** Members of a schema that restrict the body. */
const RESTRICTING = /"(?:properties|items|required|enum|const|allOf|anyOf|oneOf|\$ref|pattern)"\s*:/;
/** Functions that read the body of the request. */
const READS_BODY = /\btriggerBody\s?\(|\btriggerOutputs\s?\(\s?\)\s?\??(?:\[\s?'body|\.body)/i;

const hook = (inputs: string, use: string): string =>
  `{"triggers":{"manual":{"type":"Request","kind":"Http","inputs":{${inputs}}}},
    "actions":{"Keep":{"type":"Compose","inputs":"${use}"}}}`;

// Posts of Teams have a form that Teams decides. A request by GET has no body.
export const rule = defineRule({
  id: 'PAF-SEC-008',
  version: 1,
  title: 'HTTP request trigger accepts any body',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whatever a caller sends reaches the actions behind the trigger: missing members fail in the middle of the run, and unexpected ones go on to other systems.',
  fix: 'Choose "Use sample payload to generate schema" in the trigger, list the members that must be there under "required", and switch on "Schema validation" in its settings.',
  compliance: ['INJ'],
  controls: ['CWE-20'],
  options: {},
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
  examples: {
    'power-automate': {
      bad: [
        hook('"schema":{}', "@triggerBody()?['order']"),
        hook('"triggerAuthenticationType":"Tenant"', "@{triggerOutputs()?['body']}"),
        hook('"schema":{"type":"object"}', '@triggerBody()'),
      ],
      good: [
        hook(
          '"schema":{"type":"object","properties":{"order":{"type":"string"}},"required":["order"]}',
          "@triggerBody()?['order']",
        ),
        hook('"schema":{"type":"array","items":{"type":"string"}}', '@triggerBody()'),
        // Near misses: a flow that reads only the address, and one that gets no body.
        hook('"schema":{}', "@triggerOutputs()?['queries']?['order']"),
        hook('"method":"GET","schema":{}', '@triggerBody()'),
        `{"triggers":{"manual":{"type":"Request","kind":"Button","inputs":{"schema":{}}}},"actions":{"Keep":{"type":"Compose","inputs":"@triggerBody()"}}}`,
      ],
    },
  },
});
