/** A flow that handles a failure and then ends as if it had succeeded. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { endsAsFailure } from '../../patterns/power-automate/steps/ended-runs.ts';
import { failureBranches } from '../../patterns/power-automate/steps/failure-branches.ts';

const reports = ({ role }: Activity): boolean => role === 'email' || role === 'message';

/** Returns whether a step shows the failure: it ends the run as failed, or answers the caller. */
const showsFailure = (step: Activity): boolean => step.role === 'respond' || endsAsFailure(step);

const notify = (more: string): string =>
  `"Notify":{"type":"OpenApiConnection","inputs":{"host":{"connectionName":"m","operationId":"SendEmailV2",
    "apiId":"/providers/Microsoft.PowerApps/apis/shared_office365"},"parameters":{}}${more}}`;
const flow = (inside: string, behind = ''): string =>
  `"Try":{"type":"Scope","actions":{"Load":{"type":"Http","inputs":{"method":"GET","uri":"https://a.example"}}}},
   "Catch":{"type":"Scope","actions":{${inside}},"runAfter":{"Try":["Failed","TimedOut"]}}${behind}`;
const end = (status: string, after: string): string =>
  `"End":{"type":"Terminate","inputs":{"runStatus":"${status}"},"runAfter":{"${after}":["Succeeded"]}}`;

// Only branches that report an error: one that repairs it by another way has succeeded, and one without a report is
// PAF-OBS-001.
export const rule = defineRule({
  id: 'PAF-REL-002',
  version: 2,
  title: 'Failed run is reported as success',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The run history, its statistics and every flow that called this one show a success although the work was not done, and nobody runs it again.',
  fix: 'End the branch with Terminate and the status Failed. Where a caller waits, answer it with a status of 400 or more instead.',
  compliance: ['ERR'],
  controls: ['CWE-393'],
  options: {},
  level: 'workflow',
  roles: ['email', 'message'],
  *check(workflow) {
    for (const { first, guarded, steps } of failureBranches(workflow)) {
      if (!isLive(first) || !steps.some(reports) || steps.some(showsFailure)) continue;
      yield {
        at: first,
        subject: 'outcome',
        message: `When "${guarded}" has failed, "${first.name}" reports it, and the run ends as succeeded.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        flow(notify('')),
        flow(`${notify('')},${end('Succeeded', 'Notify')}`),
        // The Terminate is for the failure of another step.
        `"Try":{"type":"Scope","actions":{"Load":{"type":"Http","inputs":{"method":"GET","uri":"https://a.example"}},
           "Save":{"type":"Http","inputs":{"method":"POST","uri":"https://b.example"},"runAfter":{"Load":["Succeeded"]}},
           ${end('Failed', 'Load').replace('"Succeeded"', '"Failed","TimedOut"')}}},
         "Catch":{"type":"Scope","actions":{${notify('')}},"runAfter":{"Try":["Failed","TimedOut"]}}`,
      ],
      good: [
        flow(`${notify('')},${end('Failed', 'Notify')}`),
        flow(notify(''), `,${end('Failed', 'Catch')}`),
        // A Terminate in the scope has ended the run as failed before: the branch never runs.
        `"Try":{"type":"Scope","actions":{"Load":{"type":"Http","inputs":{"method":"GET","uri":"https://a.example"}},
           "Save":{"type":"Http","inputs":{"method":"POST","uri":"https://b.example"},"runAfter":{"Load":["Succeeded"]}},
           ${end('Failed', 'Save').replace('"Succeeded"', '"Failed","TimedOut","Skipped"')}}},
         "Catch":{"type":"Scope","actions":{${notify('')}},"runAfter":{"Try":["Failed","TimedOut"]}}`,
        // Near misses: an answer to the caller, and steps for both outcomes.
        flow(
          `${notify('')},"Answer":{"type":"Response","inputs":{"statusCode":500},"runAfter":{"Notify":["Succeeded"]}}`,
        ),
        `"Try":{"type":"Scope","actions":{}},${notify(',"runAfter":{"Try":["Succeeded","Failed"]}')}`,
      ],
    },
  },
});
