/** An unattended project prompts a person. */
import type { WorkflowFacts } from '../../model/project.ts';
import { startedWorkflows } from '../../patterns/uipath/project/started-workflows.ts';
import { projectFileOf, runtimeOption } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

const TYPES = new Set([
  'MessageBox',
  'InputDialog',
  'SelectFile',
  'SelectFolder',
  'Callout',
  'BlockUserInput',
  'CustomInput',
  'FormActivity',
  'ShowForm',
  'PresentValidationStation',
]);
/** Activities that address a person, and continue without an answer. */
const WITHOUT_ANSWER: ReadonlyMap<string, string> = new Map([
  ['BlockUserInput', 'keeps a person from typing'],
  ['Callout', 'shows a hint to a person'],
]);

interface UnattendedState {
  /** Setting of the project, or its absence, as words behind "the project". */
  readonly reason: string;
  /** Severity, if it differs from that of the rule. */
  readonly severity?: 'medium';
}

/** Returns a milder severity where no answer is needed, as nothing hangs there, and in a workflow that nothing invokes. */
function severityOf(
  type: string,
  { severity }: UnattendedState,
  isStarted: boolean,
): { readonly severity?: 'medium' | 'low' } {
  if (!isStarted) return { severity: 'low' };
  const own = WITHOUT_ANSWER.has(type) ? 'medium' : severity;
  return own === undefined ? {} : { severity: own };
}

/**
 * Returns why a project may run unattended; undefined when people start it, or when its Studio had no such settings.
 */
function unattendedState(file: WorkflowFacts): UnattendedState | undefined {
  const attended = runtimeOption(file, 'isAttended');
  if (attended === 'false')
    return { reason: 'is not marked as attended, so that it may run where nobody is' };
  if (attended !== undefined) return undefined;
  const interaction = runtimeOption(file, 'requiresUserInteraction');
  if (interaction === 'false') return { reason: 'runs in the background' };
  const output = file.settings['designOptions.outputType'];
  if (interaction === undefined || output === 'Library' || output === 'Tests') return undefined;
  return { reason: 'does not set isAttended, so that it may run where nobody is', severity: 'medium' };
}

export const rule = defineRule('UIP-REL-023', {
  level: 'project',
  *gather(workflow) {
    for (const activity of workflow.activities)
      if (TYPES.has(activity.type)) yield { at: activity, text: activity.type };
  },
  *check(subject) {
    const file = projectFileOf(subject);
    if (file === undefined) return;
    const state = unattendedState(file);
    if (state === undefined) return;
    const started = startedWorkflows(subject);
    for (const { at, text, in: workflow } of subject.clues) {
      // No answer is needed, and the project does not claim to run without a person.
      if (WITHOUT_ANSWER.has(text) && state.severity !== undefined) continue;
      yield {
        in: workflow,
        at,
        subject: text,
        message: `"${at.name}" (${text}) ${WITHOUT_ANSWER.get(text) ?? 'waits for a person'}, but the project ${state.reason}.`,
        ...severityOf(text, state, started?.has(workflow) ?? true),
      };
    }
  },
});
