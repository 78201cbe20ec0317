/** A notification about an error that does not say which run failed. */
import { ancestorsOf, isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { failureSteps } from '../../patterns/power-automate/steps/failure-branches.ts';

const CONTEXT = /\bworkflow\s?\(|\bresult\s?\(|\bactions\s?\(|\/runs\//i;

const hasContext = ({ properties }: Activity): boolean => properties.some(({ text }) => CONTEXT.test(text));

const flow = (body: string, after: string): string =>
  `"Ask":{"type":"Http","inputs":{"method":"GET","uri":"https://a.example"}},"Notify":{"type":"OpenApiConnection","runAfter":{"Ask":${after}},"inputs":{"host":{"connectionName":"m","operationId":"SendEmailV2","apiId":"/providers/Microsoft.PowerApps/apis/shared_office365"},"parameters":{"emailMessage/To":"ops@corp.example","emailMessage/Body":"${body}"}}}`;

export const rule = defineRule({
  id: 'PAF-OBS-002',
  version: 1,
  title: 'Error notification lacks run context',
  platforms: ['power-automate'],
  category: 'observability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Whoever gets the message cannot find the run that failed nor the action that did it, and searches the history by time.',
  fix: `Add the link of the run, built from workflow()?['run']?['name'], and the failed action from result('Try').`,
  compliance: ['LOGGING'],
  options: {},
  level: 'workflow',
  roles: ['email', 'message'],
  *check(workflow) {
    const failures = failureSteps(workflow);
    if (failures.size === 0) return;
    for (const activity of workflow.activities) {
      const { role } = activity;
      if ((role !== 'email' && role !== 'message') || !isLive(activity) || hasContext(activity)) continue;
      const isAfter =
        failures.has(activity.index) ||
        [...ancestorsOf(workflow, activity)].some(({ index }) => failures.has(index));
      if (!isAfter) continue;
      // A text that is composed elsewhere may have the context.
      if (activity.properties.some(({ text }) => /\boutputs\s?\(|\bvariables\s?\(|\bbody\s?\(/i.test(text)))
        continue;
      yield { at: activity, message: `"${activity.name}" does not say which run failed.` };
    }
  },
  examples: {
    'power-automate': {
      bad: [flow('The order failed.', '["Failed"]'), flow('The order failed.', '["Failed","TimedOut"]')],
      good: [
        flow("Run @{workflow()?['run']?['name']} failed.", '["Failed"]'),
        flow("@{outputs('Report')}", '["Failed"]'),
        // Near miss: it runs after success too.
        flow('Done.', '["Succeeded","Failed"]'),
        flow('Done.', '["Succeeded"]'),
      ],
    },
  },
});
