/** A step that ends the robot's work at once. */
import { ancestorsOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

const STOPS: Readonly<Record<string, string>> = {
  TerminateWorkflow: 'ends the workflow at once',
  KillProcess: 'ends a process at once',
};
const EXIT = /\bEnvironment\.Exit\s?\(/i;

function stopOf({ type, properties }: Activity): string | undefined {
  const stop = STOPS[type];
  if (stop !== undefined) return stop;
  return properties.some(({ text }) => EXIT.test(text)) ? 'ends the robot at once' : undefined;
}

export const rule = defineRule({
  id: 'UIP-REL-025',
  version: 1,
  title: 'Hard stop bypasses clean-up',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'medium',
  kind: 'issue',
  preset: 'strict',
  why: 'Nothing after it runs: applications stay open, the transaction stays in progress, and data that was not saved is lost.',
  fix: 'Throw an exception and let the framework close the applications and set the status of the transaction.',
  compliance: ['ERR'],
  controls: ['CWE-459'],
  options: {
    cleanupFiles: {
      default: ['Kill*', 'CloseAllApplications', 'CleanUp*'],
      about: 'Names of workflows that clean up, with `*`.',
      stricter: 'shorter',
    },
  },
  level: 'activity',
  words: ['terminateworkflow', 'killprocess', 'environment.exit'],
  *check(activity, { workflow, options }) {
    const stop = stopOf(activity);
    if (stop === undefined) return;
    const parts = [activity, ...ancestorsOf(workflow, activity)];
    if (parts.some(({ role, slot }) => role === 'finally' || slot === 'Finally')) return;
    if (options.cleanupFiles.some((pattern) => matchesWildcard(workflow.name, pattern))) return;
    yield { at: activity, message: `"${activity.name}" ${stop}, before anything is cleaned up.` };
  },
  examples: {
    uipath: {
      bad: [
        '<TerminateWorkflow DisplayName="Stop" Reason="no input" />',
        '<ui:KillProcess DisplayName="Kill Excel" ProcessName="excel" />',
        '<ui:InvokeCode Code="Environment.Exit(1)" />',
      ],
      good: [
        '<Throw DisplayName="Stop" />',
        '<TryCatch><TryCatch.Try><Sequence /></TryCatch.Try><TryCatch.Finally><ui:KillProcess ProcessName="excel" /></TryCatch.Finally></TryCatch>',
        // Near miss: a text about it.
        '<ui:LogMessage Message="[&quot;KillProcess failed&quot;]" />',
      ],
    },
  },
});
