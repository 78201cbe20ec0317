/** Ways of data through a workflow, from sources to sinks. */
import type { DataFlow } from '../../model/data-flow/flow.ts';
import { derived } from '../../model/interning/derived.ts';
import type { FollowedData } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import { smoothDominatorsOf } from '../flow/dominators.ts';
import type { Arrival } from './arrival.ts';
import type { Fact } from './fact.ts';
import { followedFamilies } from './gate.ts';
import { Propagation } from './propagation.ts';
import { Seeds } from './seeds.ts';
import { familyBit } from './tables/data-effect.ts';
import type { DataSource } from './tables/data-source.ts';
import { traceOf } from './trace-of.ts';
import { type WantedSinks, wantedBy } from './wanted.ts';

/** Steps of the search in any workflow, for each activity, and twice that for each expression. */
const STEPS_BASE = 50_000;
const STEPS_EACH = 64;

/** Ways of data, and the error that ended the search where there were too many steps. */
export interface DataFlows {
  readonly flows: readonly DataFlow[];
  readonly error: RangeError | undefined;
}

const NO_FLOWS: DataFlows = { flows: [], error: undefined };

/** Creates the counter of steps of one workflow. */
function limitOf({ activities, expressions }: Workflow): (steps?: number) => void {
  const max = STEPS_BASE + STEPS_EACH * (activities.length + 2 * expressions.length);
  let spent = 0;
  return (steps = 1) => {
    spent += steps;
    if (spent > max)
      throw new RangeError(`Following the data takes more steps than a file may take; the limit is ${max}.`);
  };
}

/** Returns whether every way to the sink leads through a test of the data. */
function isGuarded(workflow: Workflow, { guards }: Propagation, arrival: Arrival, family: number): boolean {
  if (guards.length === 0) return false;
  const cells = new Set<number>();
  for (let fact: Fact | undefined = arrival.fact; fact !== undefined; fact = fact.parent)
    cells.add(fact.cell);
  return guards.some(
    (guard) =>
      cells.has(guard.cell) &&
      (guard.families & family) !== 0 &&
      (guard.sinks === undefined || guard.sinks.includes(arrival.kind)) &&
      guard.activity !== arrival.activity &&
      smoothDominatorsOf(workflow).dominates(guard.activity, arrival.activity),
  );
}

function toFlow(workflow: Workflow, source: DataSource, arrival: Arrival): DataFlow {
  const { name, step, words, at, family, more } = source;
  const activity = workflow.activities[arrival.activity]!;
  const setting = activity.properties[arrival.property]!;
  return {
    family,
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

function followAll(workflow: Workflow, wanted: WantedSinks): DataFlows {
  const { families, places } = followedFamilies(workflow, wanted);
  if (families === 0) return NO_FLOWS;
  const sources: DataSource[] = [];
  const propagation = new Propagation({ workflow, sources, wanted, spend: limitOf(workflow) });
  const seeds = new Seeds(workflow, sources, propagation, families);
  let error: RangeError | undefined;
  try {
    seeds.addSteps();
    seeds.addMentions();
    propagation.follow();
    seeds.addSymbols();
    propagation.follow();
    seeds.addItems(places);
    propagation.follow();
  } catch (caught) {
    if (!(caught instanceof RangeError)) throw caught;
    error = caught;
  }
  const flows = propagation.arrivals
    .filter(
      (arrival) => !isGuarded(workflow, propagation, arrival, familyBit(sources[arrival.source]!.family)),
    )
    .sort((one, other) => one.activity - other.activity || one.property - other.property)
    .map((arrival) => toFlow(workflow, sources[arrival.source]!, arrival));
  return { flows, error };
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
