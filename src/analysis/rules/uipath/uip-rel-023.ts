/** An unattended project prompts a person. */
import type { WorkflowFacts } from '../../model/project.ts';
import { defineRule } from '../../model/rule.ts';
import { projectFileOf, runtimeOption } from '../../patterns/uipath/project-file.ts';
import { startedWorkflows } from '../../patterns/uipath/started-workflows.ts';

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
const project = (options: string): string =>
  `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"runtimeOptions":{${options}}}\n-- Main.xaml --\n`;

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

export const rule = defineRule({
  id: 'UIP-REL-023',
  version: 4,
  title: 'Interactive activity in an unattended process',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Nobody sits before an unattended robot: a step that waits for an answer holds the job until it is stopped, and one that only addresses a person does nothing or fails.',
  fix: 'Remove the step, read the value from an argument or asset, or ask through an action task. If people start the process, open Project Settings > General in Studio and mark it as attended.',
  compliance: ['AVAIL'],
  options: {},
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
  examples: {
    uipath: {
      bad: [
        `${project('"isAttended":false')}<ui:MessageBox Text="Done" />`,
        `${project('"requiresUserInteraction":false')}<ui:InputDialog Label="Year" />`,
        `${project('"isAttended":false')}<ui:CustomInput DisplayName="Ask for the year" />`,
        `${project('"requiresUserInteraction":true')}<ui:MessageBox Text="Done" />`,
        `${project('"isAttended":false')}<ui:BlockUserInput BlockType="All" />`,
      ],
      good: [
        `${project('"isAttended":true,"requiresUserInteraction":false')}<ui:MessageBox Text="Done" />`,
        // Studio versions without these settings.
        `${project('')}<ui:MessageBox Text="Done" />`,
        `-- project.json --\n{"name":"Steps","main":"Main.xaml","dependencies":{},"runtimeOptions":{"requiresUserInteraction":true},"designOptions":{"outputType":"Library"}}\n-- Main.xaml --\n<ui:InputDialog Label="Year" />`,
        // Near miss: continues without a person, and people may start the process.
        `${project('"requiresUserInteraction":true')}<ui:BlockUserInput BlockType="All" />`,
        // Near miss: switched off.
        `${project('"isAttended":false')}<ui:CommentOut><ui:CommentOut.Body><Sequence><ui:MessageBox Text="Done" /></Sequence></ui:CommentOut.Body></ui:CommentOut>`,
      ],
    },
  },
});
