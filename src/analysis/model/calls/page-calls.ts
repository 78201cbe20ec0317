/** Calls between the pages of workflows of a project, and the circles that they form. */
import type { CallFacts, Project, WorkflowFacts } from '../project.ts';

/** Workflow, or one page of it, with the targets of its calls. */
export interface CallNode {
  readonly workflow: WorkflowFacts;
  readonly page: number;
  readonly edges: readonly { readonly to: CallNode; readonly call: CallFacts }[];
  /** First node of its strongly connected component. */
  readonly head: CallNode;
}

type OpenNode = Omit<CallNode, 'edges' | 'head'> & {
  readonly edges: { readonly to: OpenNode; readonly call: CallFacts }[];
  head: OpenNode | undefined;
};

/** Returns everything that calls or is called. A call that counts its depth or walks down a tree ends, and is no edge. */
export function pageCallsOf(project: Project): readonly CallNode[] {
  const graph = graphOf(project);
  setHeads(graph);
  return graph as readonly unknown[] as readonly CallNode[];
}

function graphOf(project: Project): readonly OpenNode[] {
  const graph: OpenNode[] = [];
  const known = new Map<WorkflowFacts, Map<number, OpenNode>>();
  const nodeOf = (workflow: WorkflowFacts, called: number): OpenNode => {
    // A process or script begins on the first page.
    const page = called === -1 ? (workflow.pages[0]?.index ?? -1) : called;
    let inside = known.get(workflow);
    if (inside === undefined) {
      inside = new Map();
      known.set(workflow, inside);
    }
    let node = inside.get(page);
    if (node === undefined) {
      node = { workflow, page, edges: [], head: undefined };
      inside.set(page, node);
      graph.push(node);
    }
    return node;
  };
  for (const workflow of project.workflows) {
    for (const call of workflow.calls) {
      const callee = project.calleeOf(workflow, call);
      if (callee.status !== 'found' || call.isCounted) continue;
      const { edges } = nodeOf(workflow, call.page);
      edges.push({ to: nodeOf(callee.workflow, callee.page), call });
    }
  }
  return graph;
}

/** Finds the heads, without recursion: chains may be long (Kosaraju). */
function setHeads(graph: readonly OpenNode[]): void {
  const order: OpenNode[] = [];
  const back = new Map<OpenNode, OpenNode[]>();
  for (const start of graph) {
    if (back.has(start)) continue;
    const stack = [{ node: start, next: 0 }];
    back.set(start, []);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = top.node.edges[top.next++];
      if (edge === undefined) order.push(stack.pop()!.node);
      else if (!back.has(edge.to)) {
        stack.push({ node: edge.to, next: 0 });
        back.set(edge.to, []);
      }
    }
  }
  for (const node of graph) for (const { to } of node.edges) back.get(to)!.push(node);
  for (const head of order.reverse()) {
    const queue = [head];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      if (node.head !== undefined) continue;
      node.head = head;
      for (const before of back.get(node)!) queue.push(before);
    }
  }
}
