/** Control flow of a workflow as a graph of its activities. */

/** Kinds of edges, as bits: a search follows a set of them. */
export const FLOW = {
  /** One step behind another. */
  next: 1,
  /** One of several ways, by a condition. */
  branch: 2,
  /** Back to the beginning of a loop or of another try. */
  loop: 4,
  /** An error that a step raises on purpose. */
  throw: 8,
  /** An error that a step may end with. */
  error: 16,
  /** From an error to what handles it. */
  handled: 32,
  /** Into a page that a step calls. */
  call: 64,
  /** From the end of a page to the step that called it. */
  return: 128,
} as const;

/** Edges that a run without errors takes on one page. */
export const FORWARD = FLOW.next | FLOW.branch | FLOW.loop;
/** Edges of all kinds. */
export const EVERY_EDGE = 255;

/** Neighbours of all nodes: those of node `n` stand from `heads[n]` to `heads[n + 1]`. */
export interface Neighbours {
  readonly heads: Int32Array;
  readonly nodes: Int32Array;
  readonly kinds: Uint8Array;
}

/** Ends of a run, and what the file does not show, counted from the number of activities on. */
const SPECIAL = { start: 0, end: 1, failed: 2, outside: 3 } as const;
const SPECIALS = 4;

/**
 * A control-flow graph. Node `i` is activity `i` as it begins; its `exit` is the same node where it has no content. An
 * edge is a step that a run may take: a graph shows more paths than there are runs, never fewer.
 */
export class FlowGraph {
  /** Number of activities; nodes from here on are ends and joins. */
  readonly activityCount: number;
  readonly start: number;
  readonly end: number;
  /** End of a run by an error that nothing handles. */
  readonly failed: number;
  /** Steps that the file does not have, as those of other files and those that were lost. */
  readonly outside: number;
  readonly size: number;
  private readonly owners: readonly number[];
  private readonly exits: Int32Array;
  private readonly edges: EdgeList;
  #outgoing: Neighbours | undefined;
  #incoming: Neighbours | undefined;

  constructor(drawn: FlowDrawing) {
    const { count } = drawn;
    this.activityCount = count;
    this.start = count + SPECIAL.start;
    this.end = count + SPECIAL.end;
    this.failed = count + SPECIAL.failed;
    this.outside = count + SPECIAL.outside;
    this.owners = drawn.owners;
    this.exits = drawn.exits;
    this.size = count + SPECIALS + drawn.owners.length;
    this.edges = drawn.edges;
    this.#outgoing = undefined;
    this.#incoming = undefined;
  }

  get outgoing(): Neighbours {
    return (this.#outgoing ??= neighbours(this.size, this.edges, this.edges.from, this.edges.to));
  }

  get incoming(): Neighbours {
    return (this.#incoming ??= neighbours(this.size, this.edges, this.edges.to, this.edges.from));
  }

  /** Returns the node at which an activity has run to its end. */
  exitOf(activity: number): number {
    return this.exits[activity]!;
  }

  /** Returns the activity that a node belongs to, or -1. */
  ownerOf(node: number): number {
    if (node < this.activityCount) return node;
    return this.owners[node - this.activityCount - SPECIALS] ?? -1;
  }
}

function neighbours(size: number, { count, kinds }: EdgeList, near: Int32Array, far: Int32Array): Neighbours {
  const heads = new Int32Array(size + 1);
  for (let edge = 0; edge < count; edge += 1) heads[near[edge]! + 1]! += 1;
  for (let node = 0; node < size; node += 1) heads[node + 1]! += heads[node]!;
  const next = heads.slice(0, size);
  const nodes = new Int32Array(count);
  const own = new Uint8Array(count);
  for (let edge = 0; edge < count; edge += 1) {
    const place = next[near[edge]!]!;
    next[near[edge]!] = place + 1;
    nodes[place] = far[edge]!;
    own[place] = kinds[edge]!;
  }
  return { heads, nodes, kinds: own };
}

/** Edges in the order in which they were drawn. Typed arrays hold those of a large file in a third of the memory. */
class EdgeList {
  count = 0;
  from: Int32Array;
  to: Int32Array;
  kinds: Uint8Array;

  constructor(capacity: number) {
    this.from = new Int32Array(capacity);
    this.to = new Int32Array(capacity);
    this.kinds = new Uint8Array(capacity);
  }

  add(from: number, to: number, kind: number): void {
    if (this.count === this.from.length) this.grow();
    this.from[this.count] = from;
    this.to[this.count] = to;
    this.kinds[this.count] = kind;
    this.count += 1;
  }

  private grow(): void {
    const { from, to, kinds } = this;
    const capacity = 2 * this.count;
    this.from = new Int32Array(capacity);
    this.from.set(from);
    this.to = new Int32Array(capacity);
    this.to.set(to);
    this.kinds = new Uint8Array(capacity);
    this.kinds.set(kinds);
  }
}

/** Edges of most graphs, for each activity and beside them. */
const EDGES_EACH = 4;
const EDGES_MORE = 16;

/** A graph while a language's reader draws it. Each activity may have one exit, and any number of joins. */
export class FlowDrawing {
  readonly count: number;
  readonly owners: number[] = [];
  readonly exits: Int32Array;
  readonly edges: EdgeList;
  readonly start: number;
  readonly end: number;
  readonly failed: number;
  readonly outside: number;

  /** @param count number of activities */
  constructor(count: number) {
    this.count = count;
    this.edges = new EdgeList(EDGES_EACH * count + EDGES_MORE);
    this.exits = new Int32Array(this.count);
    for (let index = 0; index < this.count; index += 1) this.exits[index] = index;
    this.start = this.count + SPECIAL.start;
    this.end = this.count + SPECIAL.end;
    this.failed = this.count + SPECIAL.failed;
    this.outside = this.count + SPECIAL.outside;
  }

  add(from: number, to: number, kind: number): void {
    this.edges.add(from, to, kind);
  }

  /** Adds a node that belongs to an activity: where paths meet inside of it. */
  join(owner: number): number {
    this.owners.push(owner);
    return this.count + SPECIALS + this.owners.length - 1;
  }

  /** Gives an activity an end of its own. */
  openExit(activity: number): void {
    this.exits[activity] = this.join(activity);
  }

  exit(activity: number): number {
    return this.exits[activity]!;
  }
}
