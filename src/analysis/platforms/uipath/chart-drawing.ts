/** Places of steps and edges of flowcharts and state machines: the view state that Studio saves. */
import type { Area, Drawing } from '../../model/outline/drawing.ts';
import { attributeText, firstChild, localName, textOf, type XmlDocument } from '../xml/document.ts';
import { activityAt } from './flow.ts';
import type { Flow, XamlReading } from './reading.ts';

const VIEW_STATE = 'WorkflowViewStateService.ViewState';
const MANAGER = 'WorkflowViewState.ViewStateManager';
const ID = 'WorkflowViewState.IdRef';
/** Corners of an edge that are read; people draw a few. */
const CORNERS_MAX = 64;

/** Name of the value in which a step keeps the edge of one of its branches. */
const CONNECTORS: ReadonlyMap<string, string> = new Map([
  ['True', 'TrueConnector'],
  ['False', 'FalseConnector'],
]);
const CONNECTOR = 'ConnectorLocation';

function childOf(doc: XmlDocument, element: number, name: string): number {
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (localName(doc, child) === name) return child;
  return -1;
}

/** Returns the view states that stand together at the end of a file, by the ids of their elements. */
function managedStates(doc: XmlDocument): ReadonlyMap<string, number> {
  const states = new Map<string, number>();
  const list = childOf(doc, 0, MANAGER);
  const manager = list === -1 ? -1 : firstChild(doc, list);
  if (manager === -1) return states;
  for (let data = firstChild(doc, manager); data !== -1; data = doc.nextSiblings[data]!) {
    const id = attributeText(doc, data, 'Id');
    if (id !== undefined) states.set(id, data);
  }
  return states;
}

function numbersIn(text: string | undefined): readonly number[] {
  if (text === undefined) return [];
  const parts = text.split(/[\s,]+/, CORNERS_MAX * 2 + 1).filter((part) => part !== '');
  const numbers = parts.slice(0, CORNERS_MAX * 2).map(Number);
  return numbers.every(Number.isFinite) ? numbers : [];
}

/** Returns the places of the steps of the charts of a file. Reads each on demand. */
export function chartDrawing(reading: XamlReading, flow: Flow): Drawing {
  const { doc } = reading;
  let managed: ReadonlyMap<string, number> | undefined;
  const elements = new Map<number, number>();
  for (const [element, activity] of flow.activityOf) elements.set(activity, element);
  const starts = new Set<number>();
  for (const chart of flow.charts.values()) starts.add(activityAt(reading, flow, chart.start));

  function savedValue(element: number, key: string): string | undefined {
    let state = childOf(doc, element, VIEW_STATE);
    if (state === -1) {
      managed ??= managedStates(doc);
      const own = attributeText(doc, element, ID) ?? idElement(element);
      const data = own === undefined ? undefined : managed.get(own);
      state = data === undefined ? -1 : childOf(doc, data, VIEW_STATE);
    }
    const values = state === -1 ? -1 : firstChild(doc, state);
    if (values === -1) return undefined;
    for (let value = firstChild(doc, values); value !== -1; value = doc.nextSiblings[value]!)
      if (attributeText(doc, value, 'Key') === key) return textOf(doc, value);
    return undefined;
  }

  /** Newer files write the id as an element too. */
  function idElement(element: number): string | undefined {
    const child = childOf(doc, element, ID);
    return child === -1 ? undefined : textOf(doc, child).trim();
  }

  return {
    areaOf({ index }): Area | undefined {
      const element = elements.get(index);
      if (element === undefined) return undefined;
      const [x, y] = numbersIn(savedValue(element, 'ShapeLocation'));
      if (x === undefined || y === undefined) return undefined;
      const [width, height] = numbersIn(savedValue(element, 'ShapeSize'));
      return { x, y, width: width ?? WIDTH, height: height ?? HEIGHT };
    },
    bendsOf({ from, owner, name }) {
      // A transition of a state machine is an activity, and keeps its own edge.
      const element =
        owner !== from ? reading.draft.activities[owner]?.at : (elements.get(from) ?? undefined);
      if (element === undefined) return undefined;
      const corners = numbersIn(savedValue(element, CONNECTORS.get(name) ?? CONNECTOR));
      return corners.length >= 4 && corners.length % 2 === 0 ? corners : undefined;
    },
    starts,
  };
}

/** Size of a step for which the file has none. */
const WIDTH = 110;
const HEIGHT = 70;
