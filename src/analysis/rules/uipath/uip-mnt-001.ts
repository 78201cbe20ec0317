/** A workflow has more activities than a person can oversee. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';

/** Parts of an activity that the file stores like activities. */
const PARTS = new Set('Catch Transition FlowStep AssignOperation IfElseIfBlock PickBranch'.split(' '));

export const rule = defineRule({
  id: 'UIP-MNT-001',
  version: 1,
  title: 'Workflow has too many activities',
  platforms: ['uipath'],
  category: 'maintainability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A large workflow is slow to open in Studio, hard to test and to change without breaking another part, and two people cannot work on it at once.',
  fix: 'Select activities that belong together, right-click and choose "Extract as Workflow". Give the new file In and Out arguments instead of shared variables.',
  compliance: ['MAINT'],
  controls: ['CWE-1120'],
  // The catalogue has a second, milder threshold at 50; a rule has one severity, so only the more important one is
  // used.
  options: {
    max: {
      default: 100,
      unit: 'activities',
      about: 'Maximum number of activities of a workflow.',
      stricter: 'lower',
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    if (workflow.activities.length <= options.max) return;
    const count = workflow.activities.filter(
      (activity) => isLive(activity) && activity.role !== 'comment' && !PARTS.has(activity.type),
    ).length;
    if (count <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      message: `"${workflow.name}" has ${count} activities; ${options.max} are the most that should be in one workflow.`,
      subject: 'activities',
    };
  },
  examples: {
    uipath: {
      // The sequence around an example is an activity too.
      bad: [
        '<WriteLine />'.repeat(100),
        `<Sequence>${'<Delay />'.repeat(60)}</Sequence>${'<Delay />'.repeat(60)}`,
      ],
      good: [
        // Near miss: exactly as many as are allowed.
        '<WriteLine />'.repeat(99),
        '<ui:Comment Text="a note" />'.repeat(120),
        `<ui:CommentOut><ui:CommentOut.Body><Sequence>${'<Delay />'.repeat(150)}</Sequence></ui:CommentOut.Body></ui:CommentOut>`,
      ],
    },
  },
});
