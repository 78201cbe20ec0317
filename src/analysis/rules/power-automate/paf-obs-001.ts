/** A branch for failures that neither notifies a person nor keeps a record. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { effectOf } from '../../patterns/power-automate/flow-operation.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { failureBranches } from '../../patterns/power-automate/steps/failure-branches.ts';

const REPORTING: ReadonlySet<Activity['role']> = new Set([
  'email',
  'message',
  'approval',
  'http',
  'respond',
  'invoke',
  'queue',
  'log',
  'script',
]);

/** Returns whether a step reports the failure: to a person, to another system, to the caller or as a failed run. */
function reports(step: Activity): boolean {
  if (step.role === 'terminate')
    return literalOf(propertyOf(step, 'inputs.runStatus'))?.toLowerCase() !== 'succeeded';
  return REPORTING.has(step.role) || (effectOf(step) ?? 'read') !== 'read';
}

/** Returns whether the branch sets a variable that the flow reads, as a sign for later steps. */
function setsSign(workflow: Workflow, steps: readonly Activity[]): boolean {
  const read = new Set(workflow.mentions.keys);
  return writesOf(workflow).some(({ activity, key }) => read.has(key) && steps.includes(activity));
}

const flow = (inside: string, behind = ''): string =>
  `"Try":{"type":"Scope","actions":{"Load":{"type":"Http","inputs":{"method":"GET","uri":"https://a.example"}}}},
   "Catch":{"type":"Scope","actions":{${inside}},"runAfter":{"Try":["Failed","TimedOut"]}}${behind}`;
const NOTE = '"Error_message":{"type":"Compose","inputs":"The orders could not be loaded."}';

export const rule = defineRule({
  id: 'PAF-OBS-001',
  version: 2,
  title: 'Failure branch tells nobody',
  platforms: ['power-automate'],
  category: 'observability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The branch takes the failure away: the run is shown as succeeded, no mail of the platform follows, and the work stays undone until somebody misses it.',
  fix: `Send a mail or a Teams message with the link of the run, write a row to an error list, or end the branch with Terminate (Failed).`,
  compliance: ['LOGGING'],
  options: {},
  level: 'workflow',
  wants: 'transitions',
  *check(workflow) {
    for (const { first, guarded, steps } of failureBranches(workflow)) {
      if (!isLive(first) || steps.some(reports) || setsSign(workflow, steps)) continue;
      yield {
        at: first,
        subject: 'branch',
        message: `"${first.name}" runs when "${guarded}" has failed, and reports it to nobody.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        flow(''),
        flow(NOTE),
        `"Each":{"type":"Foreach","foreach":"@triggerBody()?['rows']","actions":{"Load":{"type":"Http","inputs":{}}}},
         "Errors":{"type":"Scope","actions":{${NOTE}},"runAfter":{"Each":["Failed","TimedOut"]}}`,
        flow(
          `${NOTE},"End":{"type":"Terminate","inputs":{"runStatus":"Succeeded"},"runAfter":{"Error_message":["Succeeded"]}}`,
        ),
      ],
      good: [
        flow('"End":{"type":"Terminate","inputs":{"runStatus":"Failed"}}'),
        flow(
          '"Keep":{"type":"OpenApiConnection","inputs":{"host":{"connectionName":"s","operationId":"PostItem","apiId":"/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},"parameters":{}}}',
        ),
        flow(
          NOTE,
          ',"Send":{"type":"OpenApiConnection","inputs":{"host":{"connectionName":"m","operationId":"SendEmailV2","apiId":"/providers/Microsoft.PowerApps/apis/shared_office365"},"parameters":{}},"runAfter":{"Catch":["Succeeded","Skipped"]}}',
        ),
        // Near misses: steps for both outcomes, an expected failure of one action, and a sign for later steps.
        `"Try":{"type":"Scope","actions":{}},"Finally":{"type":"Scope","actions":{},"runAfter":{"Try":["Succeeded","Failed"]}}`,
        `"Load":{"type":"Http","inputs":{}},"None":{"type":"Compose","inputs":"none","runAfter":{"Load":["Failed"]}}`,
        `"Init":{"type":"InitializeVariable","inputs":{"variables":[{"name":"failed","type":"boolean"}]}},
         "Try":{"type":"Scope","actions":{"Load":{"type":"Http","inputs":{}}},"runAfter":{"Init":["Succeeded"]}},
         "Catch":{"type":"SetVariable","inputs":{"name":"failed","value":true},"runAfter":{"Try":["Failed"]}},
         "Show":{"type":"Compose","inputs":"@variables('failed')","runAfter":{"Catch":["Succeeded","Skipped"]}}`,
      ],
    },
  },
});
