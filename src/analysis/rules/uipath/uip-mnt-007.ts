/** Activities that have the names of their types. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';

/** Returns a name without what distinguishes a title from a type: `Invoke Workflow File` is `InvokeWorkflowFile`. */
const bare = (name: string): string => name.replaceAll(' ', '').toLowerCase();

function hasDefaultName({ name, type }: Activity): boolean {
  const [stem = type] = type.split('`', 1);
  return name === '' || bare(name) === bare(stem);
}

export const rule = defineRule({
  id: 'UIP-MNT-007',
  version: 1,
  title: 'Default activity name',
  platforms: ['uipath'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Logs, error messages and the outline show these names: "Sequence" says nothing about what failed.',
  fix: 'Give each of them a name that says what it is for, such as "Read the order".',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    types: {
      default: ['Sequence', 'If', 'Assign', 'While', 'ForEach', 'InvokeWorkflowFile', 'TryCatch'],
      about: 'Types whose activities need a name of their own.',
      stricter: 'longer',
    },
    max: {
      default: 0,
      unit: 'activities',
      about: 'Number of activities that may have the name of their type.',
      stricter: 'lower',
      isMeasured: true,
      metric: { name: 'activities' },
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    const types = new Set(options.types);
    const found = workflow.activities.filter(
      (activity) =>
        types.has(activity.type.split('`', 1)[0]!) && isLive(activity) && hasDefaultName(activity),
    );
    const [first] = found;
    if (first === undefined || found.length <= options.max) return;
    const many = found.length === 1 ? 'One activity has' : `${found.length} activities have`;
    yield {
      at: first,
      subject: 'names',
      measure: { option: 'max', value: found.length },
      message: `${many} the name of the type, the first a "${first.type}".`,
    };
  },
  examples: {
    uipath: {
      options: { types: ['If', 'InvokeWorkflowFile', 'Assign'] },
      bad: [
        '<If DisplayName="If" /><If />',
        '<ui:InvokeWorkflowFile DisplayName="Invoke Workflow File" WorkflowFileName="a.xaml" />',
      ],
      good: [
        '<If DisplayName="Is the order new?" />',
        '<ui:InvokeWorkflowFile DisplayName="Read the order" WorkflowFileName="a.xaml" />',
        // Near miss: the type is not among those that need a name.
        '<Delay DisplayName="Delay" />',
        '<ui:CommentOut><ui:CommentOut.Body><If DisplayName="If" /></ui:CommentOut.Body></ui:CommentOut>',
      ],
    },
  },
});
