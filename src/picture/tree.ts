/** A picture as a tree for screen readers and keyboards: what is drawn, in running order, with everything it shows in words. */
import { findingWords, stepTitle, stepWords } from './box-text.ts';
import { isFrame } from './open-state.ts';
import { roleFacts, slotWords, whenWords } from './roles.ts';
import { CALL_GRAPH, type WorkflowGraph } from './workflow-graph.ts';

/** A step in the tree. */
export interface TreeItem {
  readonly node: number;
  /** From 1. */
  readonly level: number;
  /** Place among the steps of the same container, from 1, and their number. */
  readonly position: number;
  readonly count: number;
  /** Undefined: it has no steps. */
  readonly isOpen: boolean | undefined;
  /** True: it cannot be closed. */
  readonly isFrame: boolean;
  readonly label: string;
}

/** Part of a workflow that a tree is made of. */
export interface TreeOptions {
  /** Page that is drawn; undefined: the workflow has none. */
  readonly page: number | undefined;
  isOpen(node: number): boolean;
  /** Returns the title of a finding; absent: it is named by its severity alone. */
  readonly titleOf?: (findingId: string) => string | undefined;
}

/** Returns the visible steps in running order. */
export function treeOf(graph: WorkflowGraph, options: TreeOptions): readonly TreeItem[] {
  const items: TreeItem[] = [];
  const add = (nodes: readonly number[], level: number): void => {
    const ordered = runningOrder(graph, nodes);
    for (const [index, node] of ordered.entries()) {
      const inside = graph.children[node]!;
      const isAlwaysOpen = isFrame(graph, node);
      const isOpen = inside.length === 0 ? undefined : isAlwaysOpen || options.isOpen(node);
      const label = labelOf(graph, node, options);
      items.push({
        node,
        level,
        position: index + 1,
        count: ordered.length,
        isOpen,
        isFrame: isAlwaysOpen,
        label,
      });
      if (isOpen === true) add(inside, level + 1);
    }
  };
  add(options.page === undefined ? graph.roots : graph.children[options.page]!, 1);
  return items;
}

/** Orders steps as they run: along the edges of a chart, else as they stand in the file. */
function runningOrder(graph: WorkflowGraph, nodes: readonly number[]): readonly number[] {
  if (!nodes.some((node) => graph.places.has(node) && graph.edgesFrom.has(node))) return nodes;
  const members = new Set(nodes);
  const entered = new Set(nodes.flatMap((node) => (graph.edgesFrom.get(node) ?? []).map(({ to }) => to)));
  const isFirst = (node: number): boolean => graph.hasFlag(node, 'first') || !entered.has(node);
  const ordered = new Set<number>();
  for (const start of [...nodes.filter(isFirst), ...nodes]) {
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (ordered.has(node)) continue;
      ordered.add(node);
      const next = (graph.edgesFrom.get(node) ?? []).map(({ to }) => to).filter((to) => members.has(to));
      open.push(...next.reverse());
    }
  }
  return [...ordered];
}

/** Returns everything that the picture shows of a step, in words. */
function labelOf(graph: WorkflowGraph, node: number, options: TreeOptions): string {
  const { words } = roleFacts(graph.roleOf(node));
  const sentences = [`${partOf(graph, node)}${stepTitle(graph, node)}`, words];
  if (graph.hasFlag(node, 'off')) sentences.push('switched off');
  if (graph.hasFlag(node, 'unreachable')) sentences.push('never reached');
  const call = graph.calls.get(node);
  if (call !== undefined) sentences.push(`starts ${call.target}`);
  const inside = graph.inside[node]!;
  const { own, count } = graph.findingsOf(node);
  if (inside > 0) sentences.push(stepWords(inside));
  sentences.push(...own.map((pin) => pinWords(pin, options)));
  const below = count - own.length;
  if (below > 0) sentences.push(`${findingWords(below)} inside`);
  return [...sentences, ...edgeWords(graph, node)].join(', ');
}

/** Returns the part of its container that a step is in, as `Then: `. */
function partOf(graph: WorkflowGraph, node: number): string {
  const parent = graph.workflow.nodes.parent[node]!;
  if (parent < 0) return '';
  const isAlone = graph.children[parent]!.every((child) => graph.slotOf(child) === graph.slotOf(node));
  const words = slotWords(graph.slotOf(node), graph.roleOf(parent), isAlone);
  return words === '' ? '' : `${words}: `;
}

function pinWords(
  { findingId, severity, waived, change }: WorkflowGraph['workflow']['pins'][number],
  { titleOf }: TreeOptions,
): string {
  const title = titleOf?.(findingId);
  const marks = [waived ? 'waived' : '', change === 'new' ? 'new' : ''].filter((mark) => mark !== '');
  const named = title === undefined ? `${severity} finding` : `${severity} finding: ${title}`;
  return marks.length === 0 ? named : `${named} (${marks.join(', ')})`;
}

/** Returns where the flow goes on, as `if failed: Handle error`; in a call graph what is called. */
function edgeWords(graph: WorkflowGraph, node: number): readonly string[] {
  const always = graph.workflow.kind === CALL_GRAPH ? 'calls' : 'then';
  return (graph.edgesFrom.get(node) ?? []).map(({ to, when }) => {
    const words = whenWords(when);
    return `${words === '' ? always : `if ${words}`}: ${stepTitle(graph, to)}`;
  });
}
