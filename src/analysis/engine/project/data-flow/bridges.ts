/**
 * Bridges: ways from what a call gives to what it gets back, through all that runs in between. With them, data never
 * returns to another caller than the one that it came from.
 */
import { ANY_DATA, below, type Carried, type CarryingWay, carriedOn } from './carried.ts';
import type { EndLink, EndNode, ProjectEnds } from './project-ends.ts';

/** A way from an argument of a call to one of its results. */
export interface Bridge extends CarryingWay {
  readonly to: EndNode;
  /** Input of the callee that it leads through. */
  readonly input: EndNode;
}

/** A call's argument that leads to an input. */
interface Giver {
  readonly node: EndNode;
  readonly members: readonly string[];
}

/** Data from an input of a workflow at one of its ends. */
interface Reached {
  readonly input: EndNode;
  readonly node: EndNode;
  readonly data: Carried;
}

const NO_BRIDGES: readonly Bridge[] = [];

/** Finds the bridges of a project. */
export class Bridges {
  private readonly ends: ProjectEnds;
  private readonly spend: () => void;
  private readonly givers = new Map<EndNode, Giver[]>();
  private readonly bridges = new Map<EndNode, Bridge[]>();
  private readonly bridgeKeys = new Map<string, number>();
  private readonly numbers = new Map<EndNode, number>();
  /** By end: what inputs of its workflow have come there. */
  private readonly reached = new Map<EndNode, Map<string, Reached>>();
  private readonly open: Reached[] = [];

  constructor(ends: ProjectEnds, spend: () => void) {
    this.ends = ends;
    this.spend = spend;
    for (const [number, node] of ends.nodes.entries()) {
      this.numbers.set(node, number);
      if (node.end.kind !== 'call-in') continue;
      for (const { to, members } of ends.linksOf(node)) {
        const known = this.givers.get(to);
        if (known === undefined) this.givers.set(to, [{ node, members }]);
        else known.push({ node, members });
      }
    }
    for (const input of this.givers.keys()) this.reach({ input, node: input, data: ANY_DATA });
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) this.follow(next);
  }

  /** Returns the bridges that begin at an argument of a call. */
  of(node: EndNode): readonly Bridge[] {
    return this.bridges.get(node) ?? NO_BRIDGES;
  }

  private reach(reached: Reached): void {
    this.spend();
    const { input, node, data } = reached;
    let known = this.reached.get(node);
    if (known === undefined) {
      known = new Map();
      this.reached.set(node, known);
    }
    const key = `${this.numbers.get(input)} ${data.families} ${data.demands.join('.')} ${data.path.join('.')}`;
    const before = known.get(key);
    if (before !== undefined && (before.data.marks & data.marks) === before.data.marks) return;
    const marks = before === undefined ? data.marks : before.data.marks & data.marks;
    const own = { input, node, data: { ...data, marks } };
    known.set(key, own);
    this.open.push(own);
  }

  private follow({ input, node, data }: Reached): void {
    for (const { edge, to } of node.ways) this.lead(input, to, carriedOn(data, edge));
    for (const bridge of this.of(node)) this.lead(input, bridge.to, carriedOn(data, bridge));
    if (node.end.kind !== 'out' || node.end.page !== input.end.page) return;
    for (const giver of this.givers.get(input) ?? []) {
      this.spend();
      for (const { to, members } of this.ends.linksBack(giver.node, node)) {
        this.spend();
        this.addBridge(giver, { to, input, data, members });
      }
    }
  }

  private lead(input: EndNode, node: EndNode, data: Carried | undefined): void {
    if (data !== undefined) this.reach({ input, node, data });
  }

  private addBridge(
    { node, members: given }: Giver,
    { to, input, data, members }: Pick<Bridge, 'to' | 'input'> & EndLink & { readonly data: Carried },
  ): void {
    const through = carriedOn(below(ANY_DATA, given), data);
    if (through === undefined) return;
    const bridge: Bridge = { ...below(through, members), to, input };
    const { families, marks, demands, path } = bridge;
    const key = [
      this.numbers.get(node),
      this.numbers.get(to),
      families,
      demands.join('.'),
      path.join('.'),
    ].join(' ');
    const before = this.bridgeKeys.get(key);
    if (before !== undefined && (before & marks) === before) return;
    this.bridgeKeys.set(key, before === undefined ? marks : before & marks);
    const known = this.bridges.get(node);
    if (known === undefined) this.bridges.set(node, [bridge]);
    else known.push(bridge);
    for (const here of [...(this.reached.get(node)?.values() ?? [])])
      this.lead(here.input, to, carriedOn(here.data, bridge));
  }
}
