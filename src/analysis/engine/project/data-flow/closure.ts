/** Follows data from its sources through all workflows of a project. Linear in the ways: each end holds few sources. */
import { FAMILIES, type Family } from '../../../model/data-flow/family.ts';
import type { FlowEdge } from '../../../model/data-flow/flow-facts.ts';
import type { Project } from '../../../model/project.ts';
import { STEPS_BASE, STEPS_EACH, withinLimit } from '../../../semantics/data-flow/search/limit.ts';
import { Bridges } from './bridges.ts';
import { below, type Carried, carriedOn } from './carried.ts';
import { type EndNode, ProjectEnds } from './project-ends.ts';

/** Kind of the last piece of a way to an end: through its workflow, into a callee, back from it, through one, or by a channel. */
export type Hop = 'way' | 'called' | 'returned' | 'through' | 'channel';

/** Data of a source at an end. */
export interface Arrived {
  readonly source: EndNode;
  readonly node: EndNode;
  readonly data: Carried;
  readonly by: Hop;
  /** Way within the workflow that it has come by. */
  readonly edge?: FlowEdge;
  /** Input of the callee that it has come through. */
  readonly input?: EndNode;
  readonly parent: Arrived | undefined;
  /** It has come by calls alone, and returns by none: what comes back is known by the bridges. */
  readonly isDown: boolean;
}

/** Sources of one family and of the same words that a member of an end holds; further ones are followed no further. */
export const END_SOURCES_MAX = 8;

/** Creates the counter of steps: some for any project, and for each end and each way. @throws RangeError when there are too many */
function limitOf({ nodes }: ProjectEnds): () => void {
  const size = nodes.reduce((sum, { ways }) => sum + 1 + ways.length, 0);
  const max = STEPS_BASE + STEPS_EACH * size;
  let spent = 0;
  return () => {
    spent += 1;
    if (spent > max)
      throw new RangeError(
        `Following the data across files takes more steps than a project may take; the limit is ${max}.`,
      );
  };
}

export const familyOf = (families: number): Family => FAMILIES[31 - Math.clz32(families)]!;

class Closure {
  readonly atSinks = new Map<EndNode, Map<EndNode, Arrived>>();
  private readonly ends: ProjectEnds;
  private readonly spend: () => void;
  private readonly known = new Map<EndNode, Map<string, number>>();
  private readonly sources = new Map<EndNode, Map<string, Set<EndNode>>>();
  private readonly queue: Arrived[] = [];

  constructor(ends: ProjectEnds) {
    this.ends = ends;
    this.spend = limitOf(ends);
  }

  run(): void {
    const sources = this.ends.nodes.filter(({ end }) => end.kind === 'source');
    const hasSink = this.ends.nodes.some(({ end }) => end.kind === 'sink');
    if (sources.length === 0 || !hasSink) return;
    const bridges = new Bridges(this.ends, this.spend);
    for (const source of sources) {
      const families = 1 << FAMILIES.indexOf(source.end.family!);
      const data = { families, marks: 0, demands: [], path: [] };
      this.arrive({
        source,
        node: source,
        data,
        by: 'way',
        parent: undefined,
        isDown: false,
      });
    }
    // The list grows while the loop walks it: breadth first, so that ways are short.
    for (const arrived of this.queue) this.follow(arrived, bridges);
  }

  private arrive(arrived: Arrived): void {
    this.spend();
    const { source, node, data, isDown } = arrived;
    if (node.end.kind === 'sink') {
      this.arriveAtSink(arrived);
      return;
    }
    if (!this.hasPlace(node, data, source)) return;
    let known = this.known.get(node);
    if (known === undefined) {
      known = new Map();
      this.known.set(node, known);
    }
    const key = (down: boolean) => `${this.numberOf(source)} ${down} ${data.path.join('.')}`;
    const isWeaker = (marks: number | undefined): boolean =>
      marks !== undefined && (marks & data.marks) === marks;
    if (isWeaker(known.get(key(isDown))) || isWeaker(known.get(key(false)))) return;
    known.set(key(isDown), (known.get(key(isDown)) ?? data.marks) & data.marks);
    this.queue.push(arrived);
  }

  private readonly numbers = new Map<EndNode, number>();
  private numberOf(source: EndNode): number {
    const number = this.numbers.get(source) ?? this.numbers.size;
    this.numbers.set(source, number);
    return number;
  }

  /** Returns whether a member of an end holds a source, or may hold one more. Families and words have places of their own. */
  private hasPlace(node: EndNode, { families, path }: Carried, source: EndNode): boolean {
    let ofNode = this.sources.get(node);
    if (ofNode === undefined) {
      ofNode = new Map();
      this.sources.set(node, ofNode);
    }
    const key = [families, source.end.words, ...path].join('\n');
    const held = ofNode.get(key);
    if (held === undefined) ofNode.set(key, new Set([source]));
    else if (held.size < END_SOURCES_MAX) held.add(source);
    else return held.has(source);
    return true;
  }

  private arriveAtSink(arrived: Arrived): void {
    const { source, node, data } = arrived;
    if ((data.marks & (node.end.safe ?? 0)) !== 0) return;
    let here = this.atSinks.get(node);
    if (here === undefined) {
      here = new Map();
      this.atSinks.set(node, here);
    }
    const before = here.get(source);
    if (before === undefined || (data.marks & before.data.marks) !== before.data.marks)
      here.set(source, arrived);
  }

  private follow(arrived: Arrived, bridges: Bridges): void {
    const { node, data, isDown } = arrived;
    const on = (
      to: EndNode,
      next: Carried | undefined,
      how: Pick<Arrived, 'by' | 'edge' | 'input' | 'isDown'>,
    ): void => {
      if (next !== undefined)
        this.arrive({ source: arrived.source, node: to, data: next, parent: arrived, ...how });
    };
    for (const { edge, to } of node.ways) on(to, carriedOn(data, edge), { by: 'way', edge, isDown });
    for (const bridge of bridges.of(node))
      on(bridge.to, carriedOn(data, bridge), { by: 'through', input: bridge.input, isDown });
    const { kind } = node.end;
    if (kind === 'out' && isDown) return;
    const by = kind === 'call-in' ? 'called' : kind === 'out' ? 'returned' : 'channel';
    // A reader of a channel returns to its own callers.
    for (const { to, members } of this.ends.linksOf(node))
      on(to, below(data, members), { by, isDown: kind === 'call-in' });
  }
}

/** Data at one sink, by sources. */
export interface SinkArrivals {
  readonly sink: EndNode;
  readonly arrived: readonly Arrived[];
}

/** Data at the sinks of a project, and the error that ended the search where there was too much. */
export interface ProjectArrivals {
  readonly atSinks: readonly SinkArrivals[];
  readonly error: RangeError | undefined;
}

/**
 * Returns the data that comes to sinks of a project from other files.
 * @param by rule whose tables it is followed by; '': all without tables of their own
 */
export function dataAtSinks(project: Project, by: string): ProjectArrivals {
  const closure = new Closure(new ProjectEnds(project, by));
  const error = withinLimit(() => closure.run());
  const atSinks = [...closure.atSinks].map(([sink, arrived]) => ({ sink, arrived: [...arrived.values()] }));
  return { atSinks, error };
}
