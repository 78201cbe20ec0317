/** Numbers about a file: sums and maxima over its workflows. */
import type { Metrics } from '../model/measures/metrics.ts';
import type { Role, Workflow } from '../model/workflow.ts';
import { metricsOf, type WorkflowMetrics } from '../patterns/workflow-metrics.ts';

/** Returns the metrics of a file's workflows. */
export function metricsOfFile(workflows: readonly Workflow[]): Metrics {
  const each = workflows.map(metricsOf);
  const sumOf = (number: (metrics: WorkflowMetrics) => number): number =>
    each.reduce((total, metrics) => total + number(metrics), 0);
  const maxOf = (number: (metrics: WorkflowMetrics) => number): number =>
    each.reduce((max, metrics) => Math.max(max, number(metrics)), 0);
  const sum = (count: (workflow: Workflow) => number): number =>
    workflows.reduce((total, workflow) => total + count(workflow), 0);
  const ofRoles = (...roles: readonly Role[]): number =>
    sumOf((metrics) => roles.reduce((total, role) => total + (metrics.roles.get(role) ?? 0), 0));
  return {
    workflows: workflows.length,
    activities: sumOf(({ activities }) => activities),
    sizeMax: maxOf(({ size }) => size),
    disabledActivities: sumOf(({ disabledActivities }) => disabledActivities),
    depthMax: maxOf(({ depth }) => depth),
    childrenMax: maxOf(({ childrenMax }) => childrenMax),
    variables: sumOf(({ variables }) => variables),
    arguments: sumOf((metrics) => metrics.arguments),
    argumentsMax: maxOf((metrics) => metrics.arguments),
    expressions: sum(({ expressions }) => expressions.length),
    calls: sum(({ calls }) => calls.length),
    connections: sum(({ connections }) => connections.length),
    packages: sum(({ references }) => references.filter(({ kind }) => kind === 'dependency').length),
    branches: ofRoles('branch'),
    loops: ofRoles('loop'),
    handlers: ofRoles('catch', 'resume'),
    scripts: ofRoles('script', 'shell'),
    comments: ofRoles('comment'),
    annotations: sum(({ notes }) => notes.filter(({ kind }) => kind === 'annotation').length),
    unread: sum(({ unread }) => unread.length),
    cyclomatic: sumOf(({ cyclomatic }) => cyclomatic),
  };
}
