/** Call graph as rows of a tree: each workflow once with what it calls below it. */
import type { CallGraph, GraphWorkflow } from '../../../api/calls/projects.ts';

type Call = CallGraph['calls'][number];

/** Workflow or other target at its place in the tree. */
export interface CallRow {
  readonly key: string;
  /** Number of callers above it. */
  readonly level: number;
  /** Null: the target is not found. */
  readonly workflow: GraphWorkflow | null;
  /** Null: nothing calls it. */
  readonly call: Call | null;
  readonly caller: GraphWorkflow | null;
  /** True: what it calls stands below another row of it. */
  readonly isAgain: boolean;
}

/** Returns the rows, in the order of calls. They begin with workflows that nothing calls, that which leads to most first. */
export function callRows({ workflows, calls }: CallGraph): readonly CallRow[] {
  const byCaller = Map.groupBy(calls, ({ from }) => from);
  const called = new Set(calls.flatMap(({ from, to }) => (to === null || to === from ? [] : [to])));
  const all = workflows.map((_workflow, index) => index);
  const reach = reachOf(byCaller);
  const roots = all.filter((index) => !called.has(index)).toSorted((a, b) => reach(b) - reach(a));
  const rows: CallRow[] = [];
  const shown = new Set<number>();
  // Those in a circle that nothing leads to come last, each circle from its first workflow on.
  for (const root of [...roots, ...all]) {
    if (shown.has(root)) continue;
    const open: { readonly index: number; readonly call: Call | null; readonly level: number }[] = [
      { index: root, call: null, level: 0 },
    ];
    // Without recursion: chains may be long.
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { index, call, level } = next;
      const isAgain = index !== -1 && shown.has(index);
      rows.push({
        key: String(rows.length),
        level,
        workflow: workflows[index] ?? null,
        call,
        caller: call === null ? null : workflows[call.from]!,
        isAgain,
      });
      if (index === -1 || isAgain) continue;
      shown.add(index);
      for (const inner of (byCaller.get(index) ?? []).toReversed())
        open.push({ index: inner.to ?? -1, call: inner, level: level + 1 });
    }
  }
  return rows;
}

/** Returns the function that counts the workflows to which one leads. */
function reachOf(byCaller: ReadonlyMap<number, readonly Call[]>): (index: number) => number {
  return (index) => {
    const reached = new Set([index]);
    for (const at of reached) for (const { to } of byCaller.get(at) ?? []) if (to !== null) reached.add(to);
    return reached.size;
  };
}

/** Returns the name of a workflow: that of its file, unless the file has several. */
export function workflowName({ path, name }: GraphWorkflow): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return name === '' || file.startsWith(name) ? file : name;
}

/** Returns the name of a target that is not found. */
export function targetName({ target }: Pick<Call, 'target'>): string {
  return target ?? 'Chosen at run time';
}
