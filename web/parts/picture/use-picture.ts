/** State of a picture: page, open containers, the step with the focus, and the ways between steps. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { stepTitle } from '../../../src/picture/box-text.ts';
import { layoutPicture } from '../../../src/picture/layout-picture.ts';
import { opensAtFirst, picturePages, worstPage } from '../../../src/picture/open-state.ts';
import type { Box, Scene } from '../../../src/picture/scene.ts';
import { type TreeItem, treeOf } from '../../../src/picture/tree.ts';
import {
  graphOf,
  type PictureWorkflow,
  severityRank,
  type WorkflowGraph,
} from '../../../src/picture/workflow-graph.ts';

export interface PictureState {
  readonly graph: WorkflowGraph;
  readonly pages: readonly number[];
  readonly page: number | undefined;
  readonly setPage: (page: number) => void;
  readonly scene: Scene;
  readonly items: readonly TreeItem[];
  readonly boxOf: ReadonlyMap<number, Box>;
  /** Steps with findings, in the order of the file. */
  readonly places: readonly number[];
  /** Step with the tab stop; -1: nothing is drawn. */
  readonly current: number;
  /** Step that gets the focus once it is drawn; -1: none. */
  readonly wanted: { current: number };
  /** Remembers that a step has the focus: a screen reader may have moved it. */
  readonly noteFocus: (node: number) => void;
  /** Moves the focus to a step that is drawn. */
  readonly focus: (node: number) => void;
  /** Goes to any step: on its page, with all containers around it open. */
  readonly goTo: (node: number, takesFocus?: boolean) => void;
  /** Opens or closes a container. */
  readonly toggle: (node: number) => void;
  /** Returns the steps whose names hold a text. */
  readonly search: (text: string) => readonly number[];
  /** Step to begin with: that with the worst finding. */
  readonly start: Box | undefined;
}

/** Holds the state of a picture of one workflow. */
export function usePicture(
  workflow: PictureWorkflow,
  titleOf: (findingId: string) => string | undefined,
): PictureState {
  const graph = useMemo(() => graphOf(workflow), [workflow]);
  const pages = useMemo(() => picturePages(graph), [graph]);
  const [page, setPage] = useState(() => worstPage(graph));
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [focused, setFocused] = useState(-1);
  const wanted = useRef(-1);
  const isOpen = (node: number): boolean => toggled.get(node) ?? opensAtFirst(graph, node);
  const scene = useMemo(
    () => layoutPicture(graph, { isOpen, ...(page === undefined ? {} : { page }) }),
    [graph, page, toggled],
  );
  const items = useMemo(() => treeOf(graph, { page, isOpen, titleOf }), [graph, page, toggled, titleOf]);
  const boxOf = useMemo(() => new Map(scene.boxes.map((box) => [box.node, box])), [scene]);
  const places = useMemo(() => findingPlaces(graph), [graph]);

  function focus(node: number): void {
    setFocused(node);
    wanted.current = node;
  }

  function goTo(node: number, takesFocus = true): void {
    const { parent } = workflow.nodes;
    const changes = new Map(toggled);
    let root = node;
    for (let at = parent[node]!; at >= 0; at = parent[at]!) {
      if (!isOpen(at)) changes.set(at, true);
      root = at;
    }
    if (pages.includes(root)) setPage(root);
    if (changes.size !== toggled.size) setToggled(changes);
    // A page has no box of its own.
    const target = pages.includes(node) ? (graph.children[node]![0] ?? node) : node;
    if (takesFocus) focus(target);
    else setFocused(target);
  }

  return {
    graph,
    pages,
    page,
    setPage,
    scene,
    items,
    boxOf,
    places,
    current: boxOf.has(focused) ? focused : (items[0]?.node ?? -1),
    wanted,
    noteFocus: setFocused,
    focus,
    goTo,
    toggle(node) {
      setToggled(new Map(toggled).set(node, !isOpen(node)));
      focus(node);
    },
    search: (text) => searchSteps(graph, text),
    start: boxOf.get(worstPlace(graph, (node) => boxOf.has(node))),
  };
}

function findingPlaces({ workflow }: WorkflowGraph): readonly number[] {
  const nodes = new Set(workflow.pins.map(({ node }) => node));
  return [...nodes].filter((node) => node >= 0).sort((a, b) => a - b);
}

/** Returns the drawn step with the worst finding; -1: it has none, or the workflow as a whole has it. */
function worstPlace({ workflow }: WorkflowGraph, isDrawn: (node: number) => boolean): number {
  const pins = workflow.pins.filter(({ node, waived }) => !waived && (node < 0 || isDrawn(node)));
  const [worst] = pins.toSorted(
    (a, b) => severityRank(a.severity) - severityRank(b.severity) || a.node - b.node,
  );
  return worst?.node ?? -1;
}

function searchSteps(graph: WorkflowGraph, text: string): readonly number[] {
  const wanted = text.toLowerCase();
  const found: number[] = [];
  for (let node = 0; node < graph.size; node += 1)
    if (stepTitle(graph, node).toLowerCase().includes(wanted)) found.push(node);
  return found;
}
