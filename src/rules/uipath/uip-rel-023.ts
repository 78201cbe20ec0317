/** A project that runs without a person asks a person something. */
import { defineRule } from '../../model/rule.ts';
import { projectFileOf, runtimeOption } from '../patterns/project-file.ts';

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
const project = (options: string): string =>
  `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"runtimeOptions":{${options}}}\n-- Main.xaml --\n`;

export const rule = defineRule({
  id: 'UIP-REL-023',
  version: 1,
  title: 'Interactive activity in an unattended process',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Nobody sits before an unattended robot: the job waits until it is stopped, or fails.',
  fix: 'Remove the step, read the value from an argument or asset, or ask through an action task. If people start the process, mark it as attended in the project settings.',
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
    const attended = runtimeOption(file, 'isAttended');
    const reason =
      attended === 'false'
        ? 'is not marked as attended, so that it may run where nobody is'
        : attended === undefined && runtimeOption(file, 'requiresUserInteraction') === 'false'
          ? 'runs in the background'
          : undefined;
    if (reason === undefined) return;
    for (const { at, text, in: workflow } of subject.clues)
      yield {
        in: workflow,
        at,
        subject: text,
        message: `"${at.name}" (${text}) waits for a person, but the project ${reason}.`,
      };
  },
  examples: {
    uipath: {
      bad: [
        `${project('"isAttended":false')}<ui:MessageBox Text="Done" />`,
        `${project('"requiresUserInteraction":false')}<ui:InputDialog Label="Year" />`,
        `${project('"isAttended":false')}<ui:CustomInput DisplayName="Ask for the year" />`,
      ],
      good: [
        `${project('"isAttended":true,"requiresUserInteraction":false')}<ui:MessageBox Text="Done" />`,
        `${project('')}<ui:MessageBox Text="Done" />`,
        // Near miss: switched off.
        `${project('"isAttended":false')}<ui:CommentOut><ui:CommentOut.Body><Sequence><ui:MessageBox Text="Done" /></Sequence></ui:CommentOut.Body></ui:CommentOut>`,
      ],
    },
  },
});
