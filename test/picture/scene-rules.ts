/** Checks that every scene passes, of any workflow. */
import assert from 'node:assert/strict';
import { layoutPicture } from '../../src/picture/layout-picture.ts';
import { picturePages } from '../../src/picture/open-state.ts';
import type { Box, Scene } from '../../src/picture/scene.ts';
import { graphOf, type PictureWorkflow, type WorkflowGraph } from '../../src/picture/workflow-graph.ts';

const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.w <= outer.x + outer.w + 0.01 &&
  inner.y + inner.h <= outer.y + outer.h + 0.01;

const touch = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w - 0.01 && b.x < a.x + a.w - 0.01 && a.y < b.y + b.h - 0.01 && b.y < a.y + a.h - 0.01;

/** Requires that boxes lie in their containers, beside each other, and that lines end on boxes. */
export function assertSound(scene: Scene, graph: WorkflowGraph, where: string): void {
  const byNode = new Map(scene.boxes.map((box) => [box.node, box]));
  assert.equal(byNode.size, scene.boxes.length, `${where}: a step has two boxes`);
  const { parent } = graph.workflow.nodes;
  for (const box of scene.boxes) {
    for (const value of [box.x, box.y, box.w, box.h]) assert.ok(Number.isFinite(value), where);
    const outer = byNode.get(parent[box.node]!);
    if (outer !== undefined) assert.ok(holds(outer, box), `${where}: ${box.node} leaves ${outer.node}`);
  }
  for (const siblings of Map.groupBy(scene.boxes, ({ node }) => parent[node]!).values())
    assertApart(
      siblings.filter(({ form }) => form !== 'area'),
      where,
    );
  for (const { kind, points } of scene.lines) {
    if (kind === 'border') continue;
    const end: Box = {
      node: -1,
      form: 'dot',
      x: points.at(-2)! - 1,
      y: points.at(-1)! - 1,
      w: 2,
      h: 2,
      depth: 0,
    };
    assert.ok(
      scene.boxes.some((box) => touch(box, end)),
      `${where}: a line ends at ${points.slice(-2)}`,
    );
  }
}

/** Sorted by their tops, a box is compared with those that begin before it ends. */
function assertApart(boxes: readonly Box[], where: string): void {
  const sorted = boxes.toSorted((a, b) => a.y - b.y);
  for (const [index, box] of sorted.entries())
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next]!;
      if (other.y >= box.y + box.h) break;
      assert.equal(touch(box, other), false, `${where}: ${box.node} covers ${other.node}`);
    }
}

/** Lays out all pages of a workflow with all containers open, or as they are at first, and checks each scene. */
export function assertSoundPictures(workflow: PictureWorkflow, where: string, isOpen?: () => boolean): void {
  const graph = graphOf(workflow);
  const pages = picturePages(graph);
  const shown = new Set<number>();
  for (const page of pages.length === 0 ? [undefined] : pages) {
    const options = { ...(page === undefined ? {} : { page }), ...(isOpen ? { isOpen } : {}) };
    const scene = layoutPicture(graph, options);
    assertSound(scene, graph, where);
    for (const { node } of scene.boxes) shown.add(node);
    for (const { pin } of scene.pins) shown.add(pin.node);
    assert.deepEqual(layoutPicture(graph, options), scene, `${where}: another scene of the same workflow`);
  }
  if (isOpen === undefined) return;
  const paged = new Set(pages);
  const { parent } = workflow.nodes;
  for (let node = 0; node < graph.size; node += 1) {
    const isOutside = pages.length > 0 && parent[node]! < 0;
    if (!paged.has(node) && !isOutside) assert.ok(shown.has(node), `${where}: no box for ${node}`);
  }
}
