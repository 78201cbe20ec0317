/** A flow with more actions than a person can oversee. */
import { defineRule } from '../../model/rule.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';

const steps = (count: number): string =>
  Array.from({ length: count }, (_, i) => `"Keep_${i}":{"type":"Compose","inputs":"${i}"}`).join(',');

export const rule = defineRule({
  id: 'PAF-MNT-001',
  version: 1,
  title: 'Too many actions',
  platforms: ['power-automate'],
  category: 'maintainability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A long flow is hard to read, to test and to change without breaking another part of it, and the designer gets slow.',
  fix: 'Move parts that belong together into child flows ("Run a Child Flow"), and replace loops and conditions over values by Select, Filter array and expressions.',
  compliance: ['MAINT'],
  controls: ['CWE-1120'],
  // The catalogue has a second, milder threshold; a rule has one severity, so only the more important one is used.
  options: {
    max: {
      default: 100,
      unit: 'steps',
      about: 'Maximum number of steps of a flow: its actions and its trigger.',
      stricter: 'lower',
      isMeasured: true,
      metric: { name: 'sizeMax' },
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    const { size } = metricsOf(workflow);
    if (size <= options.max) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      message: `"${workflow.name}" has ${size} steps; ${options.max} are the most that should be in one flow.`,
      subject: 'actions',
      measure: { option: 'max', value: size },
    };
  },
  examples: {
    'power-automate': {
      bad: [steps(100), `"Try":{"type":"Scope","actions":{${steps(110)}}}`],
      good: [
        // Near miss: exactly as many as are allowed, with the trigger.
        steps(99),
        `"Try":{"type":"Scope","actions":{${steps(40)}}}`,
        '"Keep":{"type":"Compose","inputs":"1"}',
      ],
    },
  },
});
