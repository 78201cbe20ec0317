/** Places of the shapes and edges of BPMN, as the designer saves them. */
import type { Drawing } from '../../../../model/outline/drawing.ts';
import { childNamed, children, localName, type XmlDocument } from '../../../xml/document.ts';
import { attr, type ProcessReading } from './reading.ts';

const numberIn = (doc: XmlDocument, element: number, name: string): number =>
  Number(attr(doc, element, name) ?? Number.NaN);

/** Returns the places of shapes and edges, by the ids of what they draw. */
export function processDrawing({ doc, draft, ids, flows }: ProcessReading): Drawing | undefined {
  const shapes = new Map<string, number>();
  const edges = new Map<string, number>();
  for (let at = 0; at < doc.size; at += 1) {
    const name = localName(doc, at);
    if (name === 'BPMNShape') shapes.set(attr(doc, at, 'bpmnElement') ?? '', at);
    else if (name === 'BPMNEdge') edges.set(attr(doc, at, 'bpmnElement') ?? '', at);
  }
  if (shapes.size === 0) return undefined;
  const edgeByName = new Map(
    flows.map((flow) => {
      const id = attr(doc, flow, 'id') ?? '';
      return [`${attr(doc, flow, 'sourceRef') ?? ''}\n${attr(doc, flow, 'name') || id}`, edges.get(id)];
    }),
  );
  return {
    areaOf({ index }) {
      const shape = shapes.get(ids[index] ?? '');
      const bounds = shape === undefined ? -1 : childNamed(doc, shape, 'Bounds');
      if (bounds === -1) return undefined;
      const [x, y] = [numberIn(doc, bounds, 'x'), numberIn(doc, bounds, 'y')];
      const [width, height] = [numberIn(doc, bounds, 'width'), numberIn(doc, bounds, 'height')];
      return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined;
    },
    bendsOf({ from, name }) {
      const edge = edgeByName.get(`${ids[from] ?? ''}\n${name}`);
      if (edge === undefined) return undefined;
      const points = children(doc, edge)
        .filter((child) => localName(doc, child) === 'waypoint')
        .slice(0, BENDS_MAX);
      const corners = points.flatMap((point) => [numberIn(doc, point, 'x'), numberIn(doc, point, 'y')]);
      return corners.length >= 4 && corners.every(Number.isFinite) ? corners : undefined;
    },
    starts: new Set(draft.starts),
  };
}

/** Corners of an edge that are read; people draw a few. */
const BENDS_MAX = 64;
