/** A workflow without a description of what it is for. */
import { defineRule } from '../../model/rule.ts';
import type { Note, Workflow } from '../../model/workflow.ts';

/** Containers of the outermost activity: the argument list and the chart of a workflow. */
const DEPTH_MAX = 1;

function depthOf({ activities }: Workflow, { owner }: Note): number {
  let depth = 0;
  for (let at = activities[owner]?.parent ?? -1; at !== -1; at = activities[at]!.parent) depth += 1;
  return depth;
}

export const rule = defineRule({
  id: 'UIP-MNT-010',
  version: 1,
  title: 'Workflow not annotated',
  platforms: ['uipath'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Studio shows the annotation where the workflow is invoked: without one, everybody has to open it to learn what it needs and returns.',
  fix: 'Annotate the outermost activity: its purpose, its arguments, and what it throws.',
  compliance: ['MAINT'],
  controls: ['CWE-1059'],
  options: {
    minCharacters: {
      default: 20,
      unit: 'characters',
      about: 'Minimum length of the annotation.',
      stricter: 'higher',
      isMeasured: true,
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    if (workflow.kind !== 'uipath-workflow' || workflow.activities.length === 0) return;
    const longest = workflow.notes
      .filter((note) => note.kind !== 'code' && depthOf(workflow, note) <= DEPTH_MAX)
      .reduce((max, { text }) => Math.max(max, text.trim().length), -1);
    if (longest >= options.minCharacters) return;
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      subject: 'annotation',
      measure: { option: 'minCharacters', value: longest },
      message: `The outermost activity of "${workflow.name}" has no annotation of ${options.minCharacters} characters or more.`,
    };
  },
  examples: {
    uipath: {
      bad: [
        '<Sequence DisplayName="Read" />',
        // Too short to say anything.
        '<Sequence sap2010:Annotation.AnnotationText="todo" DisplayName="Read" />',
        `<Sequence><Sequence><Sequence sap2010:Annotation.AnnotationText="Reads one order and returns its lines." /></Sequence></Sequence>`,
      ],
      good: [
        '<Sequence sap2010:Annotation.AnnotationText="Reads one order and returns its lines." DisplayName="Read" />',
        // Near miss: the annotation of the first activity, not of the outermost one.
        '<Delay sap2010:Annotation.AnnotationText="Reads one order and returns its lines." />',
        '<ui:Comment Text="Reads one order and returns its lines." />',
      ],
    },
  },
});
