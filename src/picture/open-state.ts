/** State of containers: which are open, and which pages there are. */
import { SEVERITIES } from '../analysis/model/rule.ts';
import { severityRank, type WorkflowGraph } from './workflow-graph.ts';

/** Workflows with more steps start with containers closed. */
const ALL_OPEN_MAX = 150;

/** Returns the pages of a workflow, each a picture of its own; most workflows have none. */
export function picturePages({ roots, roleOf, children }: WorkflowGraph): readonly number[] {
  return roots.filter((root) => roleOf(root) === 'page' && children[root]!.length > 0);
}

/** Returns whether a step is a frame around steps of its chart, as a Block of Blue Prism: it is never closed. */
export function isFrame({ children, places, typeOf }: WorkflowGraph, node: number): boolean {
  return typeOf(node) === 'Block' && children[node]!.some((child) => places.has(child));
}

/**
 * Returns whether a container is open at first: it has findings, or the workflow is small. Steps of a chart stay closed
 * without findings, so that the chart is seen as it was drawn.
 */
export function opensAtFirst(graph: WorkflowGraph, node: number): boolean {
  if (isFrame(graph, node) || graph.findingsOf(node).count > 0) return true;
  if (graph.size <= ALL_OPEN_MAX) return !graph.places.has(node);
  const parent = graph.workflow.nodes.parent[node]!;
  if (parent < 0) return graph.roots.length === 1 || graph.roleOf(node) === 'page';
  // What is alone in its container is open with it.
  return graph.children[parent]!.length === 1 && opensAtFirst(graph, parent);
}

/** Returns the page with the worst finding, else the first; undefined if there are no pages. */
export function worstPage(graph: WorkflowGraph): number | undefined {
  const rank = (page: number): number => {
    const { worst } = graph.findingsOf(page);
    return worst === undefined ? SEVERITIES.length : severityRank(worst);
  };
  return picturePages(graph).toSorted((a, b) => rank(a) - rank(b))[0];
}
