/** Readers that a value in a cell reaches before another value replaces it. */
import type { Workflow } from '../../../model/workflow.ts';
import { type Cells, cellsOf } from '../../cells/cells.ts';
import { replacedAt } from '../../cells/order.ts';
import { useCount, usesOfCell } from '../../cells/uses.ts';
import { dominatorsOf } from '../../flow/dominators.ts';
import { flowOf } from '../../flow/flow-of.ts';
import { FLOW, type FlowGraph } from '../../flow/graph.ts';

/** Stands for the start of a run, where arguments and defaults have their values. */
export const AT_START = -1;

/** Writers and readers of a cell. */
interface CellOrder {
  readonly readers: ReadonlySet<number>;
  readonly replaced: ReadonlySet<number>;
  readonly writers: number;
}

/** A search from one writer of a cell, which facts of several kinds share. */
interface Search {
  readonly visited: readonly number[];
  readonly readers: readonly number[];
}

/** Nodes that facts of one kind have visited: those of a shared search, and further ones. */
interface Visited {
  readonly shared: readonly number[];
  /** Absent: no further search was made. */
  all?: Set<number>;
}

/** Searches in one workflow. Facts of one kind share what they have visited: together they follow each edge once. */
export class Reach {
  private readonly cells: Cells;
  private readonly workflow: Workflow;
  private readonly spend: (steps?: number) => void;
  private readonly orders: (CellOrder | undefined)[] = [];
  private readonly visited = new Map<string, Visited>();
  private readonly searches = new Map<string, Search>();
  private readonly atEnd: ReadonlyMap<number, unknown> | undefined;
  private drawn: FlowGraph | undefined;
  /** By node: the number of the last first search that has visited it. */
  private marked: Int32Array | undefined;
  private count = 0;

  /** @param atEnd cells whose value at the end of a run counts */
  constructor(workflow: Workflow, spend: (steps?: number) => void, atEnd?: ReadonlyMap<number, unknown>) {
    this.workflow = workflow;
    this.cells = cellsOf(workflow);
    this.spend = spend;
    this.atEnd = atEnd;
  }

  /** Node that stands for the end of a run. */
  get end(): number {
    return this.graph.end;
  }

  private get graph(): FlowGraph {
    return (this.drawn ??= flowOf(this.workflow));
  }

  private get stamps(): Int32Array {
    return (this.marked ??= new Int32Array(this.graph.outgoing.heads.length));
  }

  /**
   * Returns the steps that read a cell while it has the value of a writer. Those that a fact of the same kind has reached
   * before are left out.
   * @param kind identity of the fact, without its writer
   */
  readersFrom(cell: number, writer: number, kind: string): readonly number[] {
    const order = this.orderOf(cell);
    if (order.readers.size === 0) return [];
    if (order.writers === 1 && writer !== AT_START) {
      const certain = this.certainReaders(order, writer);
      if (certain !== undefined) return certain;
    }
    const key = `${cell} ${kind}`;
    const visited = this.visited.get(key);
    if (visited !== undefined) return this.furtherSearch(order, writer, visited);
    const { visited: shared, readers } = this.firstSearch(cell, order, writer);
    this.visited.set(key, { shared });
    return readers;
  }

  /** Searches from a writer without regard to what was visited before, once. */
  private firstSearch(cell: number, order: CellOrder, writer: number): Search {
    const key = `${cell} ${writer}`;
    let search = this.searches.get(key);
    if (search === undefined) {
      const visited: number[] = [];
      this.count += 1;
      const { stamps, count } = this;
      const isNew = (node: number): boolean => {
        if (stamps[node] === count) return false;
        stamps[node] = count;
        visited.push(node);
        return true;
      };
      search = { visited, readers: this.search(order, writer, isNew) };
      this.searches.set(key, search);
    }
    return search;
  }

  private furtherSearch(order: CellOrder, writer: number, visited: Visited): readonly number[] {
    visited.all ??= new Set(visited.shared);
    const { all } = visited;
    return this.search(order, writer, (node) => {
      if (all.has(node)) return false;
      all.add(node);
      return true;
    });
  }

  private orderOf(cell: number): CellOrder {
    let order = this.orders[cell];
    if (order === undefined) {
      const { reads, writes } = this.cells;
      const readers = new Set<number>();
      for (const { activity } of usesOfCell(reads, cell)) readers.add(activity);
      if (this.atEnd?.has(cell) === true) readers.add(this.end);
      order = { readers, replaced: replacedAt(this.cells, cell), writers: useCount(writes, cell) };
      while (this.orders.length <= cell) this.orders.push(undefined);
      this.orders[cell] = order;
    }
    return order;
  }

  /** Returns all readers where every way to each of them leads through the only writer; else undefined. */
  private certainReaders({ readers }: CellOrder, writer: number): readonly number[] | undefined {
    const dominators = dominatorsOf(this.workflow);
    for (const reader of readers) {
      this.spend();
      if (reader === writer || reader < 0 || !dominators.dominates(writer, reader)) return undefined;
    }
    return [...readers];
  }

  /** @param isNew notes that a node is visited; returns whether it was not before */
  private search(
    { readers, replaced }: CellOrder,
    writer: number,
    isNew: (node: number) => boolean,
  ): readonly number[] {
    const { start, outgoing } = this.graph;
    const { heads, nodes, kinds } = outgoing;
    const found: number[] = [];
    const open: number[] = [];
    const meet = (node: number): void => {
      if (!isNew(node)) return;
      open.push(node);
      if (readers.has(node)) found.push(node);
    };
    const follow = (node: number, allowed: number): void => {
      const end = heads[node + 1]!;
      this.spend(end - heads[node]!);
      for (let edge = heads[node]!; edge < end; edge += 1)
        if ((kinds[edge]! & allowed) !== 0) meet(nodes[edge]!);
    };
    if (writer === AT_START) {
      // Defaults of the whole workflow are read before its first step.
      if (readers.has(AT_START)) found.push(AT_START);
      meet(start);
    } else follow(writer, ~FLOW.error);
    // A step that fails has written nothing: the value before it reaches the handler of the error.
    for (let node = open.pop(); node !== undefined; node = open.pop())
      follow(node, replaced.has(node) ? FLOW.error : ~0);
    return found.sort((one, other) => one - other);
  }
}
