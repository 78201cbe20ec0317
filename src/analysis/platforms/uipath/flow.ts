/** Flowcharts and state machines: their steps refer to each other by `x:Reference`, in any order and with cycles. */
import type { DraftActivity } from '../draft.ts';
import { attributeNamed, attributeValue, firstChild, localName } from '../xml/document.ts';
import { UiPathActivity, type VariableScope } from './activity.ts';
import { referenceIn, referenceOf } from './content.ts';
import { ATTRIBUTE, nameOf } from './names/names.ts';
import {
  type Chart,
  elementName,
  elementNamespace,
  type Flow,
  type Link,
  languageAttribute,
  type XamlReading,
} from './reading.ts';

/** Returns the charts of the file, which most files do not have. */
function flowOf(reading: XamlReading): Flow {
  reading.flow ??= { edges: [], charts: new Map(), activityOf: new Map() };
  return reading.flow;
}

/** Returns the chart of an activity. */
function chartOf(reading: XamlReading, index: number): Chart {
  const { charts } = flowOf(reading);
  let chart = charts.get(index);
  if (chart === undefined) {
    chart = { start: undefined, nodes: [] };
    charts.set(index, chart);
  }
  return chart;
}

/** Records that an activity runs an element as a step of a chart. */
function addNode(reading: XamlReading, chart: number, element: number, activity: number): void {
  flowOf(reading).activityOf.set(element, activity);
  chartOf(reading, chart).nodes.push(activity);
  const name = languageAttribute(reading, element, ATTRIBUTE.name);
  if (name !== -1) reading.named.set(attributeValue(reading.doc, name), element);
}

/** Reads the link in a property such as `FlowStep.Next`: a reference, or the next step itself. */
function readLink(reading: XamlReading, property: number, scope: VariableScope): Link | undefined {
  const { doc } = reading;
  for (let child = firstChild(doc, property); child !== -1; child = doc.nextSiblings[child]!) {
    if (!elementNamespace(reading, child).isDesigner) return readNode(reading, child, scope);
  }
  return undefined;
}

/** Returns the reference in an attribute such as `Next="{x:Reference name}"`. */
function linkIn(reading: XamlReading, element: number, name: string): Link | undefined {
  const attribute = attributeNamed(reading.doc, element, name);
  return attribute === -1 ? undefined : referenceIn(attributeValue(reading.doc, attribute));
}

/** Reads a step of a flowchart unless it is a reference to one; returns the link to it. */
export function readNode(reading: XamlReading, element: number, scope: VariableScope): Link | undefined {
  const { doc } = reading;
  if (elementNamespace(reading, element).isLanguage)
    return localName(doc, element) === 'Reference' ? referenceOf(doc, element) : undefined;
  if (localName(doc, element) === 'FlowStep') readStep(reading, element, scope);
  else addNode(reading, scope.parent, element, reading.activity(element, scope));
  return element;
}

/**
 * Reads a step, which is the activity in it. A step without one becomes an activity, so that the path does not break.
 */
function readStep(reading: XamlReading, element: number, scope: VariableScope): void {
  const { doc } = reading;
  const body = stepBody(reading, element);
  const index = body === -1 ? addEmptyStep(reading, element, scope) : reading.activity(body, scope);
  addNode(reading, scope.parent, element, index);
  addEdge(reading, element, linkIn(reading, element, 'Next'), 'next', element);
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (localName(doc, child) === 'FlowStep.Next')
      addEdge(reading, element, readLink(reading, child, scope), 'next', child);
}

function addEmptyStep({ doc, draft }: XamlReading, element: number, scope: VariableScope): number {
  const index = draft.activities.length;
  draft.activities.push(new UiPathActivity(doc, index, element, scope, nameOf('FlowStep')));
  return index;
}

