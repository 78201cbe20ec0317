/** A workflow has more activities than a person can oversee. */
import { defineRule } from '../../model/rule.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';

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
      isMeasured: true,
      metric: { name: 'sizeMax', isExact: true },
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    const { size: count } = metricsOf(workflow);
    if (count <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      message: `"${workflow.name}" has ${count} activities; ${options.max} are the most that should be in one workflow.`,
      subject: 'activities',
      measure: { option: 'max', value: count },
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
