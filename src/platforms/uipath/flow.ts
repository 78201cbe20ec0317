/** Flowcharts and state machines: their steps refer to each other by `x:Reference`, in any order and with cycles. */
import type { DraftActivity } from '../draft.ts';
import { addActivity } from '../draft.ts';
import { attributeNamed, attributeText, attributeValue, firstChild, localName } from '../xml-document.ts';
import { referenceIn, referenceOf } from './content.ts';
import { XAML } from './namespaces.ts';
import { type Chart, dotIn, type Flow, type Link, type Reading, type Scope } from './reading.ts';

/** Nothing collected yet. */
export function emptyFlow(): Flow {
  return { edges: [], charts: new Map(), activityOf: new Map() };
}

/** The chart of an activity. */
export function chartOf(reading: Reading, index: number): Chart {
  let chart = reading.flow.charts.get(index);
  if (chart === undefined) {
    chart = { start: undefined, nodes: [] };
    reading.flow.charts.set(index, chart);
  }
  return chart;
}

/** Says that an element is a step of a chart, run by an activity. */
export function addNode(reading: Reading, chart: number, element: number, activity: number): void {
  reading.flow.activityOf.set(element, activity);
  chartOf(reading, chart).nodes.push(activity);
  const name = attributeText(reading.doc, element, 'Name', XAML);
  if (name !== undefined) reading.named.set(name, element);
}

/** What a property such as `FlowStep.Next` holds: a reference, or the next step itself, which is read. */
export function readLink(reading: Reading, property: number, scope: Scope): Link | undefined {
  const { doc } = reading;
  for (let child = firstChild(doc, property); child !== -1; child = doc.nextSiblings[child]!) {
    if (reading.designer[doc.namespaceIds[child]!]) continue;
    return readNode(reading, child, scope);
  }
  return undefined;
}

/** The reference in an attribute such as `Next="{x:Reference name}"`. */
export function linkIn(reading: Reading, element: number, name: string): Link | undefined {
  const attribute = attributeNamed(reading.doc, element, name);
  return attribute === -1 ? undefined : referenceIn(attributeValue(reading.doc, attribute));
}

/** Reads a step of a flowchart unless it is a reference to one; returns what leads to it. */
export function readNode(reading: Reading, element: number, scope: Scope): Link | undefined {
  const { doc } = reading;
  if (reading.language[doc.namespaceIds[element]!])
    return localName(doc, element) === 'Reference' ? referenceOf(doc, element) : undefined;
  if (localName(doc, element) === 'FlowStep') readStep(reading, element, scope);
  else addNode(reading, scope.parent, element, reading.activity(element, scope));
  return element;
}

/** A step is the activity in it. A step without one is kept as an activity, so that the path does not break. */
function readStep(reading: Reading, element: number, scope: Scope): void {
  const { doc } = reading;
  const body = stepBody(reading, element);
  const index =
    body === -1
      ? addActivity(reading.draft, {
          ...scope,
          at: element,
          type: 'FlowStep',
          role: 'other',
          name: 'FlowStep',
          id: '',
        }).index
      : reading.activity(body, scope);
  addNode(reading, scope.parent, element, index);
  addEdge(reading, element, linkIn(reading, element, 'Next'), 'next', element);
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (localName(doc, child) === 'FlowStep.Next')
      addEdge(reading, element, readLink(reading, child, scope), 'next', child);
}

function stepBody(reading: Reading, element: number): number {
  const { doc } = reading;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (reading.designer[doc.namespaceIds[child]!] || reading.language[doc.namespaceIds[child]!]) continue;
    if (dotIn(reading, doc.nameIds[child]!) < 0) return child;
    if (localName(doc, child) === 'FlowStep.Action') return firstChild(doc, child);
  }
  return -1;
}

/** Notes an edge, if there is one. */
export function addEdge(
  reading: Reading,
  from: number,
  to: Link | undefined,
  when: string,
  at: number,
  owner = -1,
): void {
  if (to !== undefined) reading.flow.edges.push({ from, to, when, at, owner });
}

function activityAt(reading: Reading, link: Link | undefined): number {
  const element = typeof link === 'string' ? reading.named.get(link) : link;
  return (element === undefined ? undefined : reading.flow.activityOf.get(element)) ?? -1;
}

/** Turns the collected edges into transitions, and marks what no path of its chart leads to. */
export function settleFlow(reading: Reading): void {
  const { draft, flow } = reading;
  const next = new Map<number, number[]>();
  for (const edge of flow.edges) {
    const from = flow.activityOf.get(edge.from) ?? -1;
    const to = activityAt(reading, edge.to);
    const owner = edge.owner === -1 ? from : edge.owner;
    const name = edge.owner === -1 ? edge.when : draft.activities[edge.owner]!.name;
    const target = typeof edge.to === 'string' ? edge.to : (draft.activities[to]?.name ?? '');
    draft.transitions.push({ at: edge.at, owner, name, from, to, target, when: [edge.when.toLowerCase()] });
    if (to === -1) continue;
    const targets = next.get(from);
    if (targets === undefined) next.set(from, [to]);
    else targets.push(to);
  }
  for (const chart of flow.charts.values()) {
    const start = activityAt(reading, chart.start);
    // Without a start the chart is broken as a whole; then nothing can be said about single steps.
    if (start !== -1) markUnreached(draft.activities, chart.nodes, start, next);
  }
}

function markUnreached(
  activities: readonly DraftActivity[],
  nodes: readonly number[],
  start: number,
  next: ReadonlyMap<number, readonly number[]>,
): void {
  const seen = new Set([start]);
  // A set grows while it is walked, so this visits every step that the start leads to once.
  for (const at of seen) for (const to of next.get(at) ?? []) seen.add(to);
  for (const node of nodes) if (!seen.has(node)) activities[node]!.reachable = false;
}
