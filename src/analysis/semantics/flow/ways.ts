/** Ways that a run takes behind a condition or a choice, and where in the graph each begins. */
import { derived } from '../../model/interning/derived.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { type Dominators, dominatorsOf } from './dominators.ts';
import { flowOf } from './flow-of.ts';
import { FLOW, type FlowGraph, FORWARD } from './graph.ts';
import { outgoingOf } from './links.ts';

/** Ways out of a step, as bits: a condition holds or not, a choice finds its value among its cases or not. */
export const WAY = { whenTrue: 1, whenFalse: 2, inCase: 4, byDefault: 8 } as const;
/** Set of ways. */
export type Ways = number;

const SMOOTH = FORWARD | FLOW.call | FLOW.return;
const SLOTS: ReadonlyMap<string, Ways> = new Map([
  ['then', WAY.whenTrue],
  ['actions', WAY.whenTrue],
  ['children', WAY.whenTrue],
  ['else', WAY.whenFalse],
  ['branches', WAY.whenFalse],
  ['default', WAY.byDefault],
  ['', WAY.byDefault],
]);
const LINKS: ReadonlyMap<string, Ways> = new Map([
  ['true', WAY.whenTrue],
  ['false', WAY.whenFalse],
  ['default', WAY.byDefault],
]);

/** Returns the way that a part of a container is; further conditions of it run when the first does not hold. */
function wayOfSlot(slot: string): Ways {
  const known = SLOTS.get(slot.toLowerCase());
  if (known !== undefined) return known;
  return /^elseif/i.test(slot) ? WAY.whenFalse : WAY.inCase;
}

/** Returns the ways that the links of a step are to a node; those without a link lead to the end of the chart. */
function waysByLinks(workflow: Workflow, step: Activity, node: number, all: Ways): Ways {
  const links = outgoingOf(workflow)[step.index]!;
  const wayOf = ({ when }: { readonly when: readonly string[] }): Ways =>
    when.reduce((ways, name) => ways | (LINKS.get(name) ?? WAY.inCase), 0);
  const taken = links.reduce((ways, link) => ways | wayOf(link), 0);
  const own = links.reduce((ways, link) => (link.to === node ? ways | wayOf(link) : ways), 0);
  return own === 0 ? all & ~taken : own;
}

/** Returns the ways that lead from a step to a node; those without steps of their own lead past the container. */
function waysTo(workflow: Workflow, step: Activity, node: number, all: Ways): Ways {
  if (workflow.children[step.index]!.length === 0) return waysByLinks(workflow, step, node, all);
  const inside = workflow.activities[node];
  if (inside?.parent === step.index) return wayOfSlot(inside.slot);
  const taken = workflow.children[step.index]!.reduce(
    (ways, child) => ways | wayOfSlot(workflow.activities[child]!.slot),
    0,
  );
  // Of a choice, a case without steps leads past it too.
  return (all & WAY.inCase) | (all & ~taken);
}

/** Entries of the ways behind the steps of one workflow. */
class WayEntries {
  private readonly workflow: Workflow;
  private readonly graph: FlowGraph;
  private readonly dominators: Dominators;
  private readonly known = new Map<string, readonly number[]>();

  constructor(workflow: Workflow) {
    this.workflow = workflow;
    this.graph = flowOf(workflow);
    this.dominators = dominatorsOf(workflow);
  }

  of(step: Activity, ways: Ways): readonly number[] {
    const key = `${step.index} ${ways}`;
    let entries = this.known.get(key);
    if (entries === undefined) {
      entries = this.find(step, ways);
      this.known.set(key, entries);
    }
    return entries;
  }

  private find(step: Activity, ways: Ways): readonly number[] {
    const { heads, nodes, kinds } = this.graph.outgoing;
    const { index } = step;
    const isChoice = (ways & (WAY.inCase | WAY.byDefault)) !== 0;
    const all = isChoice ? WAY.inCase | WAY.byDefault : WAY.whenTrue | WAY.whenFalse;
    const targets = new Set<number>();
    for (let edge = heads[index]!; edge < heads[index + 1]!; edge += 1)
      if ((kinds[edge]! & SMOOTH) !== 0) targets.add(nodes[edge]!);
    const exit = this.graph.exitOf(index);
    const isPassing = (node: number): boolean => {
      const to = waysTo(this.workflow, step, node, all);
      return to !== 0 && (to & ~ways) === 0;
    };
    const passing = [...targets].filter(isPassing);
    const entries = passing.filter(
      (node) => node !== exit && this.isEnteredBy(node, (from) => from === index),
    );
    if (exit === index) return entries;
    // Where all other ways leave the list, what stands behind the container is on this way too.
    const isOnWay = (from: number): boolean =>
      from === index
        ? passing.includes(exit)
        : entries.some((entry) => this.dominators.dominates(entry, from));
    return this.isEnteredBy(exit, isOnWay) ? [...entries, exit] : entries;
  }

  /** Returns whether every edge into a node comes from some nodes, or from behind the node itself. */
  private isEnteredBy(node: number, isOne: (from: number) => boolean): boolean {
    const { heads, nodes } = this.graph.incoming;
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      const from = nodes[edge]!;
      if (!this.dominators.isReached(from)) continue;
      if (!isOne(from) && !this.dominators.dominates(node, from)) return false;
    }
    return this.dominators.isReached(node);
  }
}

const entriesIn = derived((workflow: Workflow) => new WayEntries(workflow));

/**
 * Returns the nodes of the graph with which ways behind a condition begin: what one of them dominates runs on such a way
 * alone.
 */
export const entriesOfWays = (workflow: Workflow, step: Activity, ways: Ways): readonly number[] =>
  ways === 0 ? [] : entriesIn(workflow).of(step, ways);