function stepBody(reading: XamlReading, element: number): number {
  const { doc } = reading;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    const { isDesigner, isLanguage } = elementNamespace(reading, child);
    if (isDesigner || isLanguage) continue;
    if (elementName(reading, child).dot < 0) return child;
    if (localName(doc, child) === 'FlowStep.Action') return firstChild(doc, child);
  }
  return -1;
}

/** Adds an edge, if there is one. */
function addEdge(
  reading: XamlReading,
  from: number,
  to: Link | undefined,
  when: string,
  at: number,
  owner = -1,
): void {
  if (to !== undefined) flowOf(reading).edges.push({ from, to, when, at, owner });
}

/** Reads the properties that connect steps; false when it is another property. */
export function readFlowMember(
  reading: XamlReading,
  activity: UiPathActivity,
  element: number,
  name: string,
  child: number,
): boolean {
  const { special } = activity.known;
  if (special === undefined) return false;
  const inside = { parent: activity.index, slot: '', enabled: activity.enabled };
  if (special === 'Flowchart' || special === 'StateMachine') {
    if (name !== START[special]) return false;
    chartOf(reading, activity.index).start = readLink(reading, child, inside);
    return true;
  }
  if (special === 'Transition') {
    const state = reading.draft.activities[activity.parent];
    if (name !== 'To' || state === undefined) return false;
    const link = readLink(reading, child, { ...inside, parent: state.parent });
    addEdge(reading, state.at, link, 'next', child, activity.index);
    return true;
  }
  const isBranch =
    special === 'FlowDecision'
      ? name === 'True' || name === 'False'
      : special === 'FlowSwitch' && name === 'Default';
  if (!isBranch) return false;
  addEdge(reading, element, readLink(reading, child, { ...inside, parent: activity.parent }), name, child);
  return true;
}

/** Reads a child of `FlowSwitch` without a property around it: the step of one of its cases. */
export function readSwitchCase(
  reading: XamlReading,
  activity: UiPathActivity,
  element: number,
  child: number,
): void {
  const { parent, enabled } = activity;
  addEdge(reading, element, readNode(reading, child, { parent, slot: '', enabled }), 'case', child);
}

/** Reads the references to steps in attributes. */
export function finishFlow(reading: XamlReading, activity: UiPathActivity): void {
  const { special } = activity.known;
  const { at, index } = activity;
  if (special === 'Flowchart' || special === 'StateMachine') {
    const link = linkIn(reading, at, START[special]);
    if (link !== undefined) chartOf(reading, index).start = link;
  } else if (special === 'FlowDecision' || special === 'FlowSwitch') {
    for (const name of ['True', 'False', 'Default'])
      addEdge(reading, at, linkIn(reading, at, name), name, at);
  } else if (special === 'Transition') {
    const state = reading.draft.activities[activity.parent];
    if (state !== undefined) addEdge(reading, state.at, linkIn(reading, at, 'To'), 'next', at, index);
  }
}

/** The property that leads to the first step. */
const START = { Flowchart: 'StartNode', StateMachine: 'InitialState' } as const;

/** Returns the activity that a link leads to, or -1. */
export function activityAt(reading: XamlReading, { activityOf }: Flow, link: Link | undefined): number {
  const element = typeof link === 'string' ? reading.named.get(link) : link;
  return (element === undefined ? undefined : activityOf.get(element)) ?? -1;
}

/** Turns the collected edges into transitions, and marks the steps that no path of their chart reaches. */
export function settleFlow(reading: XamlReading, flow: Flow): void {
  const { draft } = reading;
  const next = new Map<number, number[]>();
  for (const edge of flow.edges) {
    const from = flow.activityOf.get(edge.from) ?? -1;
    const to = activityAt(reading, flow, edge.to);
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
    const start = activityAt(reading, flow, chart.start);
    // Without a start the chart is broken as a whole; then no single step can be judged.
    if (start === -1) continue;
    draft.starts.push(start);
    markUnreached(draft.activities, chart.nodes, start, next);
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
