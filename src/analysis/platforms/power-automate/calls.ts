/** Calls of child flows and desktop flows, with their bindings. */
import type { Binding, Property } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import { firstJsonChild, keyOf, member } from '../json/document.ts';
import { type FlowReader, sourceText } from './values.ts';

/** Paths of the called flow's name and inputs, from `inputs` on, by the kind of call. */
const CHILD_FLOW = { target: ['host', 'workflowReferenceName'], inputs: ['body'] };
/** In Azure Logic Apps, a workflow of the same project by its name. */
const NEIGHBOUR = { target: ['host', 'workflow', 'id'], inputs: ['body'] };
const DESKTOP_FLOW = { target: ['parameters', 'uiFlowId'], inputs: ['parameters'] };

function descend({ doc }: FlowReader, at: number, keys: readonly string[]): number {
  let found = at;
  for (const key of keys) if (found !== -1) found = member(doc, found, key);
  return found;
}

const isNeighbour = (reader: FlowReader, inputs: number): boolean =>
  descend(reader, inputs, NEIGHBOUR.target) !== -1;

/** Adds the call that an action of role `invoke` makes. */
export function readCall(reader: FlowReader, at: number, activity: DraftActivity): void {
  const { doc, draft } = reader;
  const inputs = member(doc, at, 'inputs');
  const shape =
    activity.type !== 'Workflow' ? DESKTOP_FLOW : isNeighbour(reader, inputs) ? NEIGHBOUR : CHILD_FLOW;
  const values = new Map<number, Property>(activity.properties.map((property) => [property.at, property]));
  const targetAt = descend(reader, inputs, shape.target);
  const target = values.get(targetAt);
  const bindings: Binding[] = [];
  const container = descend(reader, inputs, shape.inputs);
  const first = container === -1 ? -1 : firstJsonChild(doc, container);
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    if (child === targetAt) continue;
    const name = keyOf(doc, child);
    const value = values.get(child) ?? {
      at: child,
      owner: activity.index,
      name,
      text: sourceText(doc, child),
      expression: undefined,
    };
    bindings.push({ name, direction: 'in', value });
  }
  draft.calls.push({
    at: targetAt === -1 ? at : targetAt,
    owner: activity.index,
    name: activity.name,
    target: target === undefined || target.expression !== undefined ? undefined : target.text,
    bindings,
  });
}
