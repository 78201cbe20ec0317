/** Servers that a workflow uses, with what shows that a run uses one in place of another. */
import { ancestorsOf } from '../../model/navigate.ts';
import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { reachedAfter, reachedFrom } from '../../semantics/flow/search.ts';
import { namedHosts, namesEnvironment, stagedHost } from './environment-host.ts';

/** Branch of a decision: its index, and the way that is taken. */
type Choice = readonly [decision: number, way: string];

/** Facts by which two uses in one workflow exclude each other. */
export interface HostFacts {
  readonly owner: number;
  /** Ways that have to be taken to reach the use. */
  readonly choices: readonly Choice[];
  /** Name of the variable that gets the address; '' where none does. */
  readonly target: string;
  /** Steps with other uses that no run comes to as well. */
  readonly apart: readonly number[];
}

/** A use of a server. */
export interface HostUse {
  readonly text: Text;
  readonly host: string;
  readonly facts: HostFacts;
}

/** Uses of one server that are looked at. */
const USES_MAX = 10;
/** Steps of a workflow whose ways are searched. */
const SEARCHES_MAX = 40;

function choicesOf(workflow: Workflow, owner: number): readonly Choice[] {
  const choices: Choice[] = [];
  let inside = workflow.activities[owner];
  if (inside === undefined) return choices;
  for (const up of ancestorsOf(workflow, inside)) {
    if (up.role === 'branch') choices.push([up.index, inside.slot]);
    inside = up;
  }
  return choices;
}

/** Maps each step that assigns to the first name that it writes. */
function targetsOf(workflow: Workflow): ReadonlyMap<number, string> {
  const targets = new Map<number, string>();
  const { keys, symbols, writes } = cellsOf(workflow);
  for (let cell = 0; cell + 1 < writes.starts.length; cell += 1)
    for (let at = writes.starts[cell]!; at < writes.starts[cell + 1]!; at += 1) {
      const step = writes.activities[at]!;
      if (workflow.activities[step]?.role === 'assign' && !targets.has(step))
        targets.set(step, symbols[cell]?.name ?? keys[cell]!);
    }
  return targets;
}

/** Returns the page or the whole that a step stands in. */
const rootOf = (workflow: Workflow, owner: number): number =>
  [...ancestorsOf(workflow, workflow.activities[owner]!)].at(-1)?.index ?? -1;

/** Maps steps to others that no run comes to as well: neither leads to the other, and a run can come to each. */
function apartOf(workflow: Workflow, owners: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const graph = flowOf(workflow);
  const run = reachedFrom(graph, [graph.start]);
  const steps = owners.filter((owner) => run.has(owner)).slice(0, SEARCHES_MAX);
  const ways = new Map(steps.map((step) => [step, reachedAfter(graph, [step])]));
  const roots = new Map(steps.map((step) => [step, rootOf(workflow, step)]));
  return new Map(
    steps.map((step) => [
      step,
      steps.filter(
        (other) =>
          other !== step &&
          roots.get(other) === roots.get(step) &&
          !ways.get(step)!.has(other) &&
          !ways.get(other)!.has(step),
      ),
    ]),
  );
}

/** Returns the systems of which servers of more than one environment are named. */
function mixedSystems(hosts: Iterable<string>): ReadonlySet<string> {
  const bySystem = Map.groupBy([...hosts].map(stagedHost), ({ system }) => system);
  return new Set(
    [...bySystem].flatMap(([system, same]) => {
      const earlier = same.filter(({ stage }) => stage === 'earlier').length;
      return earlier > 0 && earlier < same.length ? [system] : [];
    }),
  );
}

/** Returns the uses of servers in a workflow. Values whose name says for which environment they are do not count. */
export function hostUses(workflow: Workflow): readonly HostUse[] {
  const uses = new Map<string, Text[]>();
  for (const [text, hosts] of namedHosts(workflow)) {
    // A text with several servers chooses one, or lists them.
    if (hosts.size > 1) continue;
    const host = [...hosts][0]!;
    const known = uses.get(host);
    if (known === undefined) uses.set(host, [text]);
    else if (known.length < USES_MAX && known.every(({ owner }) => owner !== text.owner)) known.push(text);
  }
  const mixed = mixedSystems(uses.keys());
  const all = [...uses].flatMap(([host, texts]) => texts.map((text) => ({ host, text })));
  const inMixed = all.filter(({ host }) => mixed.has(stagedHost(host).system));
  const owners = [...new Set(inMixed.map(({ text }) => text.owner))].filter((owner) => owner !== -1);
  const apart = owners.length < 2 ? undefined : apartOf(workflow, owners);
  const targets = all.length === 0 ? undefined : targetsOf(workflow);
  return all.flatMap(({ host, text }) => {
    const { owner } = text;
    const target = text.kind === 'default' ? text.name : (targets?.get(owner) ?? '');
    const step = targets?.has(owner) === true ? workflow.activities[owner]!.name : '';
    if (namesEnvironment(target) || namesEnvironment(step)) return [];
    const facts = { owner, choices: choicesOf(workflow, owner), target, apart: apart?.get(owner) ?? [] };
    return [{ host, text, facts }];
  });
}
