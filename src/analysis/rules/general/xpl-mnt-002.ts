/** A workflow, or page of one, with more decisions than a person can follow. */
import { enclosing, isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';

const DECISIONS: ReadonlySet<Activity['role']> = new Set(['branch', 'loop', 'catch']);

/** Counts the ways through each page; what has no pages is one. */
function waysOf(workflow: Workflow): ReadonlyMap<Activity | undefined, number> {
  const ways = new Map<Activity | undefined, number>();
  for (const activity of workflow.activities) {
    if (!DECISIONS.has(activity.role) || !isLive(activity)) continue;
    const page = enclosing(workflow, activity, 'page');
    ways.set(page, (ways.get(page) ?? 1) + 1);
  }
  return ways;
}

const times = (count: number, part: (i: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(between);
const ifs = (count: number): string =>
  times(count, () => '<If Condition="[found]"><If.Then><Delay /></If.Then></If>');
const conditions = (count: number): string =>
  times(
    count,
    (i) => `"If_${i}":{"type":"If","expression":{"equals":["@triggerBody()",${i}]},"actions":{}}`,
    ',',
  );
const botIfs = (count: number): string =>
  `{"commandName": "if", "packageName": "If", "times": ${count}, "children": [{"commandName": "clearClipboard", "packageName": "Clipboard"}]}`;
const decisions = (count: number): string =>
  times(
    count,
    (i) =>
      `<stage stageid="d${i}" name="Found ${i}?" type="Decision"><ontrue>${i + 1 < count ? `d${i + 1}` : 'end'}</ontrue><onfalse>end</onfalse><decision expression="[Found]"/></stage>`,
  );

export const rule = defineRule({
  id: 'XPL-MNT-002',
  version: 1,
  title: 'Control flow too complex',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'maintainability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Each decision doubles the ways through the workflow: nobody can test them all, and a change of one breaks another that nobody thought of.',
  fix: 'Move decisions that belong together into a workflow, child flow, bot or page of their own, and take values from a table in place of chains of conditions.',
  compliance: ['MAINT'],
  controls: ['CWE-1121'],
  // The catalogue has a second, milder threshold; a rule has one severity, so only the more important one is used.
  options: {
    max: {
      default: 40,
      unit: 'ways',
      about:
        'Maximum cyclomatic complexity of a workflow or page: its decisions, loops and handlers, and one.',
      stricter: 'lower',
      isMeasured: true,
      metric: { name: 'cyclomatic' },
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    // Most files have less in all their pages together.
    if (metricsOf(workflow).cyclomatic <= options.max) return;
    for (const [page, ways] of waysOf(workflow))
      if (ways > options.max)
        yield {
          at: page ?? { at: 0, owner: -1, name: '' },
          subject: 'complexity',
          message: `"${page?.name ?? workflow.name}" has a cyclomatic complexity of ${ways}; ${options.max} is the most that people can follow.`,
          measure: { option: 'max', value: ways },
        };
  },
  examples: {
    uipath: {
      bad: [ifs(40), `<Sequence>${ifs(25)}</Sequence><While Condition="[more]">${ifs(20)}</While>`],
      good: [
        // Near miss: exactly as many as are allowed.
        ifs(39),
        `<ui:CommentOut><ui:CommentOut.Body><Sequence>${ifs(60)}</Sequence></ui:CommentOut.Body></ui:CommentOut>`,
        '<Delay />'.repeat(99),
      ],
    },
    'power-automate': {
      bad: [conditions(40), `"Try":{"type":"Scope","actions":{${conditions(45)}}}`],
      good: [
        conditions(39),
        `"Each":{"type":"Foreach","foreach":"@triggerBody()","actions":{${conditions(30)}}}`,
        '"Keep":{"type":"Compose","inputs":"1"}',
      ],
    },
    'automation-anywhere': {
      bad: [botIfs(40), `${botIfs(25)}, ${botIfs(30)}`],
      good: [
        botIfs(39),
        '{"commandName": "clearClipboard", "packageName": "Clipboard", "times": 200}',
        botIfs(10),
      ],
    },
    'blue-prism': {
      bad: [decisions(40), decisions(60)],
      good: [
        decisions(39),
        decisions(5),
        '<stage stageid="c" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="Sum"/></stage>',
      ],
    },
  },
});
