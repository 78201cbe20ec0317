/** Ways of data through a workflow, from sources to sinks. */
import type { DataFlow } from '../../model/data-flow/flow.ts';
import { derived } from '../../model/interning/derived.ts';
import type { FollowedData } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import { followedFamilies } from './gate.ts';
import type { Arrival } from './search/arrival.ts';
import { limitOf, withinLimit } from './search/limit.ts';
import { Propagation } from './search/propagation.ts';
import { Seeds } from './seeds.ts';
import type { DataSource } from './tables/data-source.ts';
import { traceOf } from './trace-of.ts';
import { type WantedData, wantedBy } from './wanted.ts';

/** Ways of data, and the error that ended the search where there were too many steps. */
export interface DataFlows {
  readonly flows: readonly DataFlow[];
  readonly error: RangeError | undefined;
}

const NO_FLOWS: DataFlows = { flows: [], error: undefined };

function toFlow(workflow: Workflow, source: DataSource, arrival: Arrival): DataFlow {
  const { name, step, words, at, family, more } = source;
  const activity = workflow.activities[arrival.activity]!;
  const setting = activity.properties[arrival.property]!;
  return {
    family: family!,
    sink: arrival.kind,
    from: { at, name, step, words },
    to: { at: setting, name: setting.name, step: activity.name, words: arrival.words },
    marks: arrival.marks,
    moreSources: more,
    trace: traceOf(workflow, source, arrival),
  };
}

const known = derived((_: Workflow) => new Map<readonly FollowedData[], DataFlows>());

/**
 * Follows the data of a workflow to the sinks of some rules, once. A workflow without a source and a sink of one family
 * costs one look at it.
 */
export function dataFlowsOf(workflow: Workflow, rules: readonly FollowedData[]): DataFlows {
  const ofRules = known(workflow);
  let flows = ofRules.get(rules);
  if (flows === undefined) {
    flows = followAll(workflow, wantedBy(rules));
    ofRules.set(rules, flows);
  }
  return flows;
}

function followAll(workflow: Workflow, wanted: WantedData): DataFlows {
  const { sources: given, sinks, places, isFollowed } = followedFamilies(workflow, wanted);
  if ((given & sinks) === 0) return NO_FLOWS;
  const sources: DataSource[] = [];
  const propagation = new Propagation({ workflow, sources, wanted, spend: limitOf(workflow) });
  const seeds = new Seeds(workflow, sources, propagation, isFollowed);
  const flows: DataFlow[] = [];
  const error = withinLimit(() => seeds.follow(places));
  const arrivals = propagation.arrivals.all.toSorted(
    (one, other) => one.activity - other.activity || one.property - other.property,
  );
  const late = withinLimit(() => {
    for (const arrival of arrivals) {
      const source = sources[arrival.source]!;
      if (propagation.guards.untestedAt(arrival) !== 0) flows.push(toFlow(workflow, source, arrival));
    }
  });
  return { flows, error: error ?? late };
}

/**
 * Yields the ways of data that a rule is about.
 * @param all what all rules of the run follow
 * @throws RangeError behind the last one, where the workflow has more than can be followed
 */
export function* followedData(
  workflow: Workflow,
  { family, sinks, isHarmless }: FollowedData,
  all: readonly FollowedData[],
): Generator<DataFlow> {
  const { flows, error } = dataFlowsOf(workflow, all);
  for (const flow of flows)
    if (flow.family === family && sinks.includes(flow.sink) && isHarmless?.(flow.to, workflow) !== true)
      yield flow;
  if (error !== undefined) throw error;
}
