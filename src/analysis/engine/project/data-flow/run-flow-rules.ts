/** Runs the rules about data flow over data that comes from other files of a project. */
import type { DataEnd, DataFlow } from '../../../model/data-flow/flow.ts';
import { type FlowRule, isFlowRule, problemsOfCrossing } from '../../../model/data-flow/flow-rules.ts';
import type { Project } from '../../../model/project.ts';
import { concerns, type Problem } from '../../../model/rule.ts';
import type { RuleSetting } from '../../../model/ruleset.ts';
import { type Arrived, dataAtSinks, familyOf, type SinkArrivals } from './closure.ts';
import type { EndNode } from './project-ends.ts';
import { type PlaceOf, traceAcross } from './trace-across.ts';

/** A problem with the rule that reports it. */
export interface FlowProblem {
  readonly setting: RuleSetting;
  readonly problem: Problem;
}

const endOf = ({ end: { at, name, step, words = '' } }: EndNode): DataEnd => ({ at, name, step, words });

/** Number of sources beside one that reach the same place. */
function othersOf(one: Arrived, { arrived }: SinkArrivals): number {
  return arrived.reduce(
    (count, other) =>
      other.data.families === one.data.families
        ? count + (other === one ? 0 : 1) + (other.source.end.more ?? 0)
        : count,
    0,
  );
}

function flowOf(one: Arrived, arrivals: SinkArrivals, placeOf: PlaceOf | undefined): DataFlow {
  return {
    family: familyOf(one.data.families),
    sink: arrivals.sink.end.sink!,
    from: endOf(one.source),
    to: endOf(arrivals.sink),
    marks: one.data.marks,
    moreSources: othersOf(one, arrivals),
    trace: traceAcross(one, placeOf),
  };
}

/** Returns the problems of one way; a rule that throws is over. */
function problemsOf(
  { rule, options }: RuleSetting,
  flow: DataFlow,
  failures: Map<string, Error>,
): readonly Problem[] {
  try {
    return [...problemsOfCrossing(rule as FlowRule, flow, options)];
  } catch (error) {
    failures.set(rule.id, error as Error);
    return [];
  }
}

/** Yields the problems of one sink: for each rule the first way that it reports. */
function* problemsAt(
  arrivals: SinkArrivals,
  settings: readonly RuleSetting[],
  placeOf: PlaceOf | undefined,
  failures: Map<string, Error>,
): Generator<FlowProblem> {
  const { in: workflow, end } = arrivals.sink;
  for (const setting of settings) {
    const { rule } = setting;
    if (!isFlowRule(rule) || end.settled?.includes(rule.id) === true || failures.has(rule.id)) continue;
    if (!rule.follows!.sinks.includes(end.sink!) || !concerns(rule, workflow.platform, workflow.language))
      continue;
    for (const one of arrivals.arrived) {
      if (familyOf(one.data.families) !== rule.follows!.family) continue;
      const flow = flowOf(one, arrivals, placeOf);
      const found = problemsOf(setting, flow, failures);
      for (const problem of found) yield { setting, problem: { ...problem, in: workflow } };
      if (found.length > 0) break;
    }
  }
}

/** Returns the error of a workflow that has more ways than the limit. */
function cutError({ workflows }: Project, by: string): RangeError | undefined {
  const cut = workflows.find(({ flows }) => flows?.[by]?.isCut === true);
  return cut && new RangeError(`"${cut.name}" has more ways of data than are followed into other files.`);
}

/**
 * Yields what rules about data flow report in a project, across its files.
 * @param failures gets the rules that throw, by id, and those for which there is more than can be followed
 */
export function* acrossFiles(
  project: Project,
  settings: readonly RuleSetting[],
  placeOf: PlaceOf | undefined,
  failures: Map<string, Error>,
): Generator<FlowProblem> {
  const byTables = Map.groupBy(settings, ({ rule }) => rule.follows?.own?.by ?? '');
  for (const [by, own] of byTables) {
    const { atSinks, error } = dataAtSinks(project, by);
    for (const arrivals of atSinks) yield* problemsAt(arrivals, own, placeOf, failures);
    const late = error ?? cutError(project, by);
    if (late !== undefined) for (const { rule } of own) failures.set(rule.id, late);
  }
}
