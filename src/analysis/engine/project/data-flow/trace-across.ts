/** Traces of data that comes through several files. */
import { TRACE_MAX, type TracePoint } from '../../../model/data-flow/trace.ts';
import type { WorkflowFacts } from '../../../model/project.ts';
import type { Place, Spot } from '../../../model/subjects/spot.ts';
import type { Arrived } from './closure.ts';
import type { EndNode } from './project-ends.ts';

/** Returns the place of a spot of a workflow whose document is in memory. */
export type PlaceOf = (workflow: WorkflowFacts, at: Spot) => Place;

/** Steps of a long way that are shown at its beginning and at its end. */
const SHOWN = TRACE_MAX / 2 - 1;

/** Returns the name of an argument or binding as its file has it. */
export const argumentName = ({ end }: EndNode): string =>
  end.at.name.replace(
    /^(?:Arguments|inputs\.body|inputs\.parameters|inputs|outputs|returnTo|.{0,200}\.taskbotInput)\./i,
    '',
  ) || end.name;

/** Returns the sentence about a step between two files. */
function sentenceOf(node: EndNode, name: string, by: Arrived['by']): string {
  const { step, words } = node.end;
  if (by === 'called') return `"${node.in.name}" receives it as "${name}".`;
  if (by === 'channel') return `"${step}" takes it from the ${words}.`;
  return `"${step}" gets it back as "${name}".`;
}

interface FoundPoint extends Omit<TracePoint, 'file'> {
  readonly in: WorkflowFacts;
}

/** Returns the step at the end that another file leads to. */
function pointAt(node: EndNode, from: EndNode, by: Exclude<Arrived['by'], 'way' | 'through'>): FoundPoint {
  // A trigger or an action has its values as members: the other side knows their names.
  const name = argumentName(node.end.name === '*' ? from : node);
  const how = by === 'channel' ? 'passed' : by;
  return { at: node.end.at, how, property: name, sentence: sentenceOf(node, name, by), in: node.in };
}

/** Returns the step that gives data to another file: a call, or one that fills a channel. */
function givenAt({ in: workflow, end }: EndNode, to: EndNode): FoundPoint {
  const name = argumentName({ end } as EndNode);
  const sentence =
    end.kind === 'call-in'
      ? `"${end.step}" gives it to "${to.in.name}" as "${argumentName(to.end.name === '*' ? ({ end } as EndNode) : to)}".`
      : `"${end.step}" puts it into the ${end.words}.`;
  return { at: end.at, how: 'passed', property: name, sentence, in: workflow };
}

/** Returns the steps that one hop adds. */
function pointsOf({ node, by, edge, input, parent }: Arrived): readonly FoundPoint[] {
  if (parent === undefined) return [];
  const { node: before } = parent;
  if (by === 'through')
    return [givenAt(before, input!), pointAt(input!, before, 'called'), pointAt(node, node, 'returned')];
  if (by === 'returned') return [pointAt(node, before, by)];
  if (by !== 'way') return [givenAt(before, node), pointAt(node, before, by)];
  if (edge === undefined) return [];
  const vias = edge.vias.map((via): FoundPoint => ({ ...node.flows.vias[via]!, in: node.in }));
  const { omitted } = edge;
  if (omitted === undefined) return vias;
  return vias.map((point, place) => (place === vias.length / 2 - 1 ? { ...point, omitted } : point));
}

/** Leaves the middle of a long way out. */
function shortened(points: readonly FoundPoint[]): readonly FoundPoint[] {
  if (points.length <= 2 * SHOWN) return points;
  const left = points.slice(SHOWN, -SHOWN);
  const last = points[SHOWN - 1]!;
  const omitted = left.reduce((sum, point) => sum + 1 + (point.omitted ?? 0), last.omitted ?? 0);
  return [...points.slice(0, SHOWN - 1), { ...last, omitted }, ...points.slice(-SHOWN)];
}

/** Returns the way of data to a sink; its steps in other files have their places. */
export function traceAcross(last: Arrived, placeOf: PlaceOf | undefined): TracePoint[] {
  const hops: Arrived[] = [];
  for (let at: Arrived | undefined = last; at !== undefined; at = at.parent) hops.push(at);
  const [first] = hops.reverse();
  const source = first!.node;
  const { end } = last.node;
  const points: readonly FoundPoint[] = [
    {
      ...{ at: source.end.at, how: 'source', property: source.end.name, in: source.in },
      sentence: source.end.sentence ?? '',
    },
    ...shortened(hops.flatMap(pointsOf)),
    {
      ...{ at: end.at, how: 'sink', property: end.name, in: last.node.in },
      sentence: `"${end.step}" has it in its ${end.words}.`,
    },
  ];
  return points.map(({ in: workflow, at, ...point }) => {
    if (workflow === last.node.in) return { ...point, at };
    const place = at.place ?? placeOf?.(workflow, at);
    return {
      ...point,
      at: place === undefined ? at : { ...at, place },
      ...(workflow.file !== last.node.in.file && { file: workflow.file }),
    };
  });
}
